import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkWording } from "../../../../engine/verify/lint/check-wording.ts";
import { looseEnds } from "../../../../engine/verify/lint/index.ts";
import { flowNames, loadFlow } from "../../../definitions/definition-files.ts";
import { END, form } from "../../fixtures/parts.ts";
import { small, smallSource } from "../../fixtures/small-flow.ts";
import { NO_NAMES } from "./around.ts";

const SMALL = { steps: { ask: form("done"), done: END }, forms: { ask: {} } };
const WHERE = { pointer: "/small/ask/intro" };

/** Returns the findings about a text in its two languages. */
function found(thai: string, english: string) {
  const intro = (text: string): JsonObject => ({ small: { small: { ask: { intro: text } } } });
  return checkWording({ ...small(SMALL), texts: { th: intro(thai), en: intro(english) } as never });
}

it.each<readonly [what: string, thai: string, english: string]>([
  ["the same number", "ภายใน 30 วัน", "within 30 days"],
  ["numbers in another order", "4 หลัก ใน 30 วัน", "30 days, 4 digits"],
  ["a number without thousands separator", "10000 บาท", "10,000 baht"],
  ["Thai digits", "๓๐ วัน", "30 days"],
  ["a year of the Buddhist era", "20 พ.ย. 2569", "20 Nov 2026"],
  ["a time in Thai notation", "09.00–18.00 น.", "09:00–18:00"],
  ["one number as a word", "ผิดอย่างน้อย 1 ตัว ใน 13 หลัก", "at least one of the 13 digits is wrong"],
  ["all numbers as words", "เตรียม 3 อย่าง", "have three things at hand"],
  ["the same parameters", "{{a1}} ใน 30 วัน", "30 days for {{b2}}"],
])("two texts with %s are equivalent", (_, thai, english) => expect(found(thai, english)).toEqual([]));

it.each<
  readonly [what: string, thai: string, english: string, ours: readonly string[], theirs: readonly string[]]
>([
  ["days", "ภายใน 90 วัน", "within 30 days", ["90"], ["30"]],
  ["Thai digits", "๙๐ วัน", "30 days", ["90"], ["30"]],
  ["an account number", "เลขที่ 000-1-0", "number 000-0-0", ["0", "000", "1"], ["0", "0", "000"]],
  ["an amount", "100,000 บาท", "10,000 baht", ["100000"], ["10000"]],
  ["two different numbers", "1 วัน", "3 days", ["1"], ["3"]],
  ["two different years", "พ.ศ. 2569", "2027", ["2026"], ["2027"]],
  ["an amount that is no year", "2,569 บาท", "2,026 baht", ["2569"], ["2026"]],
])("two texts that differ in a number are reported: %s", (_, thai, english, ours, theirs) => {
  const says = { key: "text-numbers", params: { key: "small:small.ask.intro", thai: ours, english: theirs } };
  expect(found(thai, english)).toEqual([{ file: "locales/th/small.json", ...WHERE, says }]);
});

it.each<readonly [what: string, text: string, told: string]>([
  ["an HTML tag", "Read <b>this</b>", "<b>"],
  ["a script", "javascript:go()", "javascript:"],
  ["an insecure address", "See http://example.com", "http:"],
  ["an invisible character", "Am\u200bount", "U+200B"],
  ["a character that reverses the direction of the text", "Am\u202eount", "U+202E"],
  ["a control character", "Am\u0007ount", "U+0007"],
])("a text with %s is reported in its own language", (_, text, told) => {
  const params = { language: { key: "languages.en" }, key: "small:small.ask.intro", found: told };
  const says = { key: "text-content", params };
  expect(found("ข้อความ", text)).toEqual([{ file: "locales/en/small.json", ...WHERE, says }]);
});

it("a text may contain a line break, the sign < and an https address", () => {
  expect(found("ก\nข", "a\nb < c, https://example.com")).toEqual([]);
});

it("every finding about wording is a warning", () => {
  const definition = { ...small(SMALL), texts: { th: { a: { b: "2" } }, en: { a: { b: "3" } } } };
  const codes = looseEnds(definition, smallSource(SMALL), NO_NAMES).map(
    ({ severity, code }) => `${severity} ${code}`,
  );
  expect(codes).toContain("warning text-numbers");
});

it.each(flowNames())("the texts of the flow %s have no findings about wording", async (flow) => {
  expect(checkWording(await loadFlow(flow))).toEqual([]);
});
