import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FormatName, formats } from "../../../../../domain/formats.ts";
import { fitsSchema } from "../../../../../engine/flow/fits-schema.ts";
import type { JsonSchema } from "../../../../../engine/values/json.ts";
import { findText } from "../../../../../engine/verify/model/languages/find-text.ts";

const PARTS = [
  "^[0-9]{3}$",
  "a",
  "^a*$",
  "^(ab|b)+$",
  "(?=.*b)a",
  "^(?!aa)[ab]{1,3}$",
  "^[^a]+$",
  "b$",
  "^a?b|c$",
];

/** Returns every text made of these characters up to a length. */
function textsOf(letters: readonly string[], longest: number): readonly string[] {
  let last: readonly string[] = [""];
  const all = [...last];
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((text) => letters.map((letter) => text + letter));
    all.push(...last);
  }
  return all;
}

const TEXTS = textsOf(["a", "b", "c", "0"], 5);

describe("a text that satisfies patterns, formats and lengths at once", () => {
  it.each<readonly [string, ...(readonly JsonSchema[])]>([
    ["a pattern", { pattern: "^[0-9]{13}$" }],
    ["a long pattern", { pattern: "^[a-z]+$", minLength: 900, maxLength: 901 }],
    ["two patterns", { pattern: "^[a-f]+$", allOf: [{ pattern: "[d-z]$" }, { minLength: 7 }] }],
    ["three schemas", { pattern: "^.{4,6}$" }, { pattern: "\\d" }, { pattern: "^[^0-8]*$" }],
    [
      "the requirements of a password",
      { pattern: "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?!.*ab).{12,}$", maxLength: 128 },
    ],
    ["a pattern for letters of a script", { pattern: "^[\\p{Script=Thai}\\s]{3}$" }],
    ["the checksum of a card number", { format: "thai-id", pattern: "^3" }],
    ["a day in a leap year", { format: "date", pattern: "-02-29$" }],
    ["an address with one host", { format: "email", pattern: "@saphan\\.co\\.th$" }],
    ["an instant", { format: "instant", pattern: "^2026.*\\+07:00$" }],
    ["an amount", { format: "baht", pattern: "^[5-9].*00$", minLength: 9 }],
    ["no keyword"],
  ])("a text that satisfies the schema is found in the case of %s", (_, ...given) => {
    const schemas = given as readonly JsonSchema[];
    const found = findText(schemas, formats);
    expect(found.kind).toBe("text");
    if (found.kind === "text")
      for (const schema of schemas) expect(fitsSchema(found.text, schema, formats)).toBe(true);
  });

  it.each<readonly [string, readonly string[], ...(readonly JsonSchema[])]>([
    [
      "a pattern with a larger minimum length",
      ["pattern ^[0-9]{13}$", "maxLength 10"],
      { pattern: "^[0-9]{13}$", minLength: 1, maxLength: 10 },
    ],
    [
      "a pattern with a smaller maximum length",
      ["pattern ^.{2}$", "minLength 3"],
      { pattern: "^.{2}$", minLength: 3 },
    ],
    [
      "two patterns",
      ["pattern ^[0-9]{10}$", "pattern ^[0-9]{12}$"],
      { pattern: "^[0-9]{10}$", maxLength: 20 },
      { pattern: "^[0-9]{12}$" },
    ],
    ["a pattern and a format", ["pattern ^[A-Z]", "format baht"], { pattern: "^[A-Z]", format: "baht" }],
    ["two formats", ["format thai-id", "format laser-code"], { format: "thai-id" }, { format: "laser-code" }],
    ["a format and a length", ["format pin", "minLength 7"], { format: "pin", minLength: 7 }],
    [
      "a date that does not exist",
      ["pattern -02-30$", "format date"],
      { pattern: "-02-30$", format: "date" },
    ],
    ["a pattern that matches nothing", ["pattern ^a$b"], { pattern: "^a$b" }],
    ["a contradicting lookahead", ["pattern ^(?=x)y{3}$"], { pattern: "^(?=x)y{3}$" }],
    [
      "another limit besides an unsupported pattern",
      ["pattern ^a$", "pattern ^b"],
      { pattern: "(.)\\1" },
      { pattern: "^a$" },
      { pattern: "^b" },
    ],
  ])(
    "a text is proved impossible for %s, and the result names the keywords that exclude each other",
    (_, why, ...schemas) => {
      expect(findText(schemas as readonly JsonSchema[], formats)).toEqual({ kind: "none", why });
    },
  );

  it.each(["(.)\\1", "\\bfoo", "(?<=a)b", "(?:^a)*b", "a*^b"])(
    "the search for a text is undecided for %s",
    (pattern) => {
      expect(findText([{ pattern, minLength: 1 }], formats)).toEqual({ kind: "unknown" });
    },
  );

  it("a text is found exactly if some short text satisfies the schema", () => {
    const limits = fc.record(
      {
        pattern: fc.constantFrom(...PARTS),
        minLength: fc.integer({ min: 0, max: 4 }),
        maxLength: fc.integer({ min: 0, max: 5 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(limits, limits, fc.constantFrom(...PARTS), (one, other, pattern) => {
        const schemas: readonly JsonSchema[] = [
          one as JsonSchema,
          { maxLength: 5, allOf: [other as JsonSchema] },
          { pattern },
        ];
        const fits = (text: string): boolean => schemas.every((schema) => fitsSchema(text, schema, formats));
        const found = findText(schemas, formats);
        if (found.kind === "text") expect(fits(found.text)).toBe(true);
        else expect([found.kind, TEXTS.find(fits)]).toEqual(["none", undefined]);
      }),
      { numRuns: 120 },
    );
  });

  const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));
  const LIKE: { readonly [format in FormatName]: fc.Arbitrary<string> } = {
    email: fc.emailAddress(),
    date: fc.stringMatching(/^(?:\d{4}|2000|1900|2024)-(?:0[0-3]|1[0-3])-[0-3]\d$/),
    "partial-date": fc.stringMatching(/^[0-2]\d{3}(?:-[01]\d)?(?:-[0-3]\d)?$/),
    "date-time": fc.stringMatching(
      /^20\d{2}-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:\d{2})$/,
    ),
    instant: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    baht: fc.stringMatching(/^\d{0,4}\.\d{1,3}$/),
    units: fc.stringMatching(/^\d{0,4}\.\d{3,5}$/),
    nav: fc.stringMatching(/^\d{0,4}\.\d{3,5}$/),
    "basis-points": digits(1, 6),
    year: digits(3, 5),
    "thai-id": digits(13, 13),
    "laser-code": fc.stringMatching(/^[A-Za-z]{2}\d{9,11}$/),
    "thai-phone": fc.stringMatching(/^(?:0|\+66|66)\d{8,10}$/),
    "thai-mobile": fc.stringMatching(/^(?:0|\+66|66)[5-9]\d{7,9}$/),
    "postal-code": digits(4, 6),
    "file-ref": fc.uuid(),
    pin: digits(5, 7),
  };

  it.each(Object.keys(formats) as FormatName[])(
    "a text of the format %s is never considered impossible",
    (format) => {
      fc.assert(
        fc.property(LIKE[format], (text) => {
          if (!formats[format].test(text)) return;
          const exactly = `^${[...text].map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join("")}$`;
          expect(findText([{ format, pattern: exactly }], formats)).toEqual({ kind: "text", text });
        }),
        { numRuns: 10 },
      );
    },
  );
});
