import { expect, it } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { letterLines } from "../../../server/flows/letter-lines.ts";
import { loadFlow } from "../../definitions/definition-files.ts";

it.each<
  readonly [flow: string, step: string, values: { readonly [path: string]: Json }, th: string, en: string]
>([
  [
    "reduce",
    "otp",
    {
      "answers.choose.strategy": "M-BTCA",
      "derived.gross": "1250000.50",
      "facts.payout.bank": "014",
      "facts.payout.number": "xxx-xxx-1234",
    },
    "กลยุทธ์: M-BTCA\nขายได้ประมาณ: 1,250,000.50 บาท\nธนาคาร: ธนาคารไทยพาณิชย์\nเลขที่บัญชี: xxx-xxx-1234",
    "Strategy: M-BTCA\nYou sell for about: 1,250,000.50 baht\nBank: Siam Commercial Bank\nAccount number: xxx-xxx-1234",
  ],
  [
    "bank",
    "code",
    {
      "answers.account.bank": "004",
      "answers.account.accountNumber": "1234567890",
      "answers.account.accountName": "Kanchanok",
    },
    "ธนาคาร: ธนาคารกสิกรไทย\nเลขที่บัญชี: •••7890\nชื่อบัญชี: Kanchanok",
    "Bank: Kasikornbank\nAccount number: •••7890\nAccount name: Kanchanok",
  ],
  [
    "invest",
    "otp",
    { "answers.choose.strategy": "M-STABLE", "answers.amount.amount": "10000.00" },
    "กลยุทธ์: M-STABLE\nจำนวนเงิน: 10,000.00 บาท",
    "Strategy: M-STABLE\nAmount: 10,000.00 baht",
  ],
  ["invest", "otp", { "derived.fee": "100.00" }, "", ""],
])(
  "a letter with a code lists amount and destination under the labels of its flow: %s, %s",
  async (flow, name, values, th, en) => {
    const definition = await loadFlow(flow);
    const step = definition.flow.steps[name];
    if (step?.kind !== "challenge") throw new Error(`${flow}: "${name}" is no challenge`);
    const lines = (language: Language) => letterLines(definition, step, { values, language }).join("\n");
    expect([lines("th"), lines("en")]).toEqual([th, en]);
  },
);
