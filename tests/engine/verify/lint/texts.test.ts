import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { DefinitionSource } from "../../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../../../engine/values/languages.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { type Around, filesAround, foundIn } from "./around.ts";

type Text = readonly [language: Language, key: string, text: string | null];

/** Returns the same files with these texts of the flow replaced; `null` removes a text. */
function worded(source: DefinitionSource, ...texts: readonly Text[]): DefinitionSource {
  const files = structuredClone(source.files) as { [path: string]: Json };
  for (const [language, key, text] of texts) {
    const segments = [`locales/${language}/small.json`, ...key.split(".")];
    const last = segments.pop() as string;
    let at = files as { [name: string]: Json };
    for (const segment of segments) at = at[segment] as { [name: string]: Json };
    if (text === null) delete at[last];
    else at[last] = text;
  }
  return { ...source, files };
}

const asking = (x: JsonObject, more: Around = {}): DefinitionSource =>
  filesAround({ ...more, forms: { ask: { x } } });
const pointers = (source: DefinitionSource): readonly string[] =>
  foundIn(source)
    .map(([pointer]) => pointer)
    .toSorted();

const LABEL = "small.ask.x.label";
const TITLE = "small.ask.title";
const plain = asking({ type: "string", minLength: 1 });

describe("the texts of a flow", () => {
  it("a small flow has complete texts", () => expect(foundIn(plain)).toEqual([]));

  it("missing texts are reported one by one, with key and language", () => {
    const without = worded(plain, ["th", LABEL, null], ["th", TITLE, " "], ["en", LABEL, null]);
    expect(pointers(without)).toEqual(["/small/ask/title", "/small/ask/x/label", "/small/ask/x/label"]);
    expect(foundIn(worded(plain, ["en", LABEL, null]))).toEqual([
      [
        "/small/ask/x/label",
        {
          key: "missing-text",
          params: {
            language: { key: "languages.en" },
            key: `small:${LABEL}`,
            flow: "small",
            place: expect.any(String) as Json,
          },
        },
      ],
    ]);
  });

  it("a missing text is reported together with the fallback text, if a fallback exists", () => {
    const common = asking(
      { $ref: "common/line" },
      { common: { line: { $id: "common/line", type: "string", minLength: 1 } } },
    );
    expect(foundIn(common)).toEqual([]);
    const without = worded(common, ["th", LABEL, null], ["en", LABEL, null]);
    expect(foundIn(without)).toMatchObject([
      [
        "/small/ask/x/label",
        {
          key: "missing-text.default",
          params: { key: `small:${LABEL}`, defaults: ["form:common.line.label"] },
        },
      ],
      ["/small/ask/x/label", { key: "missing-text.default" }],
    ]);
  });

  it("if only one language has a text of its own, the other language is reported", () => {
    const common = asking(
      { $ref: "common/line" },
      { common: { line: { $id: "common/line", type: "string", minLength: 1 } } },
    );
    const form: JsonObject = { common: { line: { label: "line" } } };
    const files = { ...common.files, "locales/th/form.json": form, "locales/en/form.json": form };
    const both = { ...common, files };
    expect(foundIn(worded(both, ["th", LABEL, null], ["en", LABEL, null]))).toEqual([]);
    for (const language of LANGUAGES)
      expect(foundIn(worded(both, [language, LABEL, null]))).toMatchObject([
        [
          "/small/ask/x/label",
          { key: "missing-text.default", params: { language: { key: `languages.${language}` } } },
        ],
      ]);
  });

  it("a missing text of an option is reported at that option, even if the option's name contains a colon", () => {
    const { findings } = verify(asking({ type: "string", enum: ["a:b", "c"] }), trade);
    expect(findings.map(({ file, pointer }) => [file, pointer])).toEqual([
      ["locales/th/small.json", "/small/ask/x/options/a:b"],
      ["locales/en/small.json", "/small/ask/x/options/a:b"],
    ]);
  });

  it("texts whose parameters differ between the languages are reported one by one", () => {
    const different = worded(
      plain,
      ["th", LABEL, "{{name}} {{day}}"],
      ["en", LABEL, "{{day}}"],
      ["en", TITLE, "{{day}}"],
    );
    expect(foundIn(different)).toEqual(
      expect.arrayContaining([
        [
          "/small/ask/x/label",
          { key: "text-placeholders", params: { thai: ["{{day}}", "{{name}}"], english: ["{{day}}"] } },
        ],
        ["/small/ask/title", { key: "text-placeholders", params: { thai: [], english: ["{{day}}"] } }],
      ]),
    );
    expect(verify(different, trade).findings.map(({ file }) => file)).toEqual([
      "locales/en/small.json",
      "locales/en/small.json",
    ]);
    const alike = worded(plain, ["th", LABEL, "{{a}} {{b}}"], ["en", LABEL, "{{b}} {{a}} {{a}}"]);
    expect(foundIn(alike)).toEqual([]);
  });
});
