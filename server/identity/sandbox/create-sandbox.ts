import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signAtTime, signWebhook } from "../webhook-signature.ts";
import { cardAnswer } from "./card-answer.ts";
import type { VendorWire } from "./check-book.ts";
import { createNdidBook } from "./ndid-book.ts";
import { onfidoWire } from "./onfido-wire.ts";
import { sendWebhook, type WebhookTarget } from "./send-webhook.ts";
import { verifioWire } from "./verifio-wire.ts";

export type SandboxOptions = {
  /** 0 uses a free port. */
  readonly port: number;
  /** Destination of events. A function, because the portal's port may be dynamic. */
  readonly webhookUrl: () => string;
  /** Destination of the digital ID platform's callbacks. */
  readonly ndidUrl: () => string;
  /** The token that callers need, and the secret that signs events. */
  readonly secret: string;
  /** Milliseconds before a normal answer; default 300. */
  readonly answerMs?: number;
  /** Milliseconds before a slow answer; default 20 s. */
  readonly slowMs?: number;
};

/** The sandbox. */
export type Sandbox = {
  /** The address at which it listens or will listen. */
  readonly url: () => string;
  readonly start: () => Promise<void>;
  /** The number of events sent, accepted (2xx) and refused. */
  readonly deliveries: () => { readonly sent: number; readonly taken: number; readonly refused: number };
  /** Sends the event of a check again, unchanged, as a late repetition. */
  readonly repeat: (check: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

const BODY_LIMIT = 30 * 1024 * 1024;

/**
 * Builds the identity sandbox: a server with the protocols of the document vendors (`/onfido/v3.6`, `/verifio/v1`),
 * the card register (`/dopa/v1`) and the national digital ID platform (`/ndid`). `magic.ts` lists the values that
 * control it. It keeps everything in memory and stores no pictures.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const counts = { sent: 0, taken: 0, refused: 0 };
  const timers = new Set<NodeJS.Timeout>();
  const onfido: WebhookTarget = {
    url: options.webhookUrl,
    signed: (body) => ({ "X-SHA2-Signature": signWebhook(options.secret, body) }),
    counts,
  };
  const verifio: WebhookTarget = {
    ...onfido,
    signed: (body) => ({ "Verifio-Signature": signAtTime(options.secret, body, new Date()) }),
  };
  const later = (ms: number, task: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      task();
    }, ms);
    timers.add(timer);
  };
  const [answerMs, slowMs] = [options.answerMs ?? 300, options.slowMs ?? 20_000];
  const ndid = createNdidBook({
    answerMs,
    slowMs,
    later,
    deliver: (body) => sendWebhook({ ...onfido, url: options.ndidUrl }, body),
  });
  const book = (vendor: string, target: WebhookTarget) => ({
    vendor,
    answerMs,
    slowMs,
    later,
    deliver: (body: string) => sendWebhook(target, body),
  });
  const rooms: Readonly<
    Record<
      string,
      { readonly wire: VendorWire; readonly target: WebhookTarget; readonly authorization: string }
    >
  > = {
    "onfido/v3.6": {
      wire: onfidoWire(book("onfido", onfido)),
      target: onfido,
      authorization: `Token token=${options.secret}`,
    },
    "verifio/v1": {
      wire: verifioWire(book("verifio", verifio)),
      target: verifio,
      authorization: `Bearer ${options.secret}`,
    },
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => reply(response, 500, { error: { type: "server_error" } }));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://sandbox");
    const [, room, version, ...rest] = url.pathname.split("/");
    const body = await bodyOf(request);
    if (body === null) return reply(response, 413, { error: { type: "payload_too_large" } });
    if (room === "dopa" && version === "v1" && rest.join("/") === "card-checks") {
      if (request.headers["x-api-key"] !== options.secret) return reply(response, 401, { error: "key" });
      const answer = await cardAnswer(body, slowMs);
      return reply(response, answer.status, answer.body);
    }
    if (room === "ndid") {
      if (request.headers.authorization !== `Bearer ${options.secret}`)
        return reply(response, 401, { error: { code: 401 } });
      const path = [version ?? "", ...rest];
      const answer = ndid.answer({
        method: request.method ?? "GET",
        path,
        query: url.searchParams,
        contentType: "",
        body,
      });
      return reply(response, answer.status, answer.body);
    }
    const vendor = rooms[`${room}/${version}`];
    if (vendor === undefined) return reply(response, 404, { error: { type: "not_found" } });
    if (request.headers.authorization !== vendor.authorization)
      return reply(response, 401, { error: { type: "authorization_error" } });
    const answer = await vendor.wire.answer({
      method: request.method ?? "GET",
      path: rest,
      query: url.searchParams,
      contentType: request.headers["content-type"] ?? "",
      body,
    });
    reply(response, answer.status, answer.body);
  }

  return {
    url: () => {
      const address = server.address() as AddressInfo | null;
      return `http://127.0.0.1:${address?.port ?? options.port}`;
    },
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(options.port, "127.0.0.1", resolve);
      }),
    deliveries: () => ({ ...counts }),
    repeat: async (check) => {
      const callback = ndid.callbackOf(check);
      if (callback !== null) return await sendWebhook({ ...onfido, url: options.ndidUrl }, callback);
      for (const { wire, target } of Object.values(rooms)) {
        const body = wire.eventOf(check);
        if (body !== null) return await sendWebhook(target, body);
      }
      throw new Error(`sandbox.repeat: there is no check ${check}`);
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > BODY_LIMIT) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

function reply(response: ServerResponse, status: number, body: object | string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
