import type { IncomingHttpHeaders } from "node:http";
import type { SmsSettings } from "../../sms-settings.ts";
import type { NetworkOutcome } from "../tables.ts";

/**
 * What the simulated gateway decides about a message. The vendor's format for this decision is added later.
 */
export type Verdict =
  | "accepted"
  | "credentials"
  | "busy"
  | "incomplete"
  | "credit"
  | "unreachable"
  | "repeated";

/** The requests, answers and reports of a simulated gateway, in the format of a vendor. */
export type Protocol = {
  readonly path: string;
  readonly settings: (origin: string) => SmsSettings;
  readonly isKnown: (headers: IncomingHttpHeaders) => boolean;
  /** Reads a message from a request body. A part that is missing becomes an empty text. */
  readonly read: (body: string) => {
    readonly to: string;
    readonly text: string;
    readonly sender: string;
    readonly reference: string;
  };
  /**
   * Returns the status and body of an answer. `number` is the count of messages that the gateway has sent so
   * far.
   */
  readonly answer: (
    verdict: Verdict,
    of: { readonly to: string; readonly reference: string; readonly number: number },
  ) => readonly [number, object];
  /**
   * Returns the request with which the gateway reports the outcome of a message to the portal. The outcome
   * `pending` means that the message is still on its way.
   */
  readonly report: (id: string, outcome: NetworkOutcome | "pending") => Report;
};

/** A request that contains a delivery report. */
export type Report = { readonly type: string; readonly body: string };
