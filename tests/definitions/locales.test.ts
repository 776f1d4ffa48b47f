import { describe, expect, test } from "vitest";
import { formats } from "../../domain/formats.ts";
import { isOfNumbers } from "../../engine/rules/format.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { STATUS } from "../../server/http/errors.ts";
import { jsonNames, namespaces, textAt, textsOf } from "./definition-files.ts";

/** Texts that are in the other language on purpose. The maintenance screen apologises in both languages. */
const IN_THE_OTHER_LANGUAGE = new Set(["common:maintenance.other"]);

const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([found]) => found).sort();

/** Texts that are the same in both languages, such as codes, names and addresses. */
const SAME_IN_BOTH = /^(PIN|NAV|W-9|W-8BEN|FATCA|M-[A-Z ]+|[\d.,:%–\-+ ]+|[A-Za-z0-9 ._-]+)$/;

/** Groups texts by their key without the suffix of the plural form, which differs by language. */
function families(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, text] of texts) {
    const family = key.replace(/_(zero|one|two|few|many|other)$/, "");
    found.set(family, [...(found.get(family) ?? []), text]);
  }
  return found;
}

test("both languages have the same namespaces", () => {
  expect(jsonNames("locales/th")).toEqual(jsonNames("locales/en"));
});

test("the sixteen namespaces of the specification exist", () => {
  const sixteen = [
    ..."common header kyc tab button home warning faq complaint-form form about article-testimonial".split(
      " ",
    ),
    ..."my-account public-info breadcrumb register".split(" "),
  ];
  expect(namespaces()).toEqual(expect.arrayContaining(sixteen));
});

describe.each(namespaces())("the namespace %s", (namespace) => {
  test("has the same keys in both languages", () => {
    expect([...families(textsOf("th", namespace)).keys()].sort()).toEqual(
      [...families(textsOf("en", namespace)).keys()].sort(),
    );
  });

  test("has the same placeholders in both languages", () => {
    const english = families(textsOf("en", namespace));
    for (const [key, texts] of families(textsOf("th", namespace)))
      for (const text of texts)
        expect([key, placeholders(text)]).toEqual([key, placeholders(english.get(key)?.at(-1) ?? "")]);
  });

  test("has no empty text, and no text that begins or ends with a blank", () => {
    for (const language of LANGUAGES)
      for (const [key, text] of textsOf(language, namespace)) {
        expect([language, key, text.trim()]).toEqual([language, key, text]);
        expect([language, key, text.length > 0]).toEqual([language, key, true]);
      }
  });

  test("has Thai letters in every Thai text and none in English texts", () => {
    const english = textsOf("en", namespace);
    for (const [key, text] of textsOf("th", namespace)) {
      if (IN_THE_OTHER_LANGUAGE.has(`${namespace}:${key}`)) continue;
      if (!/[\u0E00-\u0E7F]/.test(text) && text.replace(/\{\{[^}]*\}\}/g, "").trim() !== "")
        expect([key, text]).toEqual([key, expect.stringMatching(SAME_IN_BOTH)]);
      expect([
        key,
        /[\u0E00-\u0E7F]/.test(english.get(key) ?? "") && !/ไทย/.test(english.get(key) ?? ""),
      ]).toEqual([key, false]);
    }
  });
});

test("every error code of the server has a message", () => {
  for (const code of Object.keys(STATUS))
    for (const language of LANGUAGES)
      expect([language, code, textAt(language, `warning:errors.${code}`)]).toEqual([
        language,
        code,
        expect.any(String),
      ]);
});

const KEYWORDS = [
  ..."required type enum const minLength maxLength pattern minimum maximum exclusiveMinimum".split(" "),
  ..."exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties format".split(" "),
];

/** The formats of whole numbers reject no text; the limits of the numbers do. */
const FORMATS = Object.entries(formats).flatMap(([name, format]) => (isOfNumbers(format) ? [] : [name]));

test.each([...KEYWORDS, ...FORMATS])(
  "a fault in the schema keyword or format %s has its own error message",
  (code) => {
    for (const language of LANGUAGES)
      expect([language, textAt(language, `form:errors.${code}`)]).toEqual([language, expect.any(String)]);
  },
);

test("no error message uses developer terms", () => {
  const developers =
    /\b(must|should) (NOT )?(match|be|have)\b|schema|pattern|regex|JSON|undefined|null|\bformat "/i;
  for (const [key, text] of textsOf("en", "form"))
    if (key.includes("errors.")) expect([key, text]).toEqual([key, expect.not.stringMatching(developers)]);
});

test("legal texts have a version, a mark and the same sections in both languages", () => {
  for (const text of ["privacy", "terms", "publicity", "contract", "biometrics", "risk"])
    for (const part of ["version", "title", "mark", "sections.0.heading", "sections.0.text"])
      expect([
        text,
        part,
        textAt("th", `legal:${text}.${part}`),
        textAt("en", `legal:${text}.${part}`),
      ]).toEqual([text, part, expect.any(String), expect.any(String)]);
});

test("a Thai answer repeats the verb of the question: มี for มี, เคย for เคย", () => {
  const texts = new Map([...textsOf("th", "kyc"), ...textsOf("th", "form")]);
  const asked = [...texts].flatMap(([key, text]) => {
    const yes = texts.get(key.replace(/label$/, "options.true"));
    const verb = /(?:^|\s|คุณ|เงิน)(มี|เคย|ถือ|มอบ)(?!เพียง).*(?:หรือไม่|ไหม|$)/.exec(text)?.[1];
    return key.endsWith(".label") && yes !== undefined && verb !== undefined && !/ใช่หรือไม่$/.test(text)
      ? [{ key, verb, yes }]
      : [];
  });
  expect(asked.length).toBeGreaterThan(7);
  for (const { key, verb, yes } of asked) expect([key, yes]).toEqual([key, verb]);
});

test("no text for the person who proposes a legal text says that this person works in compliance", () => {
  for (const key of ["staff:legal.own", "staff:legal.sent"]) {
    expect(textAt("en", key)).not.toMatch(/another person of compliance/);
    expect(textAt("th", key)).not.toMatch(/กำกับอีกคน/);
  }
});
