import { expect, test } from "vitest";
import { type Draft, edits, printed, valueAt } from "../../engine/edits/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { CONSENTS, withMeaning } from "../../renderer/studio/step/consent-meaning.tsx";
import { addedQuestion } from "../../renderer/studio/step/new-question.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT, readJson } from "../definitions/definition-files.ts";

const AT = { flow: "contact-back", step: "contact", field: "agrees" } as const;
const { source } = await readSource(ROOT, AT.flow);
const files = Object.fromEntries(Object.entries(source.files).map(([path, file]) => [path, printed(file)]));
const asked = {
  kind: "agreement",
  label: { th: "ยินยอม", en: "I agree" },
  choices: [],
  first: { th: "", en: "" },
  list: "",
};

function errorsIn(draft: Draft): readonly string[] {
  const [first] = studied({ flow: AT.flow, files: draft, wants: "rules" });
  const found = first?.stage === "read" ? first.findings : [];
  return found.filter(({ severity }) => severity === "error").map(({ code, pointer }) => code + pointer);
}

test("each meaning can be added to a consent, with the document that it binds, and removed again without errors", () => {
  const added = edits(files, addedQuestion(AT, asked));
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  expect(CONSENTS.length).toBeGreaterThan(4);
  for (const { means, document } of CONSENTS) {
    const bound = edits(added.value.draft, withMeaning(added.value.draft, AT, means));
    if (!bound.ok) throw new Error(JSON.stringify(bound.error));
    const { draft } = bound.value;
    const read = (now: Draft, part: string) => [
      valueAt(now, "schemas/contact-back/contact.json", "/properties/agrees/means"),
      valueAt(now, "flows/contact-back/flow.json", `/steps/contact/ui/agrees/${part}`),
    ];
    expect([means, errorsIn(draft)]).toEqual([means, []]);
    expect(read(draft, "document")).toEqual([means, document]);
    const free = edits(draft, withMeaning(draft, AT, ""));
    expect(free.ok && read(free.value.draft, "document")).toEqual([undefined, undefined]);
    expect(free.ok && errorsIn(free.value.draft)).toEqual([]);
  }
});

test("each meaning of a consent is said in words, in both languages", () => {
  for (const language of LANGUAGES) {
    const { consent } = readJson(`locales/${language}/studio.json`) as unknown as {
      readonly consent: { readonly [means: string]: string };
    };
    expect(CONSENTS.filter(({ means }) => consent[means] === undefined)).toEqual([]);
  }
});
