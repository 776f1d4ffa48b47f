import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import { not } from "../../fixtures/parts.ts";
import { conditionText, fact, of, sentence } from "./say-club.ts";

describe("the description of a condition on one value", () => {
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
  ])("describes a condition on one value in one sentence: %j", (logic, th, en) => {
    expect(sentence(logic)).toEqual({ th, en });
    expect(conditionText(logic)).toEqual({ says: { th, en }, parts: [] });
  });
});

describe("the description of a comparison", () => {
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
  ])("describes a comparison from the side of the data path: %j", (logic, th, en) =>
    expect(sentence(logic)).toEqual({ th, en }),
  );
});
