import type { SmsSettings } from "../../sms-settings.ts";
import type { NetworkOutcome } from "../tables.ts";

/**
 * A text message in the form that a gateway gets: the number as `66812345678`, and the portal's reference.
 */
export type TextMessage = { readonly to: string; readonly text: string; readonly reference: string };

/** The state of a message, as reported by a gateway. */
export type Reported = {
  /** The gateway's id of the message, or the portal's reference. */
  readonly reference: unknown;
  /** The final result; `null` if the message is still on its way. */
  readonly outcome: NetworkOutcome | null;
};

/** The wire format of a vendor's gateway. Each vendor has one file, listed in `gateways.ts`. */
export type Gateway = {
  /**
   * Sends a message to the gateway. Returns the id that its delivery reports use; `null` if the gateway
   * returned none. Throws `smsError` if the gateway did not accept the message.
   */
  readonly hand: (ask: Ask, settings: SmsSettings, message: TextMessage) => Promise<string | null>;
  /** Reads the body of a delivery report; returns `null` if it is not valid. */
  readonly readReports: (body: string) => readonly Reported[] | null;
};

/**
 * Sends a POST request to a gateway. The result has the parsed JSON of a successful answer, otherwise `null`.
 * Throws `SMS_LATER` and `ETIMEDOUT`.
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

/** Throws if the HTTP status is no success, with the error codes that all gateways share. */
export function refuseStatus(status: number): void {
  if (status === 401 || status === 403) throw smsError("SMS_KEY");
  if (status === 402) throw smsError("SMS_CREDIT");
  if (status !== 200 && status !== 201) throw smsError("SMS_LATER");
}

/** Returns whether a text can be a gateway's id of a message. */
export function isGatewayId(id: unknown): id is string {
  return typeof id === "string" && /^[\w.:-]{1,100}$/.test(id);
}

/** Returns a member of a parsed answer; `undefined` if it is missing. */
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
