import { CHANNEL_CODES } from "../../domain/channels.ts";
import names from "../../schemas/names.json" with { type: "json" };
import { inputOf, listOf, oneOf, TEXT, type TypeOf } from "../http/index.ts";

// Schemas of the input of account calls (specification, section 7).

export const EMAIL = { ...TEXT, maxLength: 320 };
export const SECRET = { ...TEXT, maxLength: 200 };
export const TOKEN = { ...TEXT, minLength: 1, maxLength: 200 };
export const SHORT = { ...TEXT, maxLength: 40 };
/** Schema of the consents in a call, each to a version of a text. */
export const CONSENTS = { ...listOf(inputOf({ purpose: SHORT, version: SHORT })), maxItems: 10 };

export const SIGN_UP = inputOf({
  email: EMAIL,
  password: SECRET,
  customerType: oneOf("INDIVIDUAL", "JURISTIC"),
  "saleCode?": SHORT,
  "companyName?": { ...TEXT, maxLength: 200 },
  "consents?": CONSENTS,
});

export const LOG_IN_BODY = { email: EMAIL, password: SECRET, "twoFactor?": SHORT, "code?": SHORT };
export const LOG_IN = inputOf(LOG_IN_BODY);
/** Errors of every call that logs in with a password. */
export const LOG_IN_ERRORS = [
  "wrong-credentials",
  "login-code-needed",
  "login-code-wrong",
  "two-factor-needed",
  "two-factor-wrong",
  "too-many-tries",
  "transfer-needed",
] as const;

/** Returns the input of a log-in from the body of a call; an empty code counts as absent. */
export function logInInputOf({ email, password, twoFactor, code }: TypeOf<typeof LOG_IN>) {
  return { email, password, twoFactor: givenOf(twoFactor), code: givenOf(code) };
}

export const SEND_OTP = inputOf({
  channel: oneOf(...CHANNEL_CODES),
  action: oneOf(...names.actions),
  "email?": EMAIL,
  "phoneNumber?": SHORT,
});
export type SendOtpBody = TypeOf<typeof SEND_OTP>;

/** Returns the value of an optional field; `null` if empty. */
export function givenOf(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}
