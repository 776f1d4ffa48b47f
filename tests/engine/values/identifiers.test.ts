import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { formats } from "../../../domain/formats.ts";
import { formatLaserCode, isLaserCode, normaliseLaserCode } from "../../../domain/laser-code.ts";
import { toE164 } from "../../../domain/phone.ts";
import { formatThaiId, isThaiId, normaliseThaiId } from "../../../domain/thai-id.ts";
import { canonicalJson, equalJson } from "../../../engine/values/canonical-json.ts";
import { parseId } from "../../../engine/values/id.ts";
import type { Json } from "../../../engine/values/json.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { whyNotLinear } from "../../support/linear-pattern.ts";

describe("the Thai national ID", () => {
  const twelve = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 });
  const withChecksum = (digits: readonly number[]): string => {
    const sum = digits.reduce((total, digit, at) => total + digit * (13 - at), 0);
    return `${digits.join("")}${(11 - (sum % 11)) % 10}`;
  };

  test("a Thai national ID has exactly one valid last digit for any twelve digits before it", () => {
    fc.assert(
      fc.property(twelve, (digits) => {
        const fitting = Array.from({ length: 10 }, (_, last) => `${digits.join("")}${last}`).filter(isThaiId);
        expect(fitting).toEqual([withChecksum(digits)]);
      }),
    );
  });

  test("nearly every change of one digit of a national ID is detected; only changes of the third digit go unnoticed", () => {
    const random = fc.sample(
      fc.tuple(
        fc.noBias(twelve),
        fc.noBias(fc.constantFrom(0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
        fc.integer({ min: 1, max: 9 }),
      ),
      {
        numRuns: 1_000,
        seed: 5,
      },
    );
    const caught = random.filter(([digits, place, by]) => {
      const id = withChecksum(digits);
      return !isThaiId(id.slice(0, place) + ((Number(id[place]) + by) % 10) + id.slice(place + 1));
    });
    expect(caught.length).toBeGreaterThan(950);
  });

  test("a national ID is accepted with dashes, spaces or Thai digits, and is formatted in groups", () => {
    expect(normaliseThaiId("๑-2345 67890-12-1")).toBe("1234567890121");
    expect(isThaiId("1234567890121")).toBe(true);
    expect(isThaiId("1234567890122")).toBe(false);
    expect(formatThaiId("1234567890121")).toBe("1-2345-67890-12-1");
    expect(formatThaiId("12")).toBe("12");
  });
});

test("a laser code is stored without dashes, and is shown in groups of 3, 7 and 2 characters", () => {
  expect(normaliseLaserCode("jt0-1234567-๘๙")).toBe("JT0123456789");
  expect(formatLaserCode("JT0123456789")).toBe("JT0-1234567-89");
  expect(["JT0123456789", "J00123456789", "JT012345678", "jt0123456789"].map(isLaserCode)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("toE164 returns a telephone number in E.164 format, or null", () => {
  expect(["081-234-5678", "+66 81 234 5678", "02 123 4567", "๐๘๑๒๓๔๕๖๗๘"].map(toE164)).toEqual([
    "+66812345678",
    "+66812345678",
    "+6621234567",
    "+66812345678",
  ]);
  expect(["", "12345", "0012345678", "+1 555 123 4567", "08123456789", "08x2345678"].map(toE164)).toEqual(
    new Array(6).fill(null),
  );
});

test("Thai and full-width digits are converted to plain digits", () => {
  expect(normaliseDigits("๐๑๒๓๔๕๖๗๘๙ ９0a")).toBe("0123456789 90a");
});

describe("formats", () => {
  const table: readonly (readonly [keyof typeof formats, readonly string[], readonly string[]])[] = [
    [
      "email",
      ["a@b.co", "first.last+tag@sub.example.co.th"],
      ["", "a@b", "@b.co", "a@@b.co", ".a@b.co", "a..b@c.co", "a@-b.co", "a@b.12", "a b@c.co", "ก@b.co"],
    ],
    [
      "date",
      ["2026-02-28", "2024-02-29"],
      ["2026-02-29", "2026-2-1", "0000-01-01", "2026-13-01", "20260101"],
    ],
    ["partial-date", ["1990", "1990-05", "1990-05-17"], ["90", "1990-13", "1990-02-30", "1990-5"]],
    [
      "date-time",
      ["2026-03-02T07:00:00Z", "2026-03-02T14:00:00.123+07:00"],
      ["2026-03-02", "2026-03-02T07:00Z", "2026-03-02T25:00:00Z", "2026-03-02 07:00:00Z"],
    ],
    ["postal-code", ["10110"], ["1011", "101100", "0A110", "00000"]],
    [
      "file-ref",
      ["7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80"],
      ["7f2c1f6e9d3c4f0a8f4e2b1f5d6c7a80", "../../etc/passwd"],
    ],
    ["pin", ["507193"], ["50719", "5071933", "50719x", "๕๐๗๑๙๓"]],
    ["thai-phone", ["0812345678", "+66812345678", "021234567"], ["812345678", "0812", "+1812345678"]],
    ["baht", ["10000.00"], ["10000", "-1.00"]],
    ["units", ["12.3456"], ["12.34"]],
  ];

  test.each(table)("the format %s accepts valid texts and rejects invalid ones", (name, good, bad) => {
    expect(good.filter((text) => !formats[name].test(text))).toEqual([]);
    expect(bad.filter((text) => formats[name].test(text))).toEqual([]);
  });

  test.each(Object.keys(formats) as (keyof typeof formats)[])(
    "the format %s runs a regular expression on a text of 100 kB only if the expression is proved linear",
    (name) => {
      const shapes = ["1", "a", "a@", "@", ".", "-", "a.", "0-", "+66", "Z", "๑", " ", "2026-01-01T"];
      for (const shape of shapes) {
        const text = shape.repeat(Math.ceil(100_000 / shape.length));
        for (const attack of [text, `${text}!`, `a@${text}`, `1.${text}`]) {
          const matched = expressionsRunBy(() => formats[name].test(attack));
          for (const { expression, length } of matched)
            if (length > SHORT)
              expect(whyNotLinear(expression.source, expression.flags), String(expression)).toBeNull();
          const shown = matched.reduce((sum, { length }) => sum + length, 0);
          expect(shown).toBeLessThanOrEqual(2 * attack.length);
        }
      }
    },
  );
});

/** Maximum length of an e-mail address. Texts up to this length cannot make an expression slow. */
const SHORT = 254;

/**
 * Returns every regular expression that `act` runs, with the length of its text. `test`, `replace` and
 * `split` all call `exec`.
 */
function expressionsRunBy(
  act: () => void,
): readonly { readonly expression: RegExp; readonly length: number }[] {
  const exec = vi.spyOn(RegExp.prototype, "exec");
  try {
    act();
    return exec.mock.calls.map(([text], at) => ({
      expression: exec.mock.contexts[at] as RegExp,
      length: String(text).length,
    }));
  } finally {
    exec.mockRestore();
  }
}

test("parseId accepts only a UUID, and returns an id whose type states what it identifies", () => {
  const parsed = parseId("order", "7F2C1F6E-9D3C-4F0A-8F4E-2B1F5D6C7A80");
  expect(parsed).toEqual({ ok: true, value: "7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80" });
  expect(parseId("order", "1; drop table orders")).toMatchObject({
    ok: false,
    error: { code: "not-an-id", kind: "order" },
  });
});

describe("canonical JSON", () => {
  test("canonical JSON gives each value one text, and parsing that text gives the value back", () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
        expect(equalJson(value, JSON.parse(JSON.stringify(value)) as Json)).toBe(true);
      }),
    );
  });

  test("canonical JSON is equal for two values if and only if the values are equal", () => {
    const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json>(null, true, false, 0, -0, 1, "", "a", "0"),
        fc.array(tie("value"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("value"), { maxKeys: 2 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(equalJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
      }),
      { numRuns: 3_000 },
    );
    expect(equalJson({ a: 1, b: undefined } as unknown as Json, { a: 1 })).toBe(true);
    expect(equalJson({ b: undefined } as unknown as Json, { a: undefined } as unknown as Json)).toBe(true);
  });

  test("canonical JSON does not depend on the order of names, and rejects what JSON cannot represent", () => {
    expect(canonicalJson({ b: 1, a: [true, null] })).toBe('{"a":[true,null],"b":1}');
    expect(() => canonicalJson(Number.NaN)).toThrow("canonicalJson");
  });
});
