import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../engine/values/json.ts";
import { anonymous } from "./access.ts";
import type { App, Reply } from "./app.ts";
import { call } from "./call.ts";
import { bytesOf, emptyWith } from "./schemas.ts";
import { createStreams } from "./streams.ts";

/** Service that notifies open pages of changes. The pages then fetch the data themselves. */
export type Events = {
  /**
   * Sends `event` with `data` to all open pages. The data must be public: names and hashes, nothing personal.
   */
  readonly broadcast: (event: string, data: JsonObject) => void;
  /** Registers a function that clears a cache before the pages are notified. */
  readonly beforeEach: (forget: () => void) => void;
  readonly listeners: () => number;
  /**
   * Ends the event streams that were opened with a secret that is no longer valid. Pages whose session is
   * still live reconnect automatically.
   */
  readonly endOf: (proof: string) => void;
};

/** Function that returns which of these session proofs (`SessionRenewal.proof`) still open a session. */
export type LivingProofs = (proofs: readonly string[]) => Promise<ReadonlySet<string>>;

const HEARTBEAT_MS = 20_000;
/**
 * Opens `GET /api/events` (server-sent events). Each heartbeat closes the streams whose session was ended or
 * renewed by any process.
 */
export function createEvents(
  app: App,
  {
    living = async (proofs) => new Set(proofs),
    heartbeatMs = HEARTBEAT_MS,
  }: { readonly living?: LivingProofs; readonly heartbeatMs?: number } = {},
): Events {
  const streams = createStreams();
  const forgetful: (() => void)[] = [];
  call(
    app,
    "GET /api/events",
    {
      summary: "What changed, as it changes (server-sent events)",
      tags: ["portal"],
      access: anonymous,
      answers: {
        200: bytesOf("Events with the name of what changed", "text/event-stream"),
        429: emptyWith("This person, or this address, listens often enough already"),
        503: emptyWith("Too many listen already"),
      },
      errors: [],
    },
    (request, reply) => {
      const refused = streams.refuse(request);
      if (refused !== null) return reply.code(refused).send();
      streams.add(request, openStream(reply));
      return reply;
    },
  );
  const endTheEnded = async () => {
    const proofs = streams.proofs();
    if (proofs.length === 0) return;
    const alive = await living(proofs);
    for (const proof of proofs) if (!alive.has(proof)) streams.endOf(proof);
  };
  const heartbeat = setInterval(() => {
    streams.tell(": still here\n\n");
    endTheEnded().catch((error: unknown) => app.log.warn({ err: error }, "events"));
  }, heartbeatMs);
  heartbeat.unref();
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    streams.endAll();
  });
  return {
    beforeEach: (forget) => void forgetful.push(forget),
    broadcast: (event, data) => {
      for (const forget of forgetful) forget();
      streams.tell(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    listeners: streams.count,
    endOf: streams.endOf,
  };
}

/** Sends the headers of an answer that stays open, and returns the raw response. */
function openStream(reply: Reply): ServerResponse {
  // The raw response bypasses Fastify, so the headers are copied to it.
  const headers = Object.entries(reply.getHeaders());
  reply.hijack();
  const response = reply.raw;
  for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    // This header prevents proxies from buffering the stream.
    "X-Accel-Buffering": "no",
  });
  response.write("retry: 3000\n\n");
  return response;
}
