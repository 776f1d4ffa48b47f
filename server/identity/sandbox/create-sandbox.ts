import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signAtTime, signWebhook } from "../webhook-signature.ts";
import { cardAnswer } from "./card-answer.ts";
import type { Answer, VendorWire } from "./check-book.ts";
import { createNdidBook, type NdidBook } from "./ndid-book.ts";
import { onfidoWire } from "./onfido-wire.ts";
import { sendWebhook, type WebhookTarget } from "./send-webhook.ts";
import { verifioWire } from "./verifio-wire.ts";

export type SandboxOptions = {
  /** Port on which the sandbox listens; 0 uses a free port. */
  readonly port: number;
  /**
   * Returns the address to which events are sent. This is a function, because the portal's port may be
   * dynamic.
   */
  readonly webhookUrl: () => string;
  /** Returns the address to which the digital ID platform sends callbacks. */
  readonly ndidUrl: () => string;
  /** Secret that callers send as their token, and that signs events. */
  readonly secret: string;
  /** Milliseconds before a normal answer; default 300. */
  readonly answerMs?: number;
  /** Milliseconds before a slow answer; default 20 s. */
  readonly slowMs?: number;
};

/** A server that simulates the identity vendors. */
export type Sandbox = {
  /** Returns the address at which the sandbox listens or will listen. */
  readonly url: () => string;
  readonly start: () => Promise<void>;
  /** Returns the number of sent, accepted (2xx) and refused events. */
  readonly deliveries: () => { readonly sent: number; readonly taken: number; readonly refused: number };
  /**
   * Sends the event of a check again, unchanged, like a late repetition. Returns the status of the answer.
   */
  readonly repeat: (check: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

const BODY_LIMIT = 30 * 1024 * 1024;

/**
 * Builds the identity sandbox: a server with the protocols of the document vendors (`/onfido/v3.6`,
 * `/verifio/v1`), the card register (`/dopa/v1`) and the national digital ID platform (`/ndid`). `magic.ts`
 * lists the values that control it. All data are in memory, and pictures are not stored.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const counts = { sent: 0, taken: 0, refused: 0 };
  const tasks = createTasks();
  const vendors = vendorsOf(options, counts, tasks.later);
  const server = createServer((request, response) => {
    handle(options, vendors, request)
      .then((answer) => reply(response, answer.status, answer.body))
      .catch(() => reply(response, 500, { error: { type: "server_error" } }));
  });
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
      const callback = vendors.ndid.callbackOf(check);
      if (callback !== null) return await sendWebhook(vendors.ndidTarget, callback);
      for (const { wire, target } of Object.values(vendors.rooms)) {
        const body = wire.eventOf(check);
        if (body !== null) return await sendWebhook(target, body);
      }
      throw new Error(`sandbox.repeat: there is no check ${check}`);
    },
    stop: async () => {
      tasks.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Later = (ms: number, task: () => void) => void;

/** Returns functions that schedule tasks for later, and cancel all scheduled tasks. */
function createTasks(): { readonly later: Later; readonly clear: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later: (ms, task) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, ms);
      timers.add(timer);
    },
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

type Vendors = {
  readonly ndid: NdidBook;
  readonly ndidTarget: WebhookTarget;
  /** The document vendors, by the first part of their addresses. */
  readonly rooms: Readonly<
    Record<
      string,
      { readonly wire: VendorWire; readonly target: WebhookTarget; readonly authorization: string }
    >
  >;
};

/** Builds the vendors that the sandbox simulates. Each signs its events in its own way. */
function vendorsOf(options: SandboxOptions, counts: WebhookTarget["counts"], later: Later): Vendors {
  const onfido: WebhookTarget = {
    url: options.webhookUrl,
    signed: (body) => ({ "X-SHA2-Signature": signWebhook(options.secret, body) }),
    counts,
  };
  const verifio: WebhookTarget = {
    ...onfido,
    signed: (body) => ({ "Verifio-Signature": signAtTime(options.secret, body, new Date()) }),
  };
  const ndidTarget = { ...onfido, url: options.ndidUrl };
  const timing = { answerMs: options.answerMs ?? 300, slowMs: slowMsOf(options), later };
  const book = (vendor: string, target: WebhookTarget) => ({
    ...timing,
    vendor,
    deliver: (body: string) => sendWebhook(target, body),
  });
  return {
    ndid: createNdidBook({ ...timing, deliver: (body) => sendWebhook(ndidTarget, body) }),
    ndidTarget,
    rooms: {
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
    },
  };
}

const slowMsOf = ({ slowMs }: SandboxOptions) => slowMs ?? 20_000;

async function handle(options: SandboxOptions, vendors: Vendors, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://sandbox");
  const [, room, version, ...rest] = url.pathname.split("/");
  const body = await bodyOf(request);
  if (body === null) return { status: 413, body: { error: { type: "payload_too_large" } } };
  if (room === "dopa" && version === "v1" && rest.join("/") === "card-checks") {
    if (request.headers["x-api-key"] !== options.secret) return { status: 401, body: { error: "key" } };
    return await cardAnswer(body, slowMsOf(options));
  }
  if (room === "ndid") {
    if (request.headers.authorization !== `Bearer ${options.secret}`)
      return { status: 401, body: { error: { code: 401 } } };
    const path = [version ?? "", ...rest];
    return vendors.ndid.answer({
      method: request.method ?? "GET",
      path,
      query: url.searchParams,
      contentType: "",
      body,
    });
  }
  const vendor = vendors.rooms[`${room}/${version}`];
  if (vendor === undefined) return { status: 404, body: { error: { type: "not_found" } } };
  if (request.headers.authorization !== vendor.authorization)
    return { status: 401, body: { error: { type: "authorization_error" } } };
  return await vendor.wire.answer({
    method: request.method ?? "GET",
    path: rest,
    query: url.searchParams,
    contentType: request.headers["content-type"] ?? "",
    body,
  });
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
