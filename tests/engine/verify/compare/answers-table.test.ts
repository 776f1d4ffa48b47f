import { expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { JsonSchema } from "../../../../engine/values/json.ts";
import { answerChanges } from "../../../../engine/verify/compare/answer-changes.ts";
import { wordsOfAnswers } from "../../../../engine/verify/compare/answer-words.ts";
import { namingOf } from "../../../../engine/verify/words/index.ts";
import { club } from "../words/fixtures/club.ts";

const naming = namingOf(club);

/** Describes, in both languages, the users whose answers to a field are no longer accepted. */
function lost(name: string, before: JsonSchema, after: JsonSchema) {
  const form = (schema: JsonSchema): JsonSchema => ({
    type: "object",
    properties: { [name]: schema },
    required: [name],
  });
  const [change, ...more] = answerChanges(form(before), form(after), { path: "answers.ask", formats });
  if (change === undefined || change.taken !== "no-longer") throw new Error("nothing is lost");
  expect(more).toEqual([]);
  return wordsOfAnswers(change, naming);
}

const text = (bounds: JsonSchema): JsonSchema => ({ type: "string", ...bounds });
const list = (bounds: JsonSchema, items: JsonSchema): JsonSchema => ({ type: "array", items, ...bounds });
const tags = (bounds: JsonSchema) => list(bounds, { type: "string", enum: ["golf", "chess"] });
const cars = (bounds: JsonSchema) => list(bounds, { type: "object", properties: {} });
const count = (bounds: JsonSchema): JsonSchema => ({ type: "integer", ...bounds });

it.each<readonly [name: string, before: JsonSchema, after: JsonSchema, th: string, en: string]>([
  [
    "nick",
    text({ minLength: 10, maxLength: 4000 }),
    text({ minLength: 30, maxLength: 4000 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาว 10 ถึง 29 ตัวอักษร",
    "someone whose “Nickname” has 10 to 29 characters",
  ],
  [
    "nick",
    text({ maxLength: 12_345 }),
    text({ maxLength: 3999 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาว 4000 ถึง 12,345 ตัวอักษร",
    "someone whose “Nickname” has 4000 to 12,345 characters",
  ],
  [
    "nick",
    text({}),
    text({ maxLength: 20 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาวตั้งแต่ 21 ตัวอักษรขึ้นไป",
    "someone whose “Nickname” has at least 21 characters",
  ],
  [
    "nick",
    text({}),
    text({ minLength: 3 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาวไม่เกิน 2 ตัวอักษร",
    "someone whose “Nickname” has at most 2 characters",
  ],
  [
    "nick",
    text({}),
    text({ minLength: 2 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาวไม่เกิน 1 ตัวอักษร",
    "someone whose “Nickname” has at most 1 character",
  ],
  [
    "nick",
    text({ minLength: 1 }),
    text({ minLength: 2 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาว 1 ตัวอักษร",
    "someone whose “Nickname” has 1 character",
  ],
  [
    "nick",
    text({}),
    text({ minLength: 1 }),
    "ผู้ที่เว้นว่าง “ชื่อเล่น”",
    "someone whose “Nickname” has no characters",
  ],
  [
    "nick",
    text({ minLength: 1 }),
    text({ minLength: 3, maxLength: 20 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาว 1 ถึง 2 ตัวอักษร หรือ ตั้งแต่ 21 ตัวอักษรขึ้นไป",
    "someone whose “Nickname” has 1 to 2 characters or at least 21 characters",
  ],
  [
    "nick",
    text({}),
    text({ minLength: 1, maxLength: 20 }),
    "ผู้ที่ตอบ “ชื่อเล่น” ยาว 0 ตัวอักษร หรือ ตั้งแต่ 21 ตัวอักษรขึ้นไป",
    "someone whose “Nickname” has no characters or at least 21 characters",
  ],
  [
    "tags",
    tags({ minItems: 1 }),
    tags({ minItems: 2 }),
    "ผู้ที่เลือก “งานอดิเรก” 1 ข้อ",
    "someone whose “Hobbies” has 1 choice",
  ],
  [
    "tags",
    tags({}),
    tags({ minItems: 1 }),
    "ผู้ที่ไม่ได้เลือกข้อใดใน “งานอดิเรก”",
    "someone whose “Hobbies” has no choices",
  ],
  [
    "tags",
    tags({}),
    tags({ maxItems: 1 }),
    "ผู้ที่เลือก “งานอดิเรก” ตั้งแต่ 2 ข้อขึ้นไป",
    "someone whose “Hobbies” has at least 2 choices",
  ],
  [
    "cars",
    cars({ maxItems: 5 }),
    cars({ maxItems: 3 }),
    "ผู้ที่มี “รถ” 4 ถึง 5 รายการ",
    "someone whose “Cars” has 4 to 5 entries",
  ],
  [
    "cars",
    cars({}),
    cars({ maxItems: 0 }),
    "ผู้ที่มี “รถ” ตั้งแต่ 1 รายการขึ้นไป",
    "someone whose “Cars” has at least 1 entry",
  ],
  [
    "cars",
    cars({ minItems: 1 }),
    cars({ minItems: 2 }),
    "ผู้ที่มี “รถ” 1 รายการ",
    "someone whose “Cars” has 1 entry",
  ],
  ["cars", cars({}), cars({ minItems: 1 }), "ผู้ที่ไม่มีรายการใน “รถ”", "someone whose “Cars” has no entries"],
  [
    "nick",
    text({ pattern: "^(Lek|7)$" }),
    text({ pattern: "^7$" }),
    "เช่น ผู้ที่ “ชื่อเล่น” คือ Lek",
    "for example someone for whom “Nickname” is Lek",
  ],
  [
    "count",
    count({ minimum: 1900, maximum: 2600 }),
    count({ minimum: 1950, maximum: 2600 }),
    "ผู้ที่ “จำนวนบุตร” อยู่ในช่วง 1900 ถึง 1949",
    "someone for whom “Children” is from 1900 to 1949",
  ],
  [
    "count",
    count({}),
    count({ minimum: 1950, maximum: 12_345 }),
    "ผู้ที่ “จำนวนบุตร” ไม่เกิน 1949 หรือ ตั้งแต่ 12,346 ขึ้นไป",
    "someone for whom “Children” is 1949 or less or 12,346 or more",
  ],
  [
    "count",
    count({ minimum: 0, maximum: 9 }),
    count({ minimum: 2, maximum: 7 }),
    "ผู้ที่ “จำนวนบุตร” อยู่ในช่วง 0 ถึง 1 หรือ อยู่ในช่วง 8 ถึง 9",
    "someone for whom “Children” is from 0 to 1 or from 8 to 9",
  ],
  [
    "kind",
    text({ enum: ["gold", "tin"] }),
    text({ enum: ["gold"] }),
    "ผู้ที่ตอบข้อ “บัตร” ว่า “ดีบุก”",
    "someone for whom the answer to “Card” is “Tin”",
  ],
])(
  "the report describes the answers that are lost if the schema of %s changes from %j to %j",
  (name, before, after, th, en) => {
    expect(lost(name, before, after)).toEqual({ th, en });
  },
);
