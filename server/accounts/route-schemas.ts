import names from "../../schemas/names.json" with { type: "json" };

// The shapes of what the calls of section 7 take.

export const EMAIL = { type: "string", maxLength: 320 };
export const SECRET = { type: "string", maxLength: 200 };
export const TOKEN = { type: "string", minLength: 1, maxLength: 200 };

export function bodyOf(properties: object, required: readonly string[]) {
  return { type: "object", properties, required, additionalProperties: false };
}

export function uuidParam(name: string) {
  return {
    type: "object",
    properties: { [name]: { type: "string", format: "uuid" } },
    required: [name],
  };
}

export const SIGN_UP = bodyOf(
  {
    email: EMAIL,
    password: SECRET,
    customerType: { type: "string", enum: ["INDIVIDUAL", "JURISTIC"] },
    saleCode: { type: "string", maxLength: 40 },
    companyName: { type: "string", maxLength: 200 },
    consents: {
      type: "array",
      maxItems: 10,
      items: bodyOf(
        {
          purpose: { type: "string", maxLength: 40 },
          version: { type: "string", maxLength: 40 },
        },
        ["purpose", "version"],
      ),
    },
  },
  ["email", "password", "customerType"],
);

export const LOG_IN = bodyOf(
  {
    email: EMAIL,
    password: SECRET,
    twoFactor: { type: "string", maxLength: 40 },
    code: { type: "string", maxLength: 40 },
  },
  ["email", "password"],
);

export const SEND_OTP = bodyOf(
  {
    channel: { type: "string", enum: ["email", "sms"] },
    action: {
      type: "string",
      enum: names.actions,
    },
    email: EMAIL,
    phoneNumber: { type: "string", maxLength: 40 },
  },
  ["channel", "action"],
);
