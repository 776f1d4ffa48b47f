import type { SmsSettings } from "../../sms-settings.ts";
import type { NetworkOutcome } from "../tables.ts";

/** A text message as a gateway gets it: the number as `66812345678`, and our reference. */
export type TextMessage = { readonly to: string; readonly text: string; readonly reference: string };

/** What a gateway reports on a message. */
export type Reported = {
  /** The gateway's id of the message, or our reference. */
  readonly reference: unknown;
  /** `null`: the message is still on its way. */
  readonly outcome: NetworkOutcome | null;
};

/** The wire format of a vendor's gateway: one file each, named in `gateways.ts`. */
export type Gateway = {
  /**
   * Hands a message to the gateway. Returns the id that its delivery reports name; `null` if it gave none. Throws
   * `smsError` if the message was not accepted.
   */
  readonly hand: (ask: Ask, settings: SmsSettings, message: TextMessage) => Promise<string | null>;
  /** Reads the body of a delivery report; `null` if it is none. */
  readonly readReports: (body: string) => readonly Reported[] | null;
};

/** Posts to a gateway. The body is the parsed JSON of a good answer, else `null`. Throws `SMS_LATER` and `ETIMEDOUT`. */
export type Ask = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams | string;
}) => Promise<{ readonly status: number; readonly body: unknown }>;

export type SmsErrorCode = "SMS_KEY" | "SMS_CREDIT" | "SMS_NUMBER" | "SMS_LATER" | "ETIMEDOUT";

/** Returns the error of a message that the gateway did not accept. */
export function smsError(code: SmsErrorCode): Error {
  return Object.assign(new Error("the text message was not taken"), { code });
}

/** Refuses an answer other than a good one, by the statuses that all gateways share. */
export function refuseStatus(status: number): void {
  if (status === 401 || status === 403) throw smsError("SMS_KEY");
  if (status === 402) throw smsError("SMS_CREDIT");
  if (status !== 200 && status !== 201) throw smsError("SMS_LATER");
}

/** Returns whether a text can be a gateway's id of a message. */
export function isGatewayId(id: unknown): id is string {
  return typeof id === "string" && /^[\w.:-]{1,100}$/.test(id);
}

/** Returns a member of a parsed answer, `undefined` if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Parses a body; `null` if it is no JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
