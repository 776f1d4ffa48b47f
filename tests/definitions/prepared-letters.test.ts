import { describe, expect, test } from "vitest";
import { trade } from "../../domain/index.ts";
import { LETTER_BLANK } from "../../domain/letter-blank.ts";
import { type Definition, findText, letterKeys } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { looseEnds, verify } from "../../engine/verify/lint/index.ts";
import { readSource } from "../../server/sources/source.ts";
import { NO_NAMES } from "../engine/verify/lint/around.ts";
import { flowNames, loadFlow, ROOT, textsOf } from "./definition-files.ts";

const flows = await Promise.all(flowNames().map((flow) => loadFlow(flow)));

/** Returns the texts below `letters` by step, with keys such as `TOPIC.use.0.title`. */
function lettersIn({ flow }: Definition): readonly (readonly [step: string, rest: string])[] {
  const root = `${flow.id}.`;
  return [...textsOf("en", flow.namespace).keys()].flatMap((key) => {
    const found = key.startsWith(root) ? /^([\w-]+)\.letters\.(.+)$/.exec(key.slice(root.length)) : null;
    return found === null ? [] : [[found[1] as string, found[2] as string] as const];
  });
}

const withLetters = flows.flatMap((definition) => {
  const steps = Map.groupBy(lettersIn(definition), ([step]) => step);
  return [...steps].map(([step, texts]) => {
    const topics = [...new Set(texts.map(([, rest]) => rest.split(".")[0] as string))];
    return { definition, step, texts: texts.map(([, rest]) => rest), topics };
  });
});

test("every flow that opens a case has prepared letters for its topic", () => {
  const opening = flows.flatMap(({ flow, effects }) =>
    Object.entries(flow.steps).flatMap(([step, file]) =>
      file.kind === "effect" && effects[file.effect]?.letters !== undefined ? [`${flow.id}.${step}`] : [],
    ),
  );
  expect(opening).toEqual(withLetters.map(({ definition, step }) => `${definition.flow.id}.${step}`));
});

describe.each(withLetters)(
  "the letters of $definition.flow.id, $step",
  ({ definition, step, texts, topics }) => {
    const letters = topics.flatMap((topic) => letterKeys(definition, step, topic));

    test("all letters are found by topic and use", () => {
      const root = `${definition.flow.namespace}:${definition.flow.id}.${step}.letters.`;
      const found = letters.flatMap(({ title, text }) => [title[0], text[0]]).toSorted();
      expect(found).toEqual(texts.map((rest) => `${root}${rest}`).toSorted());
    });

    test("are at least two", () => {
      for (const topic of topics)
        expect([topic, letterKeys(definition, step, topic).length >= 2]).toEqual([topic, true]);
    });

    test("have equally many gaps to fill in each language", () => {
      for (const { text } of letters) {
        const [thai, english] = LANGUAGES.map(
          (language) => (findText(definition.texts, language, text) ?? "").split(LETTER_BLANK).length,
        );
        expect([text[0], thai]).toEqual([text[0], english]);
      }
    });
  },
);

describe("verification of prepared letters", () => {
  const TEXT = ["estate", "send", "letters", "ESTATE", "ask", "0"];

  type Letter = { title?: string; text?: string };

  /** Returns the findings of the estate flow after its first letter is changed in these languages. */
  async function findingsAfter(languages: readonly Language[], change: (letter: Letter) => void) {
    const { source } = await readSource(ROOT, "estate");
    const files = structuredClone(source.files) as { [path: string]: JsonObject };
    for (const language of languages)
      change(
        TEXT.reduce<JsonObject>(
          (at, name) => at[name] as JsonObject,
          files[`locales/${language}/estate.json`] as JsonObject,
        ) as Letter,
      );
    const { definition, findings } = verify({ ...source, files }, trade);
    const loose = definition === null ? [] : looseEnds(definition, source, NO_NAMES);
    return [...findings, ...loose].map(({ pointer, says }) => [pointer, says.key]);
  }

  test("reports no fault in the unchanged letters", async () => {
    const found = await findingsAfter([], () => undefined);
    expect(found.filter(([pointer]) => pointer?.includes("/letters/"))).toEqual([]);
  });

  test.each<readonly [string, readonly Language[], (letter: Letter) => void, string, string]>([
    ["without its text in one language", ["en"], (letter) => delete letter.text, "text", "missing-text"],
    ["without its name", LANGUAGES, (letter) => delete letter.title, "title", "missing-text"],
    [
      "with a placeholder that is never filled",
      LANGUAGES,
      (letter) => Object.assign(letter, { text: "{{nickname}}" }),
      "text",
      "unknown-placeholder",
    ],
    [
      "with a placeholder in only one language",
      ["en"],
      (letter) => Object.assign(letter, { text: "About {{reference}}" }),
      "text",
      "text-placeholders",
    ],
  ])("reports a letter %s", async (_, languages, change, part, key) => {
    expect(await findingsAfter(languages, change)).toContainEqual([`/${[...TEXT, part].join("/")}`, key]);
  });
});
