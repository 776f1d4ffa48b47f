import { describe, expect, it } from "vitest";
import * as decimals from "../../../../domain/decimals.ts";
import type { Type } from "../../../../engine/rules/types.ts";
import type { Json } from "../../../../engine/values/json.ts";
import { GRAMMAR } from "../../../../engine/verify/words/grammar.ts";
import { showValue } from "../../../../engine/verify/words/show-value.ts";

const money: Type = { kind: "decimal", of: decimals.baht };
const units: Type = { kind: "decimal", of: decimals.units };
const date: Type = { kind: "date" };
const instant: Type = { kind: "instant" };

describe("the format of a value", () => {
  it.each<readonly [Json, Type | undefined, th: string, en: string]>([
    [true, { kind: "boolean" }, "ใช่", "yes"],
    [false, { kind: "boolean" }, "ไม่ใช่", "no"],
    ["0.05", money, "0.05 บาท", "0.05 baht"],
    ["999.00", money, "999.00 บาท", "999.00 baht"],
    ["1000.00", money, "1,000.00 บาท", "1,000.00 baht"],
    ["12345678.90", money, "12,345,678.90 บาท", "12,345,678.90 baht"],
    ["-1234.50", money, "−1,234.50 บาท", "−1,234.50 baht"],
    ["1234.567891", units, "1,234.567891", "1,234.567891"],
    ["-100.0000", units, "−100.0000", "−100.0000"],
    [1234567, { kind: "integer" }, "1,234,567", "1,234,567"],
    [12345, { kind: "integer" }, "12,345", "12,345"],
    [1950, { kind: "integer" }, "1950", "1950"],
    [-1950, { kind: "number" }, "−1950", "−1950"],
    ["1950.0000", units, "1,950.0000", "1,950.0000"],
    [999, undefined, "999", "999"],
    [-20, undefined, "−20", "−20"],
    [-1234.5678, { kind: "number" }, "−1,234.5678", "−1,234.5678"],
    ["2026-11-05", date, "05/11/2026", "05/11/2026"],
    ["2026-11-05", undefined, "05/11/2026", "05/11/2026"],
    ["1990-11", undefined, "11/1990", "11/1990"],
    ["1990", { kind: "string" }, "1990", "1990"],
    ["x2026-11-05", { kind: "string" }, "x2026-11-05", "x2026-11-05"],
    ["2026-11-05x", { kind: "string" }, "2026-11-05x", "2026-11-05x"],
    ["2026-11-24T07:05:00.000Z", instant, "24/11/2026 14:05", "24/11/2026 14:05"],
    ["2026-12-31T17:00:00.000Z", instant, "01/01/2027 00:00", "01/01/2027 00:00"],
    ["2026-12-31T16:59:59.999Z", instant, "31/12/2026 23:59", "31/12/2026 23:59"],
    ["soon", instant, "soon", "soon"],
    ["1234567", { kind: "string" }, "1234567", "1234567"],
    ["ABC", { kind: "enum", words: ["ABC"] }, "ABC", "ABC"],
    ["", { kind: "string" }, "ค่าว่าง", "empty"],
    ["", undefined, "ค่าว่าง", "empty"],
    [null, undefined, "null", "null"],
    [{ a: 1 }, undefined, '{"a":1}', '{"a":1}'],
    [[], { kind: "list", item: money }, "ไม่มีรายการ", "nothing"],
    [["1000.00"], { kind: "list", item: money }, "1,000.00 บาท", "1,000.00 baht"],
    [["1.00", "2.00"], { kind: "list", item: money }, "1.00 บาท และ 2.00 บาท", "1.00 baht and 2.00 baht"],
    [["1000.00"], money, "1000.00", "1000.00"],
    [[1, 2, 3000], undefined, "1 และ 2 และ 3000", "1, 2 and 3000"],
  ])("formats the value %j of the type %j as people write it", (value, type, th, en) => {
    expect([showValue(value, type, "th"), showValue(value, type, "en")]).toEqual([th, en]);
  });
});

describe("the grammar of texts in each language", () => {
  const { th, en } = GRAMMAR;

  it.each<readonly [parts: readonly string[], and: string, or: string, ofThai: string, orThai: string]>([
    [["A"], "A", "A", "A", "A"],
    [["A", "B"], "A and B", "A or B", "A และ B", "A หรือ B"],
    [["A", "B", "C"], "A, B and C", "A, B or C", "A และ B และ C", "A, B หรือ C"],
    [["A", "B", "C", "D"], "A, B, C and D", "A, B, C or D", "A และ B และ C และ D", "A, B, C หรือ D"],
  ])("joins the parts %j", (parts, and, or, andThai, orThai) => {
    expect([en.and(parts), en.or(parts), th.and(parts), th.or(parts)]).toEqual([and, or, andThai, orThai]);
  });

  it("adds a space before a part that does not begin with a Thai letter", () => {
    expect([th.given("บัญชี"), th.given("NAV ล่าสุด")]).toEqual(["มีบัญชีแล้ว", "มี NAV ล่าสุดแล้ว"]);
    expect([th.notGiven("บัญชี"), th.notGiven("“PIN”")]).toEqual(["ยังไม่มีบัญชี", "ยังไม่มี “PIN”"]);
    expect([th.nothingKnown("อายุ"), th.nothingKnown("NAV")]).toEqual(["ยังไม่มีข้อมูลอายุ", "ยังไม่มีข้อมูล NAV"]);
    expect([th.someone(["อายุมาก"]), th.someone(["A", "B"])]).toEqual(["ผู้ที่อายุมาก", "ผู้ที่ A และ B"]);
    expect([th.not("อายุ"), th.not("(A)")]).toEqual(["ไม่ใช่กรณีที่อายุ", "ไม่ใช่กรณีที่ (A)"]);
  });

  it("adds a space between a state and a part that does not end with a Thai letter", () => {
    expect([th.hasState("สัญญา", "ลงนามแล้ว"), th.hasState("PIN", "ตั้งแล้ว")]).toEqual([
      "สัญญาลงนามแล้ว",
      "PIN ตั้งแล้ว",
    ]);
    expect(en.hasState("the PIN", "set")).toBe("the PIN is set");
  });

  it("states how many of some values are on record", () => {
    expect([th.fewer(2, "ก ข ค"), th.atLeast(2, "ก ข ค")]).toEqual([
      "มีไม่ถึง 2 อย่าง จาก ก ข ค",
      "มีอย่างน้อย 2 อย่าง จาก ก ข ค",
    ]);
    expect([en.fewer(2, "A, B and C"), en.atLeast(2, "A, B and C")]).toEqual([
      "fewer than 2 are on record of A, B and C",
      "at least 2 are on record of A, B and C",
    ]);
  });

  it("describes users by ranges of values and by what is unknown about the users", () => {
    expect([th.from("20"), th.upTo("20"), th.fromTo("20", "30")]).toEqual([
      "ตั้งแต่ 20 ขึ้นไป",
      "ไม่เกิน 20",
      "อยู่ในช่วง 20 ถึง 30",
    ]);
    expect([en.from("20"), en.upTo("20"), en.fromTo("20", "30")]).toEqual([
      "20 or more",
      "20 or less",
      "from 20 to 30",
    ]);
    expect([th.lies("A", ["1"], ["B", "C"]), th.lies("A", [], ["B", "C"]), en.lies("A", [], ["B"])]).toEqual([
      "A คือ 1, B หรือ C",
      "A B หรือ C",
      "A is B",
    ]);
    expect([th.otherThan(["A", "B"]), en.otherThan(["A", "B"])]).toEqual([
      "อย่างอื่นที่ไม่ใช่ A หรือ B",
      "something other than A or B",
    ]);
    expect([th.orUnknown("A"), en.orUnknown("A")]).toEqual(["A หรือยังไม่มีข้อมูล", "A, or nothing is known yet"]);
    expect([th.something, en.something, th.everybody, en.everybody]).toEqual([
      "มีข้อมูลแล้ว",
      "given",
      "ทุกคน",
      "everybody",
    ]);
  });
});
