import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../engine/values/json.ts";
import { anonymous } from "./access.ts";
import type { App } from "./app.ts";
import { call } from "./call.ts";
import { networkOf } from "./network-of.ts";
import { bytesOf, emptyWith } from "./schemas.ts";

/** Notifies open pages of changes. The pages fetch the data themselves. */
export type Events = {
  /** Sends `event` with `data` to all. Data is public: names and hashes, nothing personal. */
  readonly broadcast: (event: string, data: JsonObject) => void;
  /** Registers a cache that must be cleared before the pages are notified. */
  readonly beforeEach: (forget: () => void) => void;
  readonly listeners: () => number;
  /** Ends the streams opened with a secret that is no longer valid. The page reconnects by itself. */
  readonly endOf: (proof: string) => void;
};

/** Returns which of these proofs (`SessionRenewal.proof`) still open a session. */
export type LivingProofs = (proofs: readonly string[]) => Promise<ReadonlySet<string>>;

const HEARTBEAT_MS = 20_000;
/** Maximum open streams: in total, per person (tabs, devices), and of visitors per address. */
const MOST = { all: 10_000, person: 12, network: 200 } as const;
/** A client with this many unsent bytes is disconnected and reconnects. */
const MOST_WAITING_BYTES = 64 * 1024;

/**
 * Opens `GET /api/events` (server-sent events). Each heartbeat closes the streams whose session ended or was renewed
 * by any process.
 */
export function createEvents(
  app: App,
  {
    living = async (proofs) => new Set(proofs),
    heartbeatMs = HEARTBEAT_MS,
  }: { readonly living?: LivingProofs; readonly heartbeatMs?: number } = {},
): Events {
  const open = new Set<ServerResponse>();
  const perProof = new Map<string, Set<ServerResponse>>();
  const perClient = new Map<string, number>();
  const forgetful: (() => void)[] = [];
  const tell = (text: string) => {
    for (const response of open) {
      if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
      else response.write(text);
    }
  };
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
      if (open.size >= MOST.all) return reply.code(503).send();
      const who = request.person === null ? networkOf(request.ip) : request.person.id;
      const most = request.person === null ? MOST.network : MOST.person;
      const already = perClient.get(who) ?? 0;
      if (already >= most) return reply.code(429).send();
      perClient.set(who, already + 1);
      // The raw response bypasses the framework, so its headers are copied.
      const headers = Object.entries(reply.getHeaders());
      reply.hijack();
      const response = reply.raw;
      for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
      response.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        // Prevents proxies from buffering.
        "X-Accel-Buffering": "no",
      });
      response.write("retry: 3000\n\n");
      open.add(response);
      const proof = request.person?.renewal?.proof;
      if (proof !== undefined) perProof.set(proof, (perProof.get(proof) ?? new Set()).add(response));
      response.on("close", () => {
        open.delete(response);
        if (proof !== undefined) {
          perProof.get(proof)?.delete(response);
          if (perProof.get(proof)?.size === 0) perProof.delete(proof);
        }
        const left = (perClient.get(who) ?? 1) - 1;
        if (left === 0) perClient.delete(who);
        else perClient.set(who, left);
      });
      return reply;
    },
  );
  const endOf = (proof: string) => {
    for (const response of perProof.get(proof) ?? []) response.end();
  };
  const endTheEnded = async () => {
    const proofs = [...perProof.keys()];
    if (proofs.length === 0) return;
    const alive = await living(proofs);
    for (const proof of proofs) if (!alive.has(proof)) endOf(proof);
  };
  const heartbeat = setInterval(() => {
    tell(": still here\n\n");
    endTheEnded().catch((error: unknown) => app.log.warn({ err: error }, "events"));
  }, heartbeatMs);
  heartbeat.unref();
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    for (const response of open) response.end();
    open.clear();
  });
  return {
    beforeEach: (forget) => void forgetful.push(forget),
    broadcast: (event, data) => {
      for (const forget of forgetful) forget();
      tell(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    listeners: () => open.size,
    endOf,
  };
}
