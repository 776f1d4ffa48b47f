import { expect, test } from "vitest";
import { textAt } from "./definition-files.ts";

/** Texts that the specification quotes. They are the product's own texts and must appear verbatim. */
const QUOTED: readonly (readonly [section: string, text: string, keys: readonly string[]])[] = [
  ["5", "Password at least 8 characters", ["form:common.password.errors.minLength"]],
  ["5", "Passwords are not matched", ["warning:sign-up.passwordsNotMatched"]],
  ["5", "Invalid Email", ["form:errors.email", "form:common.email.errors.email"]],
  [
    "5",
    "Sale code is not correct, Please fill the correct Sale code.",
    [
      "form:common.sale-code.errors.pattern",
      "warning:sign-up.saleCode",
      "warning:errors.sale-code",
      "register:sign-up.create.errors.sale-code",
    ],
  ],
  [
    "5",
    "Please accept the Privacy Policy.",
    [
      "register:sign-up.create.consents.privacy.errors.required",
      "register:sign-up.create.consents.privacy.errors.const",
    ],
  ],
  [
    "5",
    "Please accept the company's terms and conditions.",
    [
      "register:sign-up.create.consents.terms.errors.required",
      "register:sign-up.create.consents.terms.errors.const",
    ],
  ],
  [
    "5",
    "Please accept the publicity of information.",
    [
      "register:sign-up.create.consents.publicity.errors.required",
      "register:sign-up.create.consents.publicity.errors.const",
    ],
  ],
  ["2", "{{shown}} items out of total {{total}}", ["my-orders:orders.count"]],
  ["8", "SMS setting failed", ["warning:errors.sms-failed"]],
  ["8", "SMS set", ["contact-data:phone.done.saved"]],
  ["5", "Bank account must be verified before requesting an account change", ["warning:bank.notVerified"]],
  ["5", "Wallet must be verified before requesting a wallet number change", ["warning:wallet.notVerified"]],
  [
    "5",
    "Please enter phone number",
    ["form:common.phone.errors.required", "form:common.mobile.errors.required"],
  ],
  ["5", "Please enter only number", ["form:common.phone.errors.pattern"]],
  ["5", "Invalid phone number", ["form:errors.thai-phone", "form:common.phone.errors.thai-phone"]],
  [
    "5",
    "Please enter email",
    [
      "form:common.email.errors.required",
      "complaint-form:complaint.complaint.email.errors.required",
      "about:contact-back.contact.email.errors.required",
    ],
  ],
  [
    "5",
    "Please enter your phone number.",
    [
      "complaint-form:complaint.complaint.phone.errors.required",
      "about:contact-back.contact.phone.errors.required",
    ],
  ],
  [
    "4 and 8",
    "Unauthorized, please login again",
    ["warning:errors.unauthorized", "common:session.unauthorized"],
  ],
  ["8", "2FA enabled", ["security:two-factor.done.saved"]],
  ["8", "2FA disabled", ["security:two-factor-off.done.saved"]],
];

test.each(QUOTED)(
  "the English text of section %s, %s, is word for word that of the specification",
  (_section, text, keys) => {
    for (const key of keys) expect([key, textAt("en", key)]).toEqual([key, text]);
  },
);

test.each(QUOTED)("the text of section %s, %s, has a Thai version", (_section, _text, keys) => {
  for (const key of keys)
    expect([key, textAt("th", key)]).toEqual([key, expect.stringMatching(/[\u0E00-\u0E7F]/)]);
});

/** Texts that the specification only describes, with the contents that they must have. */
const DESCRIBED: readonly (readonly [what: string, key: string, thai: RegExp])[] = [
  [
    "the strong-password error asks for an uppercase start, letters, digits and a special character",
    "form:common.password.errors.pattern",
    /ขึ้นต้นด้วยตัวพิมพ์ใหญ่.*ตัวอักษร.*ตัวเลข.*อักขระพิเศษ/,
  ],
  ["the session expiry asks to log in again", "warning:errors.session-expired", /หมดเวลา.*เข้าสู่ระบบอีกครั้ง/],
  ["an incorrect code asks to check and enter it again", "warning:errors.code-wrong", /ไม่ถูกต้อง.*ตรวจ.*อีกครั้ง/],
  [
    "the form asks for at least 2 strategies",
    "kyc:kyc.interests.strategies.errors.minItems",
    /อย่างน้อย 2 กลยุทธ์/,
  ],
  [
    "all strategies of interest must be specified",
    "kyc:kyc.interests.strategies.errors.required",
    /ระบุ.*กลยุทธ์ที่สนใจให้ครบ/,
  ],
  [
    "the form asks for at least 1 deposit method",
    "kyc:kyc.interests.depositMethods.errors.minItems",
    /อย่างน้อย 1 วิธี/,
  ],
  ["the review takes 1 to 2 days", "kyc:kyc.done.next.0.detail", /1–2 วัน/],
];

test.each(DESCRIBED)("the Thai text says what the specification requires: %s", (_what, key, thai) => {
  expect(textAt("th", key)).toMatch(thai);
});
