import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, anonymous, createHttp } from "../../../server/http/index.ts";

let app: App;
beforeAll(async () => {
  app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
  app.post("/api/quick", { config: { access: anonymous, bodyMs: 150 } }, async () => ({ ok: true }));
  app.get("/api/slow", { config: { access: anonymous, bodyMs: 50 } }, async () => {
    await pause(200);
    return { ok: true };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

/**
 * Sends a body of two bytes, with the second byte late or never; returns the bytes received until the
 * connection ended.
 */
function send(secondAfterMs: number | null): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "POST /api/quick HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{",
  );
  if (secondAfterMs !== null) setTimeout(() => socket.write("}"), secondAfterMs);
  return new Promise((resolve) => {
    let heard = "";
    socket.on("data", (part) => {
      heard += part;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
  });
}

test("the server closes the connection if a body never ends, and answers if the body ends", async () => {
  expect(await send(null)).not.toContain("200 OK");
  expect(await send(10)).toContain("200 OK");
});

test("the server's time limit for bodies does not interrupt a slow answer to a request without a body", async () => {
  expect((await app.inject({ url: "/api/slow" })).statusCode).toBe(200);
  const { port } = app.server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/api/slow`)).status).toBe(200);
});
