import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { SmsSettings } from "../sms.ts";

/** A text message gateway that stores messages and sends none. */
export type SmsSandbox = {
  /** The portal's settings for it, once started. */
  readonly settings: () => SmsSettings;
  readonly received: { readonly to: string; readonly text: string; readonly sender: string }[];
  /** Number of next messages to refuse temporarily. */
  refuse: number;
  /** Messages that can still be sent. */
  credit: number;
  /** While true, it does not answer. */
  silent: boolean;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const BODY_LIMIT = 16 * 1024;
const OURS = { key: "sandbox-key", secret: "sandbox-secret", sender: "SAPHAN" } as const;

/**
 * Creates a gateway with the usual protocol: `POST /sms`, basic authentication, a form with `msisdn`, `message`,
 * `sender` and `reference`. It answers 201 with `phone_number_list` and `bad_phone_number_list`, or `{ error: { code,
 * name, description } }` with 401, 402, 400 or 503. A repeated reference gets the first answer and is not sent again.
 */
export function createSmsSandbox(port = 0): SmsSandbox {
  const seen = new Map<string, object>();
  const basic = `Basic ${Buffer.from(`${OURS.key}:${OURS.secret}`).toString("base64")}`;
  const answerTo = (auth: string | undefined, form: URLSearchParams): readonly [number, object] => {
    if (auth !== basic) return refusal(401, "UNAUTHORIZED", "key or secret is wrong");
    if (self.refuse > 0) {
      self.refuse -= 1;
      return refusal(503, "TRY_LATER", "the network is busy");
    }
    const [to, text, sender, reference] = ["msisdn", "message", "sender", "reference"].map(
      (name) => form.get(name) ?? "",
    ) as [string, string, string, string];
    const before = seen.get(reference);
    if (before !== undefined) return [201, before];
    if (text === "" || sender === "") return refusal(400, "MISSING_FIELD", "message and sender are needed");
    if (self.credit < 1) return refusal(402, "NO_CREDIT", "buy more credit");
    const reached = /^66[689]\d{8}$/.test(to);
    if (reached) {
      self.credit -= 1;
      self.received.push({ to: `+${to}`, text, sender });
    }
    const answer = {
      remaining_credit: self.credit,
      phone_number_list: reached
        ? [{ number: to, message_id: String(self.received.length), used_credit: 1 }]
        : [],
      bad_phone_number_list: reached ? [] : [{ number: to, message: "not a mobile number" }],
    };
    if (reached && reference !== "") seen.set(reference, answer);
    return [201, answer];
  };
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await bodyOf(request));
    if (self.silent) return;
    const [status, body] =
      request.method === "POST" && request.url === "/sms"
        ? answerTo(request.headers.authorization, form)
        : refusal(404, "NOT_FOUND", "POST /sms");
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  const self: SmsSandbox = {
    settings: () => ({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
      ...OURS,
    }),
    received: [],
    refuse: 0,
    credit: 1_000,
    silent: false,
    start: () => new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve())),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

function refusal(status: number, name: string, description: string): readonly [number, object] {
  return [status, { error: { code: status, name, description } }];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) {
    body += String(part);
    if (body.length > BODY_LIMIT) throw new Error("the sms sandbox takes short messages only");
  }
  return body;
}
