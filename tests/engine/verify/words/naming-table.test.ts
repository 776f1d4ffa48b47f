import { describe, expect, it } from "vitest";
import { baht } from "../../../../domain/decimals.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { namingOf, type State } from "../../../../engine/verify/words/naming.ts";
import {
  type ConditionText,
  conditionTextOf,
  sentenceOf,
} from "../../../../engine/verify/words/sentences.ts";
import { club } from "./fixtures/club.ts";
import { conditionIn } from "./say-logic.ts";

const naming = namingOf(club);

describe("the name in both languages", () => {
  it.each<readonly [path: string, th: string, en: string]>([
    ["answers.ask.amount", "“จำนวนเงิน”", "“Amount”"],
    ["answers.ask.cars.items.brand", "“ยี่ห้อ”", "“Brand”"],
    ["derived.level", "“ระดับ”", "“Level”"],
    ["facts.member.signed", "สัญญา", "the contract"],
    ["flags.open", "สวิตช์ “เปิดรับ”", "the switch “Admission”"],
    ["flags.trial", "สวิตช์ “trial”", "the switch “trial”"],
    ["facts.member.today", "today (member)", "today (member)"],
    ["facts.other", "other", "other"],
    ["answers.ask.cars.items.colour", "“cars.items.colour (ask)”", "“cars.items.colour (ask)”"],
    ["alone", "alone", "alone"],
  ])("the data path %s has the right name in both languages", (path, th, en) => {
    expect([naming.place(path, "th"), naming.place(path, "en")]).toEqual([th, en]);
  });

  it.each<readonly [path: string, value: Json, th: string, en: string]>([
    ["answers.ask.kind", "gold", "“ทอง”", "“Gold”"],
    ["facts.member.status", "NEW", "ใหม่", "new"],
    ["facts.member.status", "GONE", "GONE", "GONE"],
    ["answers.ask.tags", "golf", "“กอล์ฟ”", "“Golf”"],
    ["answers.ask.tags", ["golf"], "“กอล์ฟ”", "“Golf”"],
    ["answers.ask.tags", ["golf", "chess"], "“กอล์ฟ” และ “หมากรุก”", "“Golf” and “Chess”"],
    ["answers.ask.tags", [], "ไม่มีรายการ", "nothing"],
    ["answers.ask.amount", "1000.00", "1,000.00 บาท", "1,000.00 baht"],
    ["answers.ask.amount", null, "null", "null"],
    ["answers.ask.cars.items.worth", "1000.00", "1,000.00 บาท", "1,000.00 baht"],
    ["answers.ask.tags.items.worth", "1000.00", "1000.00", "1000.00"],
    ["answers.ask.cars.items", "1000.00", "1000.00", "1000.00"],
    ["nowhere.at.all", 1000, "1000", "1000"],
  ])("the name of %s is correct with the value %j", (path, value, th, en) => {
    expect([naming.value(path, value, "th"), naming.value(path, value, "en")]).toEqual([th, en]);
  });

  it.each<readonly [path: string, said: State, th: string, en: string]>([
    ["facts.member.note", { values: [""] }, "ยังไม่มีบันทึก", "the note is not on record"],
    ["facts.member.note", { values: [""], negated: true }, "มีบันทึกแล้ว", "the note is on record"],
    ["flags.open", { values: [false] }, "สวิตช์ “เปิดรับ” ปิด", "the switch “Admission” is off"],
    ["flags.open", { values: [false], negated: true }, "สวิตช์ “เปิดรับ” เปิด", "the switch “Admission” is on"],
    [
      "flags.open",
      { values: [true, false] },
      "สวิตช์ “เปิดรับ” คือ ใช่ หรือ ไม่ใช่",
      "the switch “Admission” is yes or no",
    ],
    [
      "facts.member.signed",
      { values: [true, false] },
      "สัญญา คือ ลงนามแล้ว หรือ ยังไม่ลงนาม",
      "the contract is signed or unsigned",
    ],
    [
      "answers.ask.tags",
      { values: [["golf", "chess"]] },
      "ตอบข้อ “งานอดิเรก” ว่า “กอล์ฟ” และ “หมากรุก”",
      "the answer to “Hobbies” is “Golf” and “Chess”",
    ],
    [
      "answers.ask.count",
      { values: [2], said: ["5 or more"], negated: true },
      "“จำนวนบุตร” ไม่ใช่ 2 หรือ 5 or more",
      "“Children” is neither 2 nor 5 or more",
    ],
    ["answers.ask.count", { values: [], stretches: ["5 ขึ้นไป"] }, "“จำนวนบุตร” 5 ขึ้นไป", "“Children” is 5 ขึ้นไป"],
    [
      "answers.ask.count",
      { values: [2], said: ["9"], stretches: ["5 ขึ้นไป"] },
      "“จำนวนบุตร” คือ 2, 9 หรือ 5 ขึ้นไป",
      "“Children” is 2, 9 or 5 ขึ้นไป",
    ],
    [
      "answers.ask.risk",
      { values: [2], stretches: ["5 ขึ้นไป"] },
      "ตอบข้อ “ความเสี่ยง” ว่า “สูง” หรือ 5 ขึ้นไป",
      "the answer to “Risk” is “High” or 5 ขึ้นไป",
    ],
    [
      "answers.ask.count",
      { values: [2], stretches: ["5 ขึ้นไป"], negated: true },
      "“จำนวนบุตร” ไม่ใช่ 2 หรือ 5 ขึ้นไป",
      "“Children” is neither 2 nor 5 ขึ้นไป",
    ],
    [
      "facts.member.note",
      { values: [""], stretches: ["5 ขึ้นไป"] },
      "บันทึก คือ ค่าว่าง หรือ 5 ขึ้นไป",
      "the note is empty or 5 ขึ้นไป",
    ],
  ])("the name of %s is correct in the state %j", (path, said, th, en) => {
    expect([naming.state(path, said, "th"), naming.state(path, said, "en")]).toEqual([th, en]);
  });

  it("one amount in a list of amounts has a name in the singular", () => {
    const sums = {
      type: "object",
      properties: { sums: { type: "array", items: { type: "string", format: "baht" } } },
    };
    const { value } = namingOf({ ...club, schemas: { ask: sums as JsonSchema } });
    expect(value("answers.ask.sums", "1000.00", "en")).toBe("1,000.00 baht");
    expect(value("answers.ask.sums", ["1000.00", "2.00"], "en")).toBe("1,000.00 baht and 2.00 baht");
    expect(value("answers.ask.sums", [], "en")).toBe("nothing");
  });

  it("the name depends on the type if the data path is a field of a list's entries", () => {
    expect(naming.type("answers.ask.cars.items.worth")).toEqual({ kind: "decimal", of: baht });
    const none = [
      "answers.ask.cars.items.colour",
      "answers.ask.tags.items.x",
      "answers.ask.amount.items.x",
      "x.items.y",
    ];
    expect(none.map((path) => naming.type(path))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("a missing answer is called unanswered, and any other missing value is called unknown", () => {
    const unknown = (path: string) => [naming.unknown(path, "th"), naming.unknown(path, "en")];
    expect(unknown("answers.ask.nick")).toEqual(["ยังไม่ได้ตอบข้อ “ชื่อเล่น”", "“Nickname” is not answered yet"]);
    expect(unknown("derived.level")).toEqual(["ยังไม่มีข้อมูล “ระดับ”", "nothing is known yet about “Level”"]);
  });

  it("a rule is named by its title, or by its id if there is no title", () => {
    const rule = (id: string) => [naming.rule(id, "th"), naming.rule(id, "en")];
    expect([rule("adult"), rule("rich"), rule("nowhere")]).toEqual([
      ["ผู้ใหญ่", "Of age"],
      ["rich", "rich"],
      ["nowhere", "nowhere"],
    ]);
  });
});

/** Returns one side of a comparison in words. The calculation comes before the number. */
function calculated(logic: Logic) {
  const condition = conditionIn(club, { ">": [logic, 0] } as Logic);
  if (condition.op !== "compare" || condition.args[0] === undefined) throw new Error("no comparison");
  return {
    conditionText: conditionTextOf(condition.args[0], naming),
    line: sentenceOf(condition.args[0], naming),
  };
}

type Heads = string | readonly [string, readonly Heads[]];
function heads({ says, parts }: ConditionText): Heads {
  return parts.length === 0 ? says.en : [says.en, parts.map(heads)];
}

describe("the description of a calculation in words", () => {
  const count = { var: "answers.ask.count" };
  const risk = { var: "answers.ask.risk" };
  const signed = { var: "facts.member.signed" };
  const open = { var: "flags.open" };

  it("includes the points of each answer if the texts of the answers do not show the points", () => {
    const { conditionText } = calculated({ "+": [count, risk, 1] });
    expect(heads(conditionText)).toEqual([
      "the sum of",
      ["“Children”", ["“Risk”", ["“Low” counts 1", "“High” counts 2"]], "1"],
    ]);
    const [, second] = conditionText.parts;
    expect(second?.parts.map(({ says }) => says.th)).toEqual(["“ต่ำ” นับ 1", "“สูง” นับ 2"]);
    expect(conditionText.says.th).toBe("ผลรวมของ");
  });

  it("omits the points of an answer whose text is the number itself", () => {
    const without = (options: JsonObject) => {
      const texts = {
        club: { club: { ask: { count: { label: "Children" }, risk: { label: "Risk", options } } } },
      };
      const plain = { ...club, texts: { th: texts, en: texts } };
      const condition = conditionIn(plain, { ">": [{ "+": [count, risk, 1] }, 0] });
      if (condition.op !== "compare" || condition.args[0] === undefined) throw new Error("no comparison");
      return heads(conditionTextOf(condition.args[0], namingOf(plain)));
    };
    expect(without({})).toEqual(["the sum of", ["“Children”", "“Risk”", "1"]]);
    expect(without({ 2: "High" })).toEqual([
      "the sum of",
      ["“Children”", ["“Risk”", ["1 counts 1", "“High” counts 2"]], "1"],
    ]);
  });

  it("names the value of each condition in turn, and the last value for everyone else", () => {
    const { conditionText, line } = calculated({ if: [{ and: [signed, open] }, 2, open, count, 0] } as Logic);
    expect(heads(conditionText)).toEqual([
      "the first of these that fits",
      [
        ["2, if all of these hold", ["the contract is signed", "the switch “Admission” is on"]],
        "“Children”, if the switch “Admission” is on",
        "otherwise 0",
      ],
    ]);
    expect(conditionText.says.th).toBe("ค่าของข้อแรกที่ตรง");
    expect(line).toEqual({
      th: "(2 เมื่อสัญญาลงนามแล้ว และ สวิตช์ “เปิดรับ” เปิด; “จำนวนบุตร” เมื่อสวิตช์ “เปิดรับ” เปิด; นอกนั้น 0)",
      en: "(2, if the contract is signed and the switch “Admission” is on; “Children”, if the switch “Admission” is on; otherwise 0)",
    });
  });

  it("names the minimum or the maximum of several values", () => {
    expect(heads(calculated({ min: [count, 3] }).conditionText)).toEqual([
      "the least of",
      ["“Children”", "3"],
    ]);
    expect(heads(calculated({ max: [count, 3] }).conditionText)).toEqual([
      "the greatest of",
      ["“Children”", "3"],
    ]);
    expect(heads(calculated({ "+": [count, 3] }).conditionText)).toBe("“Children” + 3");
  });
});

describe("a condition that is always true or always false", () => {
  it("a constant condition is described as always or never, also under a negation", () => {
    const type = { kind: "boolean" } as const;
    const constant = (value: boolean) => ({ op: "constant", type, value }) as const;
    expect(sentenceOf(constant(true), naming)).toEqual({ th: "ทุกกรณี", en: "always" });
    expect(sentenceOf(constant(false), naming)).toEqual({ th: "ไม่มีกรณีใด", en: "never" });
    expect(sentenceOf({ op: "not", arg: constant(false) }, naming)).toEqual({
      th: "ไม่ใช่กรณีที่ไม่มีกรณีใด",
      en: "it is not so that never",
    });
  });
});
