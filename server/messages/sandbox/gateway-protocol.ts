import type { IncomingHttpHeaders } from "node:http";
import type { SmsSettings } from "../../sms-settings.ts";
import type { NetworkOutcome } from "../tables.ts";

/** The gateway's decision about a message, before it is written in the format of the vendor. */
export type Verdict =
  | "accepted"
  | "credentials"
  | "busy"
  | "incomplete"
  | "credit"
  | "unreachable"
  | "repeated";

/** The wire format of a gateway. */
export type Protocol = {
  readonly path: string;
  readonly settings: (origin: string) => SmsSettings;
  readonly isKnown: (headers: IncomingHttpHeaders) => boolean;
  /** Reads a message from a body. Missing parts become empty texts. */
  readonly read: (body: string) => {
    readonly to: string;
    readonly text: string;
    readonly sender: string;
    readonly reference: string;
  };
  /** Returns status and body of the answer. `number` is the number of messages that the gateway has sent. */
  readonly answer: (
    verdict: Verdict,
    of: { readonly to: string; readonly reference: string; readonly number: number },
  ) => readonly [number, object];
  /** Returns the request of a delivery report. `pending` means that the message is still on its way. */
  readonly report: (id: string, outcome: NetworkOutcome | "pending") => Report;
};

/** The request of a delivery report. */
export type Report = { readonly type: string; readonly body: string };
