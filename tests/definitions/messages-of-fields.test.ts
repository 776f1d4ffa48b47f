import { expect, test } from "vitest";
import { errorKeys, findText } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
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
} as const;
const STEP = { "contact-back": "contact", complaint: "complaint", kyc: "contact" } as const;

// What the screen says at a field is looked up by the same keys.
test.each([
  ["contact-back", "phone", "081-abc-5678", "Please enter only number"],
  ["contact-back", "phone", "0812", "Invalid phone number"],
  ["complaint", "phone", "08x", "Please enter only number"],
  ["complaint", "phone", "999", "Invalid phone number"],
  ["contact-back", "name", undefined, "Please enter your name"],
  ["complaint", "detail", undefined, "Please tell us what happened"],
  ["kyc", "phone", undefined, "Please enter phone number"],
  ["complaint", "phone", undefined, "Please enter your phone number."],
] as const)("the form of %s says at %s = %s: %s", async (flow, field, value, said) => {
  const definition = await loadFlow(flow);
  const { [field as "phone"]: _, ...rest } = GOOD[flow];
  const form = compileInProcess(definition).plan.byId.get(STEP[flow])?.form;
  expect(form?.judge(GOOD[flow]).errors).toEqual([]);
  const errors = form?.judge({ ...rest, ...(value === undefined ? {} : { [field]: value }) }).errors ?? [];
  const texts = errors.map((error) =>
    findText(definition.texts, "en", errorKeys(definition, STEP[flow], error)),
  );
  expect(texts).toContain(said);
});
