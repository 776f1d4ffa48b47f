import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import { not } from "../../fixtures/parts.ts";
import { fact, of, sentence } from "./say-club.ts";

describe("the description of a condition on lists, missing values, rules or calculations", () => {
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
  ])("describes the condition %j by the expected sentence", (logic, th, en) =>
    expect(sentence(logic)).toEqual({ th, en }),
  );
});
