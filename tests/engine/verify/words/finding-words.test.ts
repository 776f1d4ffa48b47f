import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../../engine/rules/message.ts";
import type { Finding } from "../../../../engine/rules/rule.ts";
import { LANGUAGES } from "../../../../engine/values/languages.ts";
import { said, spell, spoken, wordsOf } from "../../../../engine/verify/words/finding-words.ts";
import { ROOT, readJson } from "../../../definitions/definition-files.ts";
import { CATALOGUES, FINDINGS, PHRASES } from "../../../support/catalogues.ts";

const TABLE = { ...FINDINGS, ...PHRASES };

describe.each(LANGUAGES)("the catalogue of findings in %s", (language) => {
  const texts = readJson(`locales/${language}/finding.json`);

  it("the catalogue has a text for exactly the findings of the code", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it.each(Object.keys(FINDINGS))(
    "the catalogue explains for %s what is wrong and how to correct it",
    (key) => {
      expect(texts[key]).toEqual({ what: expect.stringMatching(/./), mend: expect.stringMatching(/./) });
    },
  );

  it.each(Object.entries(TABLE))(
    "the text for %s uses exactly the parameters that the code gives",
    (key, names) => {
      const filled = [...JSON.stringify(texts[key]).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect([...new Set(filled)].sort()).toEqual([...names].sort());
    },
  );
});

/** Keys that are composed of a type, a language or an answer. The set lists the part before the dot. */
const MADE = new Set(["types", "fits", "role", "languages", "answers", "schema-keyword", "tell", "compare"]);

describe("the catalogues of the modules", () => {
  it("every module that has messages has a catalogue", () => {
    expect(CATALOGUES.map(({ room }) => room)).toEqual([
      "engine/flags",
      "engine/flow",
      "engine/rules",
      "engine/verify/compare",
      "engine/verify/lint",
      "engine/verify/model",
      "engine/verify/prove",
      "engine/verify/words",
      "server/commands",
      "server/differences",
      "server/gate",
      "server/sources",
    ]);
  });

  it("the catalogues contain each key only once", () => {
    const keys = CATALOGUES.flatMap(({ findings, phrases }) => [
      ...Object.keys(findings),
      ...Object.keys(phrases),
    ]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(CATALOGUES)(
    "the catalogue of $room contains only keys that the module uses",
    ({ room, findings, phrases }) => {
      const source = readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !file.endsWith("messages.ts"))
        .map((file) => readFileSync(join(ROOT, room, file), "utf8"))
        .join("\n");
      const written = new Set([...source.matchAll(/"([\w.-]+)"/g)].map(([, text]) => text));
      const made = new Set([...source.matchAll(/`([\w-]+)\.\$\{/g)].map(([, head]) => head));
      const unsaid = Object.keys({ ...findings, ...phrases }).filter(
        (key) => !written.has(key) && !(MADE.has(key.split(".")[0] ?? "") && made.has(key.split(".")[0])),
      );
      expect(unsaid).toEqual([]);
    },
  );
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

describe("the text of a finding", () => {
  it("the text of a finding includes nested messages in the same language", () => {
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
  ] as readonly (readonly [string, Message])[])(
    "the text of a finding includes the parameter %s without a change",
    (text, message) => {
      expect(wordsOf(message).en).toContain(text);
    },
  );

  it("the text of a finding omits a missing parameter", () => {
    const bare = { key: "types.enum", params: {} } as Message;
    const empty = { key: "types.enum", params: { words: "" } } as Message;
    expect(wordsOf(bare)).toEqual(wordsOf(empty));
    expect(wordsOf(bare).en).not.toContain("{{");
  });

  it("the text of a finding fits on one line of a log", () => {
    expect(spell(finding)).toMatch(
      /^flows\/shop\/flow\.json#\/steps\/pay \[not-proved\] it is not decided .*\. Compare .*\.$/,
    );
    expect(spell({ ...finding, pointer: "" })).toMatch(/^flows\/shop\/flow\.json \[/);
  });

  it("a request for a text that the catalogue lacks throws", () => {
    const unknown = { key: "why.nobody-knows" } as unknown as Message;
    expect(() => wordsOf(unknown)).toThrow('locales/th/finding.json has no "why.nobody-knows"');
  });
});
