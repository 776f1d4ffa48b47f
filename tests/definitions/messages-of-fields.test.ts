import { expect, test } from "vitest";
import { errorKeys, findText } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { Language } from "../../engine/values/languages.ts";
import { loadFlow } from "./definition-files.ts";

const GOOD = {
  "contact-back": {
    name: "สมหญิง ใจดี",
    email: "somying@example.com",
    phone: "0812345678",
    topic: "OPEN_ACCOUNT",
  },
  complaint: {
    email: "somying@example.com",
    phone: "0812345678",
    problemType: "SERVICE",
    detail: "รอนานกว่าที่แจ้งไว้หลายวันแล้ว",
  },
  kyc: {
    phone: "0812345678",
    address: {
      no: "1",
      subDistrict: "สีลม",
      district: "บางรัก",
      province: "กรุงเทพมหานคร",
      postalCode: "10500",
    },
  },
  "sign-up": { customerType: "INDIVIDUAL", email: "somying@example.com", saleCode: "WELCOME1" },
  "sign-up/create": {
    password: "Sunrise#2026",
    confirmPassword: "Sunrise#2026",
    consents: { privacy: true, terms: true, publicity: true },
  },
} as const;
const STEP = {
  "contact-back": "contact",
  complaint: "complaint",
  kyc: "contact",
  "sign-up": "account",
  "sign-up/create": "create",
} as const;
const consents = { privacy: true, terms: true, publicity: true };

// The screen shows errors under the same keys.
test.each([
  ["contact-back", "phone", "081-abc-5678", "Please enter only number"],
  ["contact-back", "phone", "0812", "Invalid phone number"],
  ["complaint", "phone", "08x", "Please enter only number"],
  ["complaint", "phone", "999", "Invalid phone number"],
  ["contact-back", "name", undefined, "Please enter your name"],
  ["complaint", "detail", undefined, "Please tell us what happened"],
  ["kyc", "phone", undefined, "Please enter phone number"],
  ["complaint", "phone", undefined, "Please enter your phone number."],
  ["contact-back", "phone", undefined, "Please enter your phone number."],
  ["contact-back", "email", undefined, "Please enter email"],
  ["complaint", "email", undefined, "Please enter email"],
  ["sign-up", "email", undefined, "Please enter email"],
  ["sign-up", "email", "somying@", "Invalid Email"],
  ["complaint", "email", "somying", "Invalid Email"],
  ["sign-up", "saleCode", "no!", "Sale code is not correct, Please fill the correct Sale code."],
  ["sign-up/create", "password", "Sun#1a", "Password at least 8 characters"],
  ["sign-up/create", "consents", { ...consents, privacy: undefined }, "Please accept the Privacy Policy."],
  [
    "sign-up/create",
    "consents",
    { ...consents, terms: false },
    "Please accept the company's terms and conditions.",
  ],
  [
    "sign-up/create",
    "consents",
    { ...consents, publicity: undefined },
    "Please accept the publicity of information.",
  ],
] as const)("the form of %s shows, for %s = %s, the message: %s", async (flow, field, value, said) => {
  expect(await textsAt(flow, field, value, "en")).toContain(said);
});

test.each(["sunrise#2026", "SUNRISE#2026", "Sunrise#Today", "Sunrise2026"])(
  "the form rejects the password %s with a Thai message that states the rules for a strong password",
  async (password) => {
    expect(await textsAt("sign-up/create", "password", password, "th")).toEqual([
      expect.stringMatching(/ขึ้นต้นด้วยตัวพิมพ์ใหญ่.*ตัวอักษร.*ตัวเลข.*อักขระพิเศษ/),
    ]);
  },
);

/** Returns a form's messages for one field's value. All other values are valid. */
async function textsAt(flow: keyof typeof GOOD, field: string, value: unknown, language: Language) {
  const definition = await loadFlow(flow.split("/")[0] ?? flow);
  const { [field as "phone"]: _, ...rest } = GOOD[flow] as (typeof GOOD)["complaint"];
  const form = compileInProcess(definition).plan.byId.get(STEP[flow])?.form;
  expect(form?.judge(GOOD[flow]).errors).toEqual([]);
  const given = value === undefined ? rest : { ...rest, [field]: JSON.parse(JSON.stringify(value)) };
  const errors = form?.judge(given).errors ?? [];
  return [
    ...new Set(
      errors.map((error) => findText(definition.texts, language, errorKeys(definition, STEP[flow], error))),
    ),
  ];
}
