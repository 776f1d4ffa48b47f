import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { SmsSettings, SmsVendor } from "../../sms-settings.ts";
import { formProtocol } from "./form-protocol.ts";
import type { Protocol, Verdict } from "./gateway-protocol.ts";
import { infobipProtocol } from "./infobip-protocol.ts";

/** A simulated text message gateway. It stores the messages and sends none. */
export type SmsSandbox = {
  /** Returns the settings with which the portal uses this gateway. Call it after the start. */
  readonly settings: () => SmsSettings;
  readonly received: { readonly to: string; readonly text: string; readonly sender: string }[];
  /** The bodies of all requests, as received. */
  readonly bodies: readonly string[];
  /** Returns the request with which the gateway reports about the message with this id. */
  readonly report: Protocol["report"];
  /** The gateway refuses this number of further messages, as if it were busy. */
  refuse: number;
  /** Number of messages that the gateway will still send before its credit is used up. */
  credit: number;
  /** Whether the gateway lets all requests wait without an answer. */
  silent: boolean;
  /**
   * A text with which the gateway answers every request, with a success status. If null, it answers in its
   * normal format.
   */
  nonsense: string | null;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const BODY_LIMIT = 16 * 1024;
const PROTOCOLS: Readonly<Record<SmsVendor, Protocol>> = {
  form: formProtocol,
  infobip: infobipProtocol,
};

/**
 * Creates a simulated gateway that speaks like that of a vendor. A second message with the same reference is
 * not sent.
 */
export function createSmsSandbox(vendor: SmsVendor = "form", port = 0): SmsSandbox {
  const protocol = PROTOCOLS[vendor];
  const bodies: string[] = [];
  const seen = new Map<string, number>();
  const answerTo = (headers: IncomingHttpHeaders, body: string): readonly [number, object] => {
    const { to, text, sender, reference } = protocol.read(body);
    const verdict = verdictOn(headers, { to, text, sender, reference });
    if (verdict === "accepted") {
      self.credit -= 1;
      self.received.push({ to: `+${to}`, text, sender });
      if (reference !== "") seen.set(reference, self.received.length);
    }
    return protocol.answer(verdict, { to, reference, number: seen.get(reference) ?? self.received.length });
  };
  const verdictOn = (headers: IncomingHttpHeaders, of: ReturnType<Protocol["read"]>): Verdict => {
    if (!protocol.isKnown(headers)) return "credentials";
    if (self.refuse > 0) {
      self.refuse -= 1;
      return "busy";
    }
    if (seen.has(of.reference)) return "repeated";
    if (of.text === "" || of.sender === "") return "incomplete";
    if (self.credit < 1) return "credit";
    return /^66[689]\d{8}$/.test(of.to) ? "accepted" : "unreachable";
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    bodies.push(body);
    if (self.silent) return;
    const isAsked = request.method === "POST" && request.url === protocol.path;
    const [status, answer] = isAsked
      ? answerTo(request.headers, body)
      : [404, { error: `POST ${protocol.path}` }];
    response
      .writeHead(self.nonsense === null ? status : 200, { "Content-Type": "application/json" })
      .end(self.nonsense ?? JSON.stringify(answer));
  });
  const self: SmsSandbox = {
    settings: () => protocol.settings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    received: [],
    bodies,
    report: protocol.report,
    refuse: 0,
    credit: 1_000,
    silent: false,
    nonsense: null,
    start: () => new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve())),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) {
    body += String(part);
    if (body.length > BODY_LIMIT) throw new Error("the sms sandbox takes short messages only");
  }
  return body;
}
