import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, anonymous, createHttp } from "../../../server/http/index.ts";

let app: App;
const lines: string[] = [];
beforeAll(async () => {
  app = await createHttp(readConfig({ LOG_LEVEL: "info" }), {
    unreadMs: 300,
    logStream: { write: (line) => lines.push(line) },
  });
  app.get("/api/large", { config: { access: anonymous } }, async () => "x".repeat(30_000_000));
  app.get("/api/slow", { config: { access: anonymous } }, async () => {
    await pause(1_000);
    return { ok: true };
  });
  app.post("/api/body", { config: { access: anonymous } }, async () => ({ ok: true }));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const port = () => (app.server.address() as AddressInfo).port;
const connections = () => new Promise<number>((done) => app.server.getConnections((_, count) => done(count)));

test("the server closes the connection of a client that never reads its answer, and does not interrupt long work", async () => {
  const socket = connect(port(), "127.0.0.1").pause();
  socket.on("error", () => {});
  socket.write("GET /api/large HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
  socket.destroy();
  const slow = await fetch(`http://127.0.0.1:${port()}/api/slow`, { headers: { connection: "close" } });
  expect(await slow.json()).toEqual({ ok: true });
});

test("a client that disconnects while it sends a body causes no server error", async () => {
  lines.length = 0;
  const socket = connect(port(), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    "POST /api/body HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
  );
  await expect.poll(connections).toBe(1);
  await pause(50);
  socket.resetAndDestroy();
  await expect.poll(connections).toBe(0);
  await pause(300);
  expect(lines.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
});
