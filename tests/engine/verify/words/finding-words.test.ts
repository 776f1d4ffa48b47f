import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../engine/rules/rule.ts";
import { FINDINGS, PHRASES, type Saying } from "../../../../engine/rules/sayings.ts";
import { said, spell, spoken, wordsOf } from "../../../../engine/verify/words/finding-words.ts";
import { ROOT, readJson } from "../../../definitions/definition-files.ts";

const TABLE = { ...FINDINGS, ...PHRASES } as { readonly [key: string]: readonly string[] };
const LANGUAGES = ["th", "en"] as const;

/** The code that may say something: everything that runs on the server or in a command. */
const SOURCE = ["domain", "engine", "server"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith("/sayings.ts"))
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n");

/** Keys that are put together from a type, a language or an answer, with what stands before the dot. */
const MADE = new Set(["types", "languages", "answers", "schema-keyword", "tell", "compare"]);

describe.each(LANGUAGES)("what findings say in %s", (language) => {
  const texts = readJson(`locales/${language}/finding.json`);

  it("has the keys that the code knows, and no others", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(Object.keys(FINDINGS))("%s says what is wrong and how to mend it", (key) => {
    expect(texts[key]).toEqual({ what: expect.stringMatching(/./), mend: expect.stringMatching(/./) });
  });

  it.each(Object.entries(TABLE))(
    "%s fills in everything that the code gives, and nothing else",
    (key, names) => {
      const filled = [...JSON.stringify(texts[key]).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect([...new Set(filled)].sort()).toEqual([...names].sort());
    },
  );
});

it("every key is said somewhere", () => {
  const written = new Set([...SOURCE.matchAll(/"([\w.-]+)"/g)].map(([, text]) => text));
  const made = new Set([...SOURCE.matchAll(/`([\w-]+)\.\$\{/g)].map(([, head]) => head));
  const unsaid = Object.keys(TABLE).filter(
    (key) => !written.has(key) && !(MADE.has(key.split(".")[0] ?? "") && made.has(key.split(".")[0])),
  );
  expect(unsaid).toEqual([]);
});

const finding: Finding = {
  file: "flows/shop/flow.json",
  pointer: "/steps/pay",
  code: "not-proved",
  severity: "warning",
  says: {
    key: "not-proved.nobody",
    params: {
      claim: { key: "check-never-holds", params: { step: "pay", rule: "minimum" } },
      why: { key: "why.values", params: { places: ["answers.pay.note", "facts.today.date"] } },
    },
  },
};

describe("a finding is given its words", () => {
  it("with sayings inside it in the same language", () => {
    const { what, mend } = spoken(finding);
    expect(what.en).toBe(
      'it is not decided whether nobody who comes to "pay" ever satisfies "minimum", so that nobody passes it: not every value was tried of: answers.pay.note, facts.today.date',
    );
    expect(what.th).toContain('ไม่มีใครที่มาถึง "pay" ผ่านกฎ "minimum"');
    expect(what.th).toContain("ยังไม่ได้ลองทุกค่าของ: answers.pay.note, facts.today.date");
    expect(mend).toEqual({ th: said(finding, "th").mend, en: said(finding, "en").mend });
  });

  it.each([
    ["none", { key: "types.enum", params: { words: [] } }],
    ["2", { key: "types.numbers", params: { numbers: [1, 2] } }],
    ["a list of a whole number", { key: "types.list-of", params: { item: { key: "types.integer" } } }],
    ["{{words}}", { key: "types.enum", params: { words: ["{{words}}"] } }],
  ] as readonly (readonly [string, Saying])[])("and %s is filled in as it is", (text, saying) => {
    expect(wordsOf(saying).en).toContain(text);
  });

  it("and what was not given is left out", () => {
    const bare = { key: "types.enum", params: {} } as unknown as Saying;
    const empty = { key: "types.enum", params: { words: "" } } as unknown as Saying;
    expect(wordsOf(bare)).toEqual(wordsOf(empty));
    expect(wordsOf(bare).en).not.toContain("{{");
  });

  it("in one line for a log", () => {
    expect(spell(finding)).toMatch(
      /^flows\/shop\/flow\.json#\/steps\/pay \[not-proved\] it is not decided .*\. Compare .*\.$/,
    );
    expect(spell({ ...finding, pointer: "" })).toMatch(/^flows\/shop\/flow\.json \[/);
  });

  it("or the code is broken where a text is missing", () => {
    const unknown = { key: "why.nobody-knows" } as unknown as Saying;
    expect(() => wordsOf(unknown)).toThrow('locales/th/finding.json has no "why.nobody-knows"');
  });
});
