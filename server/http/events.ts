import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../engine/values/json.ts";
import { bytesOf } from "./answer-schemas.ts";
import type { App } from "./app.ts";

/** Tells every open page that something changed; what changed it fetches itself. */
export type Events = {
  /** Sends `event` with `data` to all. Data is public: names and hashes, nothing of a person. */
  readonly broadcast: (event: string, data: JsonObject) => void;
  readonly listeners: () => number;
};

const HEARTBEAT_MS = 20_000;
const MOST_LISTENERS = 10_000;

/** Opens `GET /api/events` (server-sent events). */
export function createEvents(app: App): Events {
  const open = new Set<ServerResponse>();
  app.get(
    "/api/events",
    {
      schema: {
        summary: "What changed, as it changes (server-sent events)",
        tags: ["portal"],
        response: {
          200: bytesOf("Events with the name of what changed", "text/event-stream"),
          503: { type: "null", description: "Too many listen already" },
        },
      },
    },
    (request, reply) => {
      if (open.size >= MOST_LISTENERS) return reply.code(503).send();
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        // Proxies must not collect what is meant to arrive now.
        "X-Accel-Buffering": "no",
      });
      response.write("retry: 3000\n\n");
      open.add(response);
      request.raw.on("close", () => open.delete(response));
    },
  );
  const heartbeat = setInterval(() => {
    for (const response of open) response.write(": still here\n\n");
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    for (const response of open) response.end();
    open.clear();
  });
  return {
    broadcast: (event, data) => {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      for (const response of open) response.write(text);
    },
    listeners: () => open.size,
  };
}
