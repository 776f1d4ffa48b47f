import names from "../../schemas/names.json" with { type: "json" };
import { inputOf, listOf, oneOf, TEXT, type TypeOf } from "../http/index.ts";

// The shapes of what the calls of section 7 take.

export const EMAIL = { ...TEXT, maxLength: 320 };
export const SECRET = { ...TEXT, maxLength: 200 };
export const TOKEN = { ...TEXT, minLength: 1, maxLength: 200 };
const short = { ...TEXT, maxLength: 40 };

export const SIGN_UP = inputOf({
  email: EMAIL,
  password: SECRET,
  customerType: oneOf("INDIVIDUAL", "JURISTIC"),
  "saleCode?": short,
  "companyName?": { ...TEXT, maxLength: 200 },
  "consents?": { ...listOf(inputOf({ purpose: short, version: short })), maxItems: 10 },
});

export const LOG_IN = inputOf({ email: EMAIL, password: SECRET, "twoFactor?": short, "code?": short });

export const SEND_OTP = inputOf({
  channel: oneOf("email", "sms"),
  action: oneOf(...names.actions),
  "email?": EMAIL,
  "phoneNumber?": short,
});
export type SendOtpBody = TypeOf<typeof SEND_OTP>;
