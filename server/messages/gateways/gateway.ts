import type { SmsSettings } from "../../sms-settings.ts";
import type { NetworkOutcome } from "../tables.ts";

/**
 * A text message as it is passed to a gateway: the number has the form `66812345678`, and `reference` is the
 * portal's own.
 */
export type TextMessage = { readonly to: string; readonly text: string; readonly reference: string };

/** What a gateway reports about a message. */
export type Reported = {
  /** The id that the gateway gave the message, or the reference that the portal gave it. */
  readonly reference: unknown;
  /** The final result; `null` if the message is still on its way. */
  readonly outcome: NetworkOutcome | null;
};

/**
 * How to speak with a vendor's gateway: how requests are written, and answers and reports read. There is one
 * file per vendor; `gateways.ts` lists them.
 */
export type Gateway = {
  /**
   * Sends a message to the gateway. Returns the id that the gateway will use in delivery reports, or `null`
   * if it returned none. Throws `smsError` if the gateway did not accept the message.
   */
  readonly hand: (ask: Ask, settings: SmsSettings, message: TextMessage) => Promise<string | null>;
  /** Reads the body of a delivery report; returns `null` if it is not valid. */
  readonly readReports: (body: string) => readonly Reported[] | null;
};

/**
 * Sends a POST request to a gateway. If the answer is a success, the result contains its parsed JSON,
 * otherwise `null`. Throws `SMS_LATER` and `ETIMEDOUT`.
 */
export type Ask = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams | string;
}) => Promise<{ readonly status: number; readonly body: unknown }>;

export type SmsErrorCode = "SMS_KEY" | "SMS_CREDIT" | "SMS_NUMBER" | "SMS_LATER" | "ETIMEDOUT";

/** Returns the error for a message that the gateway did not accept. */
export function smsError(code: SmsErrorCode): Error {
  return Object.assign(new Error("the text message was not taken"), { code });
}

/** Throws if an HTTP status is no success. The error has one of the codes that all gateways share. */
export function refuseStatus(status: number): void {
  if (status === 401 || status === 403) throw smsError("SMS_KEY");
  if (status === 402) throw smsError("SMS_CREDIT");
  if (status !== 200 && status !== 201) throw smsError("SMS_LATER");
}

/** Returns whether a value has the form of a message id of a gateway. */
export function isGatewayId(id: unknown): id is string {
  return typeof id === "string" && /^[\w.:-]{1,100}$/.test(id);
}

/** Returns a property of a parsed answer; `undefined` if it is missing. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Parses a body; returns `null` if it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
