import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../engine/values/languages.ts";
import contactEn from "../../locales/en/contact-data.json" with { type: "json" };
import kycEn from "../../locales/en/kyc.json" with { type: "json" };
import orderEn from "../../locales/en/order.json" with { type: "json" };
import securityEn from "../../locales/en/security.json" with { type: "json" };
import contactTh from "../../locales/th/contact-data.json" with { type: "json" };
import kycTh from "../../locales/th/kyc.json" with { type: "json" };
import orderTh from "../../locales/th/order.json" with { type: "json" };
import securityTh from "../../locales/th/security.json" with { type: "json" };
import { saySaved } from "../../renderer/flow/say-saved.ts";
import type { View } from "../../renderer/kit/api/answers.ts";
import { dropToast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { loadFlow } from "../definitions/definition-files.ts";

const TEXTS = {
  th: { kyc: kycTh, order: orderTh, security: securityTh, "contact-data": contactTh },
  en: { kyc: kycEn, order: orderEn, security: securityEn, "contact-data": contactEn },
};

afterEach(() => dropToast("saved"));
const said = () => toasts.get().map(({ text }) => text.replaceAll("\u2060", ""));

// Tests the success toasts of the specification's section 8 that belong to steps of flows.
describe.each(LANGUAGES)("the toasts for saved steps (%s)", (language) => {
  beforeAll(async () => {
    await i18next.init({
      lng: language,
      resources: { [language]: TEXTS[language] },
      interpolation: { escapeValue: false },
    });
  });

  test.each([
    ["kyc", "suitability-result", "us-person", { th: "บันทึกแบบประเมินแล้ว", en: "Suitability saved" }],
    ["kyc", "fatca-declaration", "bank", { th: "รับทราบ FATCA แล้ว", en: "FATCA acknowledged" }],
    ["kyc", "bank", "contract", { th: "บันทึกบัญชีธนาคารแล้ว", en: "Bank account saved" }],
    ["kyc", "sign", "submit", { th: "เซ็นสัญญาแล้ว", en: "Contract signed" }],
    ["bank", "send", "done", { th: "บันทึกบัญชีธนาคารแล้ว", en: "Bank account saved" }],
    ["email", "change", "done", { th: "บันทึกข้อมูลส่วนตัวแล้ว", en: "Profile updated" }],
    ["personal", "save", "done", { th: "บันทึกข้อมูลส่วนตัวแล้ว", en: "Profile updated" }],
    ["phone", "change", "done", { th: "ตั้งค่า SMS แล้ว", en: "SMS set" }],
    ["tax-residence", "save", "done", { th: "บันทึกคำตอบแล้ว", en: "Answers saved" }],
    ["suitability", "save", "done", { th: "บันทึกแบบประเมินแล้ว", en: "Suitability saved" }],
    ["wallet", "save", "done", { th: "บันทึกที่อยู่วอลเล็ตแล้ว", en: "Wallet address saved" }],
    ["password", "set", "done", { th: "เปลี่ยนรหัสผ่านแล้ว", en: "Password changed" }],
    ["pin-change", "set", "done", { th: "เปลี่ยน PIN แล้ว", en: "Pincode changed" }],
    ["two-factor", "keep", "done", { th: "เปิดการเข้าสู่ระบบสองขั้นแล้ว", en: "2FA enabled" }],
    ["two-factor-off", "off", "done", { th: "ปิดการเข้าสู่ระบบสองขั้นแล้ว", en: "2FA disabled" }],
    [
      "reduce",
      "place",
      "created",
      {
        th: "ส่งคำขอถอนแล้ว รออนุมัติการลดทุน",
        en: "Withdraw request created, awaiting fund-reduction approval",
      },
    ],
    [
      "switch",
      "place",
      "created",
      { th: "ส่งคำขอสับเปลี่ยนแล้ว รออนุมัติ", en: "Switching request created, awaiting approval" },
    ],
    [
      "kyc",
      "submit",
      "done",
      {
        th: "ยืนยันตัวตนและสแกนใบหน้าเสร็จแล้ว รอ 2–3 วันทำการ",
        en: "Verification and liveness done, wait 2–3 working days",
      },
    ],
  ] as const)("are correct in %s after %s, on the way to %s", async (flow, step, to, text) => {
    const definition = await loadFlow(flow);
    const end = definition.flow.steps[to];
    const at =
      end?.kind === "end" ? { kind: "end", step: to, outcome: end.outcome } : { kind: "form", step: to };
    saySaved(definition, { step, to: at as View["at"] });
    expect(said()).toEqual([text[language]]);
  });

  test.each([
    ["the same step again", "kyc", "bank", { kind: "form", step: "bank" }],
    ["a step back", "kyc", "sign", { kind: "form", step: "review" }],
    ["an end that is no success", "kyc", "sign", { kind: "end", step: "rejected", outcome: "provisional" }],
    ["a step without a toast text", "kyc", "aml", { kind: "form", step: "interests" }],
  ] as const)("are not shown for %s", async (_, flow, step, to) => {
    saySaved(await loadFlow(flow), { step, to: to as View["at"] });
    expect(said()).toEqual([]);
  });
});
