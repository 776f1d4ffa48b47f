import { describe, expect, it } from "vitest";
import type { Logic } from "../../../engine/rules/rule.ts";
import { namingOf } from "../../../engine/verify/words/naming.ts";
import { type Passage, passageOf, sentenceOf } from "../../../engine/verify/words/sentences.ts";
import { club } from "./fixtures/club.ts";
import { conditionIn } from "./say-logic.ts";

const naming = namingOf(club);
const told = (logic: Logic) => sentenceOf(conditionIn(club, logic), naming);
const passage = (logic: Logic) => passageOf(conditionIn(club, logic), naming);

const of = (field: string) => ({ var: `answers.ask.${field}` });
const fact = (name: string) => ({ var: `facts.member.${name}` });
const not = (logic: Logic): Logic => ({ "!": [logic] }) as Logic;

describe("one place is told in one sentence", () => {
  it.each<readonly [logic: Logic, th: string, en: string]>([
    [fact("signed"), "สัญญาลงนามแล้ว", "the contract is signed"],
    [not(fact("signed")), "สัญญายังไม่ลงนาม", "the contract is unsigned"],
    [{ "==": [fact("signed"), false] }, "สัญญายังไม่ลงนาม", "the contract is unsigned"],
    [{ "!=": [fact("signed"), false] }, "สัญญาลงนามแล้ว", "the contract is signed"],
    [{ "==": [true, fact("signed")] }, "สัญญาลงนามแล้ว", "the contract is signed"],
    [of("agreed"), "ตอบข้อ “ยอมรับ” ว่า “ใช่ค่ะ”", "the answer to “Agreed” is “Yes, I do”"],
    [not(of("agreed")), "ไม่ได้ตอบข้อ “ยอมรับ” ว่า “ใช่ค่ะ”", "the answer to “Agreed” is not “Yes, I do”"],
    [{ var: "flags.open" }, "สวิตช์ “เปิดรับ” เปิด", "the switch “Admission” is on"],
    [not({ var: "flags.open" }), "สวิตช์ “เปิดรับ” ปิด", "the switch “Admission” is off"],
    [{ "==": [{ var: "flags.trial" }, false] }, "สวิตช์ “trial” ปิด", "the switch “trial” is off"],
    [{ "==": [fact("status"), "NEW"] }, "สถานะ คือ ใหม่", "the standing is new"],
    [{ "==": ["NEW", fact("status")] }, "สถานะ คือ ใหม่", "the standing is new"],
    [{ "==": [fact("status"), "GONE"] }, "สถานะ คือ GONE", "the standing is GONE"],
    [
      { in: [fact("status"), ["NEW", "OLD", "GONE"]] },
      "สถานะ คือ ใหม่, เก่า หรือ GONE",
      "the standing is new, old or GONE",
    ],
    [
      not({ in: [fact("status"), ["NEW", "OLD", "GONE"]] }),
      "สถานะ ไม่ใช่ ใหม่, เก่า หรือ GONE",
      "the standing is neither new nor old nor GONE",
    ],
    [{ "!=": [fact("status"), "OLD"] }, "สถานะ ไม่ใช่ เก่า", "the standing is not old"],
    [
      { in: [of("kind"), ["gold", "silver"]] },
      "ตอบข้อ “บัตร” ว่า “ทอง” หรือ “เงิน”",
      "the answer to “Card” is “Gold” or “Silver”",
    ],
    [
      not({ in: [of("kind"), ["gold", "silver"]] }),
      "ไม่ได้ตอบข้อ “บัตร” ว่า “ทอง” หรือ “เงิน”",
      "the answer to “Card” is neither “Gold” nor “Silver”",
    ],
    [{ "==": [of("risk"), 2] }, "ตอบข้อ “ความเสี่ยง” ว่า “สูง”", "the answer to “Risk” is “High”"],
    [{ "==": [of("count"), 2] }, "“จำนวนบุตร” คือ 2", "“Children” is 2"],
    [{ "!=": [of("count"), 2] }, "“จำนวนบุตร” ไม่ใช่ 2", "“Children” is not 2"],
    [{ "==": [of("amount"), "5000.00"] }, "“จำนวนเงิน” คือ 5,000.00 บาท", "“Amount” is 5,000.00 baht"],
    [{ "==": [of("nick"), "Lek"] }, "“ชื่อเล่น” คือ Lek", "“Nickname” is Lek"],
    [{ "==": [fact("note"), ""] }, "ยังไม่มีบันทึก", "the note is not on record"],
    [{ "!=": [fact("note"), ""] }, "มีบันทึกแล้ว", "the note is on record"],
    [{ "!=": [of("nick"), ""] }, "มี “ชื่อเล่น” แล้ว", "“Nickname” is on record"],
    [{ in: [fact("note"), ["", "x"]] }, "บันทึก คือ ค่าว่าง หรือ x", "the note is empty or x"],
    [not({ in: [fact("note"), ["", "x"]] }), "บันทึก ไม่ใช่ ค่าว่าง หรือ x", "the note is neither empty nor x"],
    [
      { "==": [of("amount"), of("least")] },
      "“จำนวนเงิน” กับ “เงินขั้นต่ำ” ตรงกัน",
      "“Amount” and “Least” are the same",
    ],
    [{ "!=": [of("amount"), of("least")] }, "“จำนวนเงิน” กับ “เงินขั้นต่ำ” ไม่ตรงกัน", "“Amount” and “Least” differ"],
    [{ ">": [of("amount"), of("least")] }, "“จำนวนเงิน” มากกว่า “เงินขั้นต่ำ”", "“Amount” is more than “Least”"],
    [{ "==": [{ var: "derived.level" }, 2] }, "“ระดับ” คือ “2 ดาว”", "“Level” is “2 stars”"],
  ])("%j", (logic, th, en) => {
    expect(told(logic)).toEqual({ th, en });
    expect(passage(logic)).toEqual({ says: { th, en }, parts: [] });
  });
});

describe("an order is told of what is compared, whichever way it is written", () => {
  it.each<readonly [logic: Logic, th: string, en: string]>([
    [{ "<": [of("count"), 3] }, "“จำนวนบุตร” น้อยกว่า 3", "“Children” is less than 3"],
    [{ "<=": [of("count"), 3] }, "“จำนวนบุตร” ไม่เกิน 3", "“Children” is at most 3"],
    [{ ">": [of("count"), 3] }, "“จำนวนบุตร” มากกว่า 3", "“Children” is more than 3"],
    [{ ">=": [of("count"), 3] }, "“จำนวนบุตร” ไม่น้อยกว่า 3", "“Children” is at least 3"],
    [{ "<": [3, of("count")] }, "“จำนวนบุตร” มากกว่า 3", "“Children” is more than 3"],
    [{ "<=": [3, of("count")] }, "“จำนวนบุตร” ไม่น้อยกว่า 3", "“Children” is at least 3"],
    [{ ">": [3, of("count")] }, "“จำนวนบุตร” น้อยกว่า 3", "“Children” is less than 3"],
    [{ ">=": [3, of("count")] }, "“จำนวนบุตร” ไม่เกิน 3", "“Children” is at most 3"],
    [not({ "<": [of("count"), 3] }), "“จำนวนบุตร” ไม่น้อยกว่า 3", "“Children” is at least 3"],
    [not({ "<=": [of("count"), 3] }), "“จำนวนบุตร” มากกว่า 3", "“Children” is more than 3"],
    [not({ ">": [of("count"), 3] }), "“จำนวนบุตร” ไม่เกิน 3", "“Children” is at most 3"],
    [not({ ">=": [of("count"), 3] }), "“จำนวนบุตร” น้อยกว่า 3", "“Children” is less than 3"],
    [{ "<": [fact("born"), "2000-02-01"] }, "วันเกิด ก่อน 01/02/2000", "the birthday is before 01/02/2000"],
    [
      { "<=": [fact("born"), "2000-02-01"] },
      "วันเกิด ไม่หลัง 01/02/2000",
      "the birthday is not after 01/02/2000",
    ],
    [{ ">": [fact("born"), "2000-02-01"] }, "วันเกิด หลัง 01/02/2000", "the birthday is after 01/02/2000"],
    [
      { ">=": [fact("born"), "2000-02-01"] },
      "วันเกิด ไม่ก่อน 01/02/2000",
      "the birthday is not before 01/02/2000",
    ],
    [{ ">": ["2000-02-01", fact("born")] }, "วันเกิด ก่อน 01/02/2000", "the birthday is before 01/02/2000"],
    [
      { "<": [fact("seen"), "2026-11-24T07:00:00.000Z"] },
      "เวลาที่มา ก่อน 24/11/2026 14:00",
      "the visit is before 24/11/2026 14:00",
    ],
    [
      { ">": [fact("units"), "1000.0000"] },
      "หน่วยที่ถือ มากกว่า 1,000.0000",
      "the units held is more than 1,000.0000",
    ],
    [
      { "<=": ["1.00", of("amount"), "1000.00"] },
      "“จำนวนเงิน” อยู่ระหว่าง 1.00 บาท ถึง 1,000.00 บาท",
      "“Amount” lies between 1.00 baht and 1,000.00 baht",
    ],
    [
      not({ "<=": [1, of("count"), 3] }),
      "ไม่ใช่กรณีที่ “จำนวนบุตร” อยู่ระหว่าง 1 ถึง 3",
      "it is not so that “Children” lies between 1 and 3",
    ],
    [
      { "<": [fact("today"), fact("born")] },
      "today (member) ก่อน วันเกิด",
      "today (member) is before the birthday",
    ],
  ])("%j", (logic, th, en) => expect(told(logic)).toEqual({ th, en }));
});

describe("lists, what is missing, rules and calculations", () => {
  const bmw = { "==": [{ var: "brand" }, "bmw"] };
  const amountAndLeast = ["answers.ask.amount", "answers.ask.least"];
  const three = [...amountAndLeast, "answers.ask.nick"];
  const gone: Logic = { missing: amountAndLeast };

  it.each<readonly [logic: Logic, th: string, en: string]>([
    [{ in: ["golf", of("tags")] }, "เลือก “กอล์ฟ” ในข้อ “งานอดิเรก”", "“Golf” is chosen at “Hobbies”"],
    [
      not({ in: ["golf", of("tags")] }),
      "ไม่ได้เลือก “กอล์ฟ” ในข้อ “งานอดิเรก”",
      "“Golf” is not chosen at “Hobbies”",
    ],
    [
      { some: [of("cars"), bmw] },
      "มีรายการใน “รถ” ที่ “ยี่ห้อ” ของรายการ คือ “บีเอ็ม”",
      "for at least one entry of “Cars”, the entry’s “Brand” is “BMW”",
    ],
    [
      { some: [of("cars"), { ">": [{ var: "worth" }, "1000.00"] }] },
      "มีรายการใน “รถ” ที่ “ราคา” ของรายการ มากกว่า 1,000.00 บาท",
      "for at least one entry of “Cars”, the entry’s “Worth” is more than 1,000.00 baht",
    ],
    [
      { all: [of("cars"), { "==": [{ var: "worth" }, "1000.00"] }] },
      "ทุกรายการใน “รถ” “ราคา” ของรายการ คือ 1,000.00 บาท",
      "for every entry of “Cars”, the entry’s “Worth” is 1,000.00 baht",
    ],
    [
      not({ some: [of("cars"), bmw] }),
      "ไม่มีรายการใดใน “รถ” ที่ “ยี่ห้อ” ของรายการ คือ “บีเอ็ม”",
      "for no entry of “Cars”, the entry’s “Brand” is “BMW”",
    ],
    [
      { none: [of("cars"), bmw] },
      "ไม่มีรายการใดใน “รถ” ที่ “ยี่ห้อ” ของรายการ คือ “บีเอ็ม”",
      "for no entry of “Cars”, the entry’s “Brand” is “BMW”",
    ],
    [
      not({ none: [of("cars"), bmw] }),
      "มีรายการใน “รถ” ที่ “ยี่ห้อ” ของรายการ คือ “บีเอ็ม”",
      "for at least one entry of “Cars”, the entry’s “Brand” is “BMW”",
    ],
    [
      { all: [of("cars"), { "==": [{ var: "brand" }, "kia"] }] },
      "ทุกรายการใน “รถ” “ยี่ห้อ” ของรายการ คือ “เกีย”",
      "for every entry of “Cars”, the entry’s “Brand” is “Kia”",
    ],
    [
      not({ all: [of("cars"), { "!=": [{ var: "brand" }, "kia"] }] }),
      "ไม่ใช่กรณีที่ทุกรายการใน “รถ” “ยี่ห้อ” ของรายการ ไม่ใช่ “เกีย”",
      "it is not so that for every entry of “Cars”, the entry’s “Brand” is not “Kia”",
    ],
    [
      { some: [of("cars"), { in: [{ var: "brand" }, ["kia", "bmw"]] }] },
      "มีรายการใน “รถ” ที่ “ยี่ห้อ” ของรายการ คือ “เกีย” หรือ “บีเอ็ม”",
      "for at least one entry of “Cars”, the entry’s “Brand” is “Kia” or “BMW”",
    ],
    [
      { some: [of("tags"), { "==": [{ var: "" }, "golf"] }] },
      "มีรายการใน “งานอดิเรก” ที่รายการนั้น คือ “กอล์ฟ”",
      "for at least one entry of “Hobbies”, the entry is “Golf”",
    ],
    [
      { ">=": [{ var: "answers.ask.cars.length" }, 2] },
      "จำนวนรายการใน “รถ” ไม่น้อยกว่า 2",
      "the number of entries of “Cars” is at least 2",
    ],
    [{ "!!": [{ missing: ["answers.ask.nick"] }] }, "ยังไม่ได้ตอบข้อ “ชื่อเล่น”", "“Nickname” is not answered yet"],
    [
      { "!!": [{ missing: ["facts.member.born"] }] },
      "ยังไม่มีข้อมูลวันเกิด",
      "nothing is known yet about the birthday",
    ],
    [{ "!": [{ missing: ["answers.ask.nick"] }] }, "มี “ชื่อเล่น” แล้ว", "“Nickname” is on record"],
    [
      { "!!": [{ missing_some: [1, amountAndLeast] }] },
      "ยังไม่มีทั้ง “จำนวนเงิน” และ “เงินขั้นต่ำ”",
      "none of these is on record: “Amount” and “Least”",
    ],
    [
      { "!": [{ missing_some: [1, amountAndLeast] }] },
      "มีอย่างน้อยหนึ่งอย่างจาก “จำนวนเงิน” และ “เงินขั้นต่ำ”",
      "at least one of these is on record: “Amount” and “Least”",
    ],
    [
      { "!!": [gone] },
      "มี “จำนวนเงิน” และ “เงินขั้นต่ำ” ไม่ครบ",
      "not all of these are on record: “Amount” and “Least”",
    ],
    [{ "!": [gone] }, "มีครบทั้ง “จำนวนเงิน” และ “เงินขั้นต่ำ”", "all of these are on record: “Amount” and “Least”"],
    [
      { "!!": [{ missing_some: [2, three] }] },
      "มีไม่ถึง 2 อย่าง จาก “จำนวนเงิน” และ “เงินขั้นต่ำ” และ “ชื่อเล่น”",
      "fewer than 2 are on record of “Amount”, “Least” and “Nickname”",
    ],
    [
      { "!": [{ missing_some: [2, three] }] },
      "มีอย่างน้อย 2 อย่าง จาก “จำนวนเงิน” และ “เงินขั้นต่ำ” และ “ชื่อเล่น”",
      "at least 2 are on record of “Amount”, “Least” and “Nickname”",
    ],
    [{ rule: "adult" }, "เป็นไปตามกฎ “ผู้ใหญ่”", "the rule “Of age” is met"],
    [not({ rule: "adult" }), "ไม่เป็นไปตามกฎ “ผู้ใหญ่”", "the rule “Of age” is not met"],
    [{ rule: "rich" }, "เป็นไปตามกฎ “rich”", "the rule “rich” is met"],
    [
      { "==": [{ rule: "level" }, 2] },
      "ค่าตามกฎ “ระดับสมาชิก” กับ 2 ตรงกัน",
      "what the rule “Level of a member” gives and 2 are the same",
    ],
    [
      { "!=": [{ rule: "level" }, 2] },
      "ค่าตามกฎ “ระดับสมาชิก” กับ 2 ไม่ตรงกัน",
      "what the rule “Level of a member” gives and 2 differ",
    ],
    [
      { in: [{ rule: "level" }, [1, 2]] },
      "ค่าตามกฎ “ระดับสมาชิก” คือ 1 หรือ 2",
      "what the rule “Level of a member” gives is 1 or 2",
    ],
    [
      not({ in: [{ rule: "level" }, [1, 2]] }),
      "ค่าตามกฎ “ระดับสมาชิก” ไม่ใช่ 1 หรือ 2",
      "what the rule “Level of a member” gives is neither 1 nor 2",
    ],
    [
      { "==": [fact("signed"), { rule: "adult" }] },
      "สัญญาลงนามแล้ว ก็ต่อเมื่อเป็นไปตามกฎ “ผู้ใหญ่”",
      "the contract is signed exactly when the rule “Of age” is met",
    ],
    [
      { "!=": [fact("signed"), { rule: "adult" }] },
      "ไม่ใช่กรณีที่สัญญาลงนามแล้ว ก็ต่อเมื่อเป็นไปตามกฎ “ผู้ใหญ่”",
      "it is not so that the contract is signed exactly when the rule “Of age” is met",
    ],
    [
      { ">": [{ "+": [of("amount"), "50.00"] }, "100.00"] },
      "“จำนวนเงิน” + 50.00 บาท มากกว่า 100.00 บาท",
      "“Amount” + 50.00 baht is more than 100.00 baht",
    ],
    [{ ">": [{ "-": [of("count"), 1] }, 2] }, "“จำนวนบุตร” − 1 มากกว่า 2", "“Children” − 1 is more than 2"],
    [{ "<": [{ "-": [of("count")] }, 2] }, "−“จำนวนบุตร” น้อยกว่า 2", "−“Children” is less than 2"],
    [
      { "==": [{ if: [fact("signed"), fact("note"), "x"] }, ""] },
      "ยังไม่มี (บันทึก เมื่อสัญญาลงนามแล้ว; นอกนั้น x)",
      "(the note, if the contract is signed; otherwise x) is not on record",
    ],
    [{ ">": [{ "/": [of("count"), 3] }, 2] }, "“จำนวนบุตร” ÷ 3 มากกว่า 2", "“Children” ÷ 3 is more than 2"],
    [
      { "<": ["2026-11-24T07:00:00.000Z", fact("seen")] },
      "เวลาที่มา หลัง 24/11/2026 14:00",
      "the visit is after 24/11/2026 14:00",
    ],
    [{ ">": [{ "*": [of("count"), 3] }, 2] }, "“จำนวนบุตร” × 3 มากกว่า 2", "“Children” × 3 is more than 2"],
    [
      { "==": [{ "%": [of("count"), 3] }, 2] },
      "เศษจาก “จำนวนบุตร” ÷ 3 กับ 2 ตรงกัน",
      "the remainder of “Children” ÷ 3 and 2 are the same",
    ],
    [
      { ">": [{ "+": [of("count"), 1, of("risk")] }, 2] },
      "ผลรวมของ “จำนวนบุตร” และ 1 และ “ความเสี่ยง” มากกว่า 2",
      "the sum of “Children”, 1 and “Risk” is more than 2",
    ],
    [
      { ">": [{ min: [of("amount"), of("least")] }, "2.00"] },
      "ค่าน้อยที่สุดของ “จำนวนเงิน” และ “เงินขั้นต่ำ” มากกว่า 2.00 บาท",
      "the least of “Amount” and “Least” is more than 2.00 baht",
    ],
    [
      { ">": [{ max: [of("amount"), of("least")] }, "2.00"] },
      "ค่ามากที่สุดของ “จำนวนเงิน” และ “เงินขั้นต่ำ” มากกว่า 2.00 บาท",
      "the greatest of “Amount” and “Least” is more than 2.00 baht",
    ],
    [
      { ">": [{ if: [fact("signed"), of("amount"), "2.00"] }, "1.00"] },
      "(“จำนวนเงิน” เมื่อสัญญาลงนามแล้ว; นอกนั้น 2.00 บาท) มากกว่า 1.00 บาท",
      "(“Amount”, if the contract is signed; otherwise 2.00 baht) is more than 1.00 baht",
    ],
  ])("%j", (logic, th, en) => expect(told(logic)).toEqual({ th, en }));
});

/** A passage as its heads in English, the inner ones in a list behind the outer. */
type Heads = string | readonly [string, readonly Heads[]];
function heads({ says, parts }: Passage): Heads {
  return parts.length === 0 ? says.en : [says.en, parts.map(heads)];
}

describe("what has parts is a head with a list, and one line with brackets", () => {
  const a = fact("signed");
  const b = { var: "flags.open" };
  const c = { ">": [of("count"), 3] };
  const A = "the contract is signed";
  const B = "the switch “Admission” is on";
  const C = "“Children” is more than 3";

  it.each<readonly [logic: Logic, heads: Heads, line: string]>([
    [{ and: [a, b] }, ["all of these hold", [A, B]], `${A} and ${B}`],
    [{ or: [a, b] }, ["at least one of these holds", [A, B]], `${A} or ${B}`],
    [{ and: [a, b, c] }, ["all of these hold", [A, B, C]], `${A}, ${B} and ${C}`],
    [{ or: [a, b, c] }, ["at least one of these holds", [A, B, C]], `${A}, ${B} or ${C}`],
    [{ and: [a] }, A, A],
    [{ or: [a] }, A, A],
    [not({ and: [a, b] }), ["not all of these hold", [A, B]], `it is not so that (${A} and ${B})`],
    [not({ or: [a, b] }), ["none of these holds", [A, B]], `it is not so that (${A} or ${B})`],
    [
      { or: [{ and: [a, b] }, c] },
      ["at least one of these holds", [["all of these hold", [A, B]], C]],
      `(${A} and ${B}) or ${C}`,
    ],
    [
      { and: [not({ or: [a, b] }), c] },
      ["all of these hold", [["none of these holds", [A, B]], C]],
      `it is not so that (${A} or ${B}) and ${C}`,
    ],
    [{ or: [not(a), c] }, `if ${A}, then ${C}`, `if ${A}, then ${C}`],
    [{ or: [not(not({ and: [a] })), c] }, ["at least one of these holds", [A, C]], `${A} or ${C}`],
    [
      { or: [{ "!=": [of("kind"), "gold"] }, c] },
      `if the answer to “Card” is “Gold”, then ${C}`,
      `if the answer to “Card” is “Gold”, then ${C}`,
    ],
    [{ or: [c, not(a)] }, `if ${A}, then ${C}`, `if ${A}, then ${C}`],
    [
      { or: [not(a), { and: [b, c] }] },
      [`if ${A}, then all of these hold`, [B, C]],
      `if ${A}, then ${B} and ${C}`,
    ],
    [
      { or: [not({ and: [a, b] }), c] },
      ["at least one of these holds", [["not all of these hold", [A, B]], C]],
      `it is not so that (${A} and ${B}) or ${C}`,
    ],
    [
      { or: [not(a), not(b)] },
      ["at least one of these holds", ["the contract is unsigned", "the switch “Admission” is off"]],
      "the contract is unsigned or the switch “Admission” is off",
    ],
    [
      { or: [not(a), b, c] },
      ["at least one of these holds", ["the contract is unsigned", B, C]],
      `the contract is unsigned, ${B} or ${C}`,
    ],
    [
      { or: [{ "!!": [{ missing: ["facts.member.born"] }] }, a] },
      `if the birthday is on record, then ${A}`,
      `if the birthday is on record, then ${A}`,
    ],
    [
      { or: [{ "!=": [fact("note"), ""] }, a] },
      ["at least one of these holds", ["the note is on record", A]],
      `the note is on record or ${A}`,
    ],
    [
      { or: [{ "!=": ["", fact("note")] }, a] },
      ["at least one of these holds", ["the note is on record", A]],
      `the note is on record or ${A}`,
    ],
  ])("%j", (logic, listed, line) => {
    expect(heads(passage(logic))).toEqual(listed);
    expect(told(logic).en).toBe(line);
  });

  it("has the same heads in Thai", () => {
    const thai = (logic: Logic) => passage(logic).says.th;
    expect([{ and: [a, b] }, { or: [a, b] }, not({ and: [a, b] }), not({ or: [a, b] })].map(thai)).toEqual([
      "ครบทุกข้อต่อไปนี้",
      "อย่างน้อยหนึ่งข้อต่อไปนี้",
      "ไม่ครบทุกข้อต่อไปนี้",
      "ไม่มีข้อใดต่อไปนี้",
    ]);
    expect(told({ or: [not(a), { and: [b, c] }] }).th).toBe(
      "กรณีที่สัญญาลงนามแล้ว: สวิตช์ “เปิดรับ” เปิด และ “จำนวนบุตร” มากกว่า 3",
    );
    expect(told({ or: [{ and: [a, b] }, c] }).th).toBe(
      "(สัญญาลงนามแล้ว และ สวิตช์ “เปิดรับ” เปิด) หรือ “จำนวนบุตร” มากกว่า 3",
    );
  });
});
