import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type Server } from "../../../server/app.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { openFlags } from "../../../server/flags/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { passkeyDevice } from "../../support/passkey-device.ts";
import { sharedGate } from "../../support/shared-gate.ts";
import { loggedIn, stranger } from "../portal-house.ts";

let database: TestDatabase;
let folder: string;
let servers: readonly Server[] = [];
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "saphan-two-"));
  for (let at = 0; at < 2; at += 1) {
    const clock = fixedClock("2026-03-02T10:00:00");
    servers = [...servers, await createServer(config(), database.url, { clock, gate: sharedGate })];
  }
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const config = () => readConfig({ PORT: "0", SAPHAN_DATA: folder, LOG_LEVEL: "silent" });

/** Creates one address in front of both processes; calls alternate between them. */
function inTurn() {
  let at = 0;
  const inject = (...given: Parameters<Server["app"]["inject"]>) => {
    at += 1;
    return servers[at % 2]?.app.inject(...given);
  };
  return { server: { app: { inject } } as Server };
}

const addressOf = (server: Server) => {
  const { port } = server.app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};
const turned = (on: boolean) => ({ name: "market-menu", position: { on } });

describe("two server processes behind one address", () => {
  test("two processes have the same sessions, log-outs, and started uses of passkeys", async () => {
    const page = await loggedIn(inTurn(), "investor");
    for (let at = 0; at < 4; at += 1) expect((await page.call("GET", "/api/overview")).status).toBe(200);
    const asked = await page.call("POST", "/api/auth/send-otp", { channel: "email", action: "passkey" });
    expect(asked.status).toBe(200);
    await servers[0]?.jobs.drain();
    const { body } = await stranger(inTurn()).call("GET", "/api/dev/mailbox?to=investor@saphan.example");
    const mails = body.messages as readonly { readonly template: string; readonly body: string }[];
    const code = /\b\d{6}\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[0] ?? "";
    const device = passkeyDevice(config().origin);
    const begun = await page.call("POST", "/api/security/passkeys/begin", { code });
    expect(begun.status).toBe(200);
    const made = await device.make(begun.body as never);
    const added = await page.call("POST", "/api/security/passkeys", { name: "Phone", made } as never);
    expect(added.status).toBe(201);
    const other = stranger(inTurn());
    const start = await other.call("POST", "/api/auth/passkey/start", {});
    expect((await other.call("POST", "/api/auth/passkey", device.prove(start.body as never))).status).toBe(
      200,
    );
    await page.call("POST", "/api/auth/logout", {});
    for (let at = 0; at < 2; at += 1) expect((await page.call("GET", "/api/overview")).status).toBe(401);
  });

  test("two processes count codes by e-mail and password guesses together", async () => {
    const page = await loggedIn(inTurn(), "fresh");
    const asks = { channel: "email", action: "recover" };
    expect((await page.call("POST", "/api/auth/send-otp", asks)).status).toBe(200);
    expect((await page.call("POST", "/api/auth/send-otp", asks)).body.code).toBe("otp-too-soon");
    const wrong = { email: "support@saphan.example", password: "Wrong#2026" };
    // Each process alone counts fewer guesses than are allowed without a code.
    const both = inTurn();
    const guesses: number[] = [];
    for (let at = 0; at < 8; at += 1)
      guesses.push((await stranger(both).call("POST", "/api/auth/login", wrong)).status);
    expect(guesses).toContain(429);
  });

  test("a change in one of two processes is reported to the open pages of both", async () => {
    const [changed, heardAt] = servers as [Server, Server];
    const address = await heardAt.app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${address}/api/events`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader?.read())?.value ?? "";
    const finance = await loggedIn({ server: changed }, "finance");
    const compliance = await loggedIn({ server: changed }, "compliance");
    const holiday = { date: "2026-11-12", th: "วันหยุดพิเศษ", en: "Special holiday", note: "Royal Gazette" };
    const { status, body } = await finance.call("POST", "/api/calendar/holidays", holiday);
    expect([status, body]).toEqual([201, expect.anything()]);
    const decided = await compliance.call("POST", `/api/calendar/changes/${body.id}/approve`, {
      note: "seen",
    });
    expect(decided.status).toBeLessThan(300);
    while (!heard.includes("event: calendar")) heard += (await reader?.read())?.value ?? "";
    await reader?.cancel();
  });

  test("load a switch that was approved in either process before they notify their pages", async () => {
    const [changed, heardAt] = servers as [Server, Server];
    const page = await fetch(`${addressOf(heardAt)}/api/events`);
    const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    const hear = async () => {
      const before = heard.split("event: flags").length;
      while (heard.split("event: flags").length === before) heard += (await reader?.read())?.value ?? "";
    };
    const isOn = async () => {
      const { body } = await stranger({ server: heardAt }).call("GET", "/api/frontend");
      return (body.toggles as readonly { readonly name: string }[]).some(
        ({ name }) => name === "market-menu",
      );
    };
    const ann = await loggedIn({ server: changed }, "operations");
    const bob = await loggedIn({ server: changed }, "operations2");
    const { body: desk } = await ann.call("GET", "/api/switches");
    const given = { base: Number(desk.revision), reason: "asked for", changes: [turned(true)] };
    const { body } = await ann.call("POST", "/api/switches/changes", given);
    expect(await isOn()).toBe(false);
    const approved = await bob.call("POST", `/api/switches/changes/${body.id}/approve`, { note: "seen" });
    expect(approved.status).toBe(200);
    await hear();
    expect([await isOn(), heard]).toEqual([
      true,
      expect.stringContaining(`{"revision":${approved.body.revision}}`),
    ]);
    // The other process is disconnected while a revision is written, so it gets no notification.
    await sql`insert into flag_sets (revision, content, source, file_content, reason, at)
      select revision + 1, (select content from flag_sets where revision = 1), 'file', file_content, 'for a test', at
      from (select revision, at, (select file_content from flag_sets where revision = 1) as file_content
        from flag_sets order by revision desc limit 1) as newest`.execute(database.db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'saphan-events' and datname = current_database()`.execute(database.db);
    await hear();
    expect(await isOn()).toBe(false);
    await reader?.cancel();
  });

  test("close and reopen at the same time, for maintenance and for a locked account", async () => {
    const admin = await loggedIn(inTurn(), "admin");
    const asked = () =>
      Promise.all(
        servers.map(async (server) => {
          const page = stranger({ server });
          return (await page.call("GET", "/api/app-setting/maintenance")).body.maintenance;
        }),
      );
    const set = (maintenance: boolean) =>
      admin.call("POST", "/api/app-setting/maintenance", {
        maintenance,
        reason: "a new database",
      });
    expect((await set(true)).status).toBe(200);
    expect(await asked()).toEqual([true, true]);
    expect((await set(false)).status).toBe(200);
    expect(await asked()).toEqual([false, false]);
    const page = await loggedIn(inTurn(), "fresh");
    const lock = (at: Date | null) =>
      database.db
        .updateTable("people")
        .set({ locked_at: at })
        .where("email_key", "=", "fresh@saphan.example")
        .execute();
    await lock(FIXED_MOMENT);
    for (let at = 0; at < 2; at += 1) expect((await page.call("GET", "/api/overview")).status).toBe(423);
    await lock(null);
    for (let at = 0; at < 2; at += 1) expect((await page.call("GET", "/api/overview")).status).toBe(200);
  });

  test("evaluate flags equally for each person, including flags that are on for some people only", async () => {
    const features = Array.from({ length: 40 }, (_, at) => ({
      name: `some-${at}`,
      enabled: true,
      strategies: [
        {
          name: "flexibleRollout",
          parameters: { rollout: "50", stickiness: "default", groupId: `some-${at}` },
        },
      ],
    }));
    const rootDir = join(folder, "switches");
    await mkdir(join(rootDir, "flags"), { recursive: true });
    const write = (set: object) =>
      writeFile(join(rootDir, "flags", "development.json"), JSON.stringify({ version: 2, ...set }));
    await write({ features });
    const settings = { env: "development" as const, rootDir, unleashUrl: null, unleashToken: null };
    const both = [await openFlags(settings), await openFlags(settings)];
    const names = features.map(({ name }) => name);
    const asked = (personId: string) => both.map((flags) => flags.for({ personId }, names));
    const seen = Array.from({ length: 20 }, () => asked(randomUUID()));
    for (const [first, second] of seen) expect(first).toEqual(second);
    // The flags are on for some people, and repeated requests do not change a person's result.
    const on = seen.flatMap(([first]) => Object.values(first ?? {}));
    expect(new Set(on)).toEqual(new Set([true, false]));
    await write({ features: features.map((feature) => ({ ...feature, enabled: false })) });
    for (const flags of both) await flags.reload();
    expect(new Set(asked(randomUUID()).flatMap((one) => Object.values(one)))).toEqual(new Set([false]));
    for (const flags of both) flags.close();
  });

  test("two processes count together the calls of one network that have a separate rate limit", async () => {
    const both = inTurn();
    const report = { message: "TypeError: x is undefined", path: "/overview" };
    const statuses: number[] = [];
    // The limit is twenty a minute, and each process alone would allow all of these calls.
    for (let at = 0; at < 24; at += 1)
      statuses.push((await stranger(both).call("POST", "/api/client-errors", report)).status);
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
    // A minute later the calls are allowed again, and the table contains no network address in plain text.
    const kept = await sql<{ row: string }>`select c::text as row from call_counts c`.execute(database.db);
    expect(kept.rows.some(({ row }) => row.includes("127.0.0.1"))).toBe(false);
    await sql`update call_counts set ends_at = now() - interval '1 second'`.execute(database.db);
    expect((await stranger(both).call("POST", "/api/client-errors", report)).status).not.toBe(429);
  });

  test("two processes allow five tries of a code in total, after which even the right code fails", async () => {
    const page = await loggedIn(inTurn(), "fresh");
    await page.call("POST", "/api/auth/send-otp", { channel: "email", action: "passkey" });
    await servers[0]?.jobs.drain();
    const { body } = await stranger(inTurn()).call("GET", "/api/dev/mailbox?to=fresh@saphan.example");
    const mails = body.messages as readonly { readonly template: string; readonly body: string }[];
    const code = /\b\d{6}\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[0] ?? "";
    const begin = async (given: string) =>
      (await page.call("POST", "/api/security/passkeys/begin", { code: given })).status;
    // Three tries go to one process and two to the other.
    for (let at = 1; at <= 5; at += 1)
      expect(await begin(String((Number(code) + at) % 1_000_000).padStart(6, "0"))).toBe(422);
    expect(await begin(code)).toBe(422);
  });
});
