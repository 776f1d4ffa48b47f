import { beforeAll, describe, expect, it } from "vitest";
import type { Definition } from "../../../../engine/flow/index.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import { type Naming, namingOf } from "../../../../engine/verify/words/people.ts";
import {
  type ConditionText,
  conditionTextOf,
  sentenceOf,
} from "../../../../engine/verify/words/sentences.ts";
import { loadFlow } from "../../../definitions/definition-files.ts";
import { conditionIn } from "./say-logic.ts";

const flows: { [flow: string]: { readonly definition: Definition; readonly naming: Naming } } = {};

beforeAll(async () => {
  for (const flow of ["invest", "kyc"]) {
    const definition = await loadFlow(flow);
    flows[flow] = { definition, naming: namingOf(definition) };
  }
});

function told(
  flow: string,
  logic: Logic,
): { readonly conditionText: ConditionText; readonly th: string; readonly en: string } {
  const { definition, naming } = flows[flow] as (typeof flows)[string];
  const condition = conditionIn(definition, logic);
  return { conditionText: conditionTextOf(condition, naming), ...sentenceOf(condition, naming) };
}

const amount = { var: "answers.amount.amount" };
const minimum = { var: "facts.strategy.minFirst" };
const kyc = { var: "facts.investor.kycStatus" };
const company = { "==": [{ var: "facts.investor.customerType" }, "JURISTIC"] };
const signed = { var: "facts.investor.contractVerified" };
const wallet = { "!!": [{ var: "facts.investor.trueMoneyId" }] };

describe("the sentence for a single condition", () => {
  const table: readonly (readonly [flow: string, logic: Logic, th: string, en: string])[] = [
    ["invest", signed, "สัญญาลงนามแล้ว", "the contract is signed"],
    ["invest", { "!": [signed] }, "สัญญายังไม่ลงนาม", "the contract is not signed"],
    ["invest", { "!": [{ "!": [signed] }] }, "สัญญาลงนามแล้ว", "the contract is signed"],
    ["invest", { var: "facts.investor.hasPin" }, "PIN ตั้งแล้ว", "the PIN is set"],
    ["invest", company, "ผู้ลงทุน คือ นิติบุคคล", "the investor is a company"],
    ["invest", { "!": [company] }, "ผู้ลงทุน ไม่ใช่ นิติบุคคล", "the investor is not a company"],
    [
      "invest",
      { in: [kyc, ["VERIFIED", "REVIEW", "OVERDUE"]] },
      "สถานะยืนยันตัวตน คือ ผ่านแล้ว, เจ้าหน้าที่กำลังตรวจ หรือ ถึงรอบทบทวน",
      "identity verification is passed, under review by a person or due for another review",
    ],
    [
      "invest",
      { "!": [{ in: [kyc, ["REJECTED", "OVERDUE"]] }] },
      "สถานะยืนยันตัวตน ไม่ใช่ ไม่ผ่าน หรือ ถึงรอบทบทวน",
      "identity verification is neither rejected nor due for another review",
    ],
    [
      "invest",
      { ">=": [amount, minimum] },
      "“จำนวนเงิน” ไม่น้อยกว่า ขั้นต่ำของการลงทุนครั้งแรก",
      "“Amount” is at least the minimum for a first investment",
    ],
    [
      "invest",
      { "<": [amount, "1500000.50"] },
      "“จำนวนเงิน” น้อยกว่า 1,500,000.50 บาท",
      "“Amount” is less than 1,500,000.50 baht",
    ],
    [
      "invest",
      { "<=": ["10000.00", amount] },
      "“จำนวนเงิน” ไม่น้อยกว่า 10,000.00 บาท",
      "“Amount” is at least 10,000.00 baht",
    ],
    [
      "invest",
      { "!": [{ ">": [amount, "500.00"] }] },
      "“จำนวนเงิน” ไม่เกิน 500.00 บาท",
      "“Amount” is at most 500.00 baht",
    ],
    [
      "invest",
      { "<=": ["1.00", amount, "2.00"] },
      "“จำนวนเงิน” อยู่ระหว่าง 1.00 บาท ถึง 2.00 บาท",
      "“Amount” lies between 1.00 baht and 2.00 baht",
    ],
    [
      "invest",
      { ">": [{ var: "facts.dealing.navDate" }, "2026-11-24"] },
      "วันที่ NAV ของคำสั่ง หลัง 24/11/2026",
      "the NAV date of the order is after 24/11/2026",
    ],
    [
      "invest",
      { "<": [{ var: "facts.dealing.cutOff" }, "2026-11-24T07:00:00.000Z"] },
      "เวลาปิดรับคำสั่ง ก่อน 24/11/2026 14:00",
      "the cut-off is before 24/11/2026 14:00",
    ],
    [
      "invest",
      { "==": [{ var: "answers.pay.method" }, "qr"] },
      "ตอบข้อ “จ่ายด้วย” ว่า “สแกน QR พร้อมเพย์”",
      "the answer to “Pay by” is “PromptPay QR”",
    ],
    [
      "invest",
      { "!=": [{ var: "answers.pay.method" }, "qr"] },
      "ไม่ได้ตอบข้อ “จ่ายด้วย” ว่า “สแกน QR พร้อมเพย์”",
      "the answer to “Pay by” is not “PromptPay QR”",
    ],
    ["invest", { var: "flags.invest" }, "สวิตช์ “การลงทุนใหม่” เปิด", "the switch “New investments” is on"],
    [
      "invest",
      { "!": [{ var: "flags.invest" }] },
      "สวิตช์ “การลงทุนใหม่” ปิด",
      "the switch “New investments” is off",
    ],
    ["invest", wallet, "มีบัญชีทรูมันนี่แล้ว", "a TrueMoney account is on record"],
    ["invest", { "!": [wallet] }, "ยังไม่มีบัญชีทรูมันนี่", "a TrueMoney account is not on record"],
    [
      "invest",
      { "!": [{ missing: ["facts.investor.kycStatus"] }] },
      "มีสถานะยืนยันตัวตนแล้ว",
      "identity verification is on record",
    ],
    [
      "invest",
      { "!!": [{ missing: ["facts.investor.kycStatus"] }] },
      "ยังไม่มีข้อมูลสถานะยืนยันตัวตน",
      "nothing is known yet about identity verification",
    ],
    [
      "invest",
      { rule: "risk-mismatch" },
      "เป็นไปตามกฎ “เสี่ยงกว่าที่เหมาะกับผู้ลงทุน”",
      "the rule “Riskier than what suits the investor” is met",
    ],
    [
      "invest",
      { "!": [{ rule: "risk-mismatch" }] },
      "ไม่เป็นไปตามกฎ “เสี่ยงกว่าที่เหมาะกับผู้ลงทุน”",
      "the rule “Riskier than what suits the investor” is not met",
    ],
    [
      "invest",
      { "==": [{ var: "facts.holding.has" }, { ">": [{ var: "facts.holding.units" }, "0.0000"] }] },
      "กลยุทธ์นี้ถืออยู่แล้ว ก็ต่อเมื่อจำนวนหน่วยที่ถือ มากกว่า 0.0000",
      "this strategy is held already exactly when the units held is more than 0.0000",
    ],
    [
      "kyc",
      { var: "answers.us-person.isUsCitizen" },
      "ตอบข้อ “คุณเป็นพลเมืองสหรัฐหรือไม่” ว่า “ใช่”",
      "the answer to “Are you a US citizen?” is “Yes”",
    ],
    [
      "kyc",
      { in: [4, { var: "answers.experience.experience" }] },
      "เลือก “หุ้น กองทุนหุ้น หรือสินทรัพย์เสี่ยงสูงอื่น” ในข้อ “คุณเคยลงทุนหรือรู้จักอะไรบ้าง”",
      "“Shares, share funds or other high-risk assets” is chosen at “What have you invested in, or know well?”",
    ],
    ["kyc", { ">=": [{ var: "derived.age" }, 20] }, "“อายุ (ปี)” ไม่น้อยกว่า 20", "“Age (years)” is at least 20"],
  ];

  it.each(table)("the sentence for a condition is as expected in %s for %j", (flow, logic, th, en) => {
    const { conditionText, ...line } = told(flow, logic);
    expect(line).toEqual({ th, en });
    expect(conditionText).toEqual({ says: { th, en }, parts: [] });
  });
});

describe("the text for a condition with several parts", () => {
  it("lists conditions that must all hold, and alternatives of which one is enough, with the inner list below", () => {
    const { conditionText, en, th } = told("invest", { and: [signed, { or: [company, wallet] }] });
    expect(conditionText.says).toEqual({ th: "ครบทุกข้อต่อไปนี้", en: "all of these hold" });
    expect(
      conditionText.parts.map(({ says, parts }) => [says.en, parts.map((part) => part.says.en)]),
    ).toEqual([
      ["the contract is signed", []],
      ["at least one of these holds", ["the investor is a company", "a TrueMoney account is on record"]],
    ]);
    expect(en).toBe(
      "the contract is signed and (the investor is a company or a TrueMoney account is on record)",
    );
    expect(th).toBe("สัญญาลงนามแล้ว และ (ผู้ลงทุน คือ นิติบุคคล หรือ มีบัญชีทรูมันนี่แล้ว)");
  });

  it("negates a list in the heading of the list, and leaves the parts unchanged", () => {
    const none = told("invest", { "!": [{ or: [company, signed] }] });
    expect(none.conditionText.says).toEqual({ th: "ไม่มีข้อใดต่อไปนี้", en: "none of these holds" });
    expect(none.conditionText.parts.map(({ says }) => says.en)).toEqual([
      "the investor is a company",
      "the contract is signed",
    ]);
    const notAll = told("invest", { "!": [{ and: [company, signed] }] });
    expect(notAll.conditionText.says).toEqual({ th: "ไม่ครบทุกข้อต่อไปนี้", en: "not all of these hold" });
    expect(notAll.en).toBe("it is not so that (the investor is a company and the contract is signed)");
  });

  it("turns “not A, or B” into “if A, then B”, in either order", () => {
    const written: readonly Logic[] = [
      { or: [{ "!": [company] }, signed] },
      { or: [signed, { "!": [company] }] },
    ];
    for (const logic of written)
      expect(told("invest", logic).conditionText.says).toEqual({
        th: "กรณีที่ผู้ลงทุน คือ นิติบุคคล: สัญญาลงนามแล้ว",
        en: "if the investor is a company, then the contract is signed",
      });
  });

  it("does not read the words “is on record” as a negation", () => {
    expect(told("invest", { or: [wallet, signed] }).conditionText.says.en).toBe(
      "at least one of these holds",
    );
  });
});
