import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createMessages, type Message, type Messages } from "../../../server/messages/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.ts";

const clock = fixedClock("2026-01-05T10:00:00");
let folder: string;
let database: TestDatabase;
let jobs: Jobs;
let messages: Messages;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  folder = mkdtempSync(join(tmpdir(), "saphan-messages-"));
  for (const [language, subject, body] of [
    [
      "th",
      "รหัส {{reference}} ของ {{brand}}",
      ["รหัสของคุณคือ {{code}}", "ดูที่ {{origin}}/verify?token={{token}}"],
    ],
    [
      "en",
      "Code {{reference}} of {{brand}}",
      ["Your code is {{code}}", "See {{origin}}/verify?token={{token}}"],
    ],
  ] as const) {
    mkdirSync(join(folder, "locales", language), { recursive: true });
    writeFileSync(
      join(folder, "locales", language, "mail.json"),
      JSON.stringify({ code: { subject, body } }),
    );
  }
});
afterAll(async () => {
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  messages?.close();
  await jobs?.stop();
  await database.drop();
});

const config = (smtpUrl: string | null = null) => ({
  ...readConfig({ PORT: "3000" }),
  rootDir: folder,
  dataDir: folder,
  smtpUrl,
});
/** Returns null, because no person here is on a watch list. */
const listed = async () => null;
const declines: Parameters<typeof createMessages>[0]["declines"] = async () => false;
const open = async (smtpUrl: string | null = null) => {
  jobs = await openJobs({ url: database.url });
  messages = createMessages({ db: database.db, jobs, clock, config: config(smtpUrl), listed, declines });
};
const code = (key: string, language: Language = "th"): Message => ({
  to: "somchai@example.com",
  template: "code",
  language,
  data: { reference: "ABCDE", code: "483920", token: "planted<token>" },
  key,
});
const send = (message: Message) => database.db.transaction().execute((tx) => messages.send(tx, message));

describe.each([
  ["the development mailbox", () => null],
  ["an SMTP server", () => smtp.url],
])("messages sent through %s", (_what, url) => {
  const arrived = async (): Promise<readonly string[]> =>
    url() === null
      ? (await messages.mailbox()).map((mail) => `${mail.to}\n${mail.subject}\n${mail.body}`).toReversed()
      : smtp.received;
  beforeEach(async () => {
    smtp.received.length = 0;
    smtp.refuse = 0;
    await open(url());
  });

  test("messages are sent when their transaction commits, and never when the transaction rolls back", async () => {
    await database.db
      .transaction()
      .execute(async (tx) => {
        await messages.send(tx, code("lost"));
        throw new Error("undone");
      })
      .catch(() => {});
    await jobs.drain();
    expect(await arrived()).toHaveLength(0);
    await send(code("kept", "en"));
    await jobs.drain();
    const [mail] = await arrived();
    expect(mail).toContain("somchai@example.com");
    expect(mail).toContain("Code ABCDE of Saphan");
    expect(mail).toContain("Your code is 483920");
  });

  test("messages with the same key are sent once, for any number of requests", async () => {
    await Promise.all(Array.from({ length: 10 }, () => send(code("same"))));
    await jobs.drain();
    await send(code("same"));
    await jobs.drain();
    expect(await arrived()).toHaveLength(1);
  });

  test("messages leave no code, address or link in outbox and queue, neither before nor after delivery", async () => {
    await send(code("sealed"));
    const dump = async () => {
      const { rows } = await sql<{ line: string }>`
        select o::text || encode(coalesce(o.payload, ''), 'escape') as line from outbox o
        union all select j::text from pgboss.job j`.execute(database.db);
      return rows.map((row) => row.line).join("\n");
    };
    for (const secret of ["483920", "somchai", "planted"]) expect(await dump()).not.toContain(secret);
    await jobs.drain();
    const row = await database.db.selectFrom("outbox").select(["state", "payload"]).executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "sent", payload: null });
    for (const secret of ["483920", "somchai", "planted"]) expect(await dump()).not.toContain(secret);
  });
});

describe("an SMTP server that answers with “try later”", () => {
  test("gets the message again later, and the stored error has a code but no address", async () => {
    smtp.received.length = 0;
    await open(smtp.url);
    smtp.refuse = 2;
    await send(code("again"));
    await jobs.drain();
    expect(smtp.received).toHaveLength(1);
    const row = await database.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "sent", attempts: 3, failure: null });
  });

  test("receives each message as text and as HTML with escaped values", async () => {
    smtp.received.length = 0;
    await open(smtp.url);
    await send(code("page"));
    await jobs.drain();
    const [mail = ""] = smtp.received;
    expect(mail).toMatch(/^Message-ID: <[0-9a-f-]{36}@/im);
    expect(mail).toMatch(/multipart\/alternative/);
    const page = decoded(mail);
    expect(page).toContain("planted&lt;token");
    expect(page).toContain("รหัสของคุณคือ 483920");
  });
});

describe("letters to a mail server that was down longer than the retry period", () => {
  const later = (minutes: number) => {
    const moved = { ...clock, wall: () => new Date(Date.now() + minutes * 60_000) };
    messages.close();
    const swept = createMessages({
      db: database.db,
      jobs,
      clock: moved,
      config: config(smtp.url),
      listed,
      declines,
    });
    messages = swept;
  };
  beforeEach(async () => {
    smtp.received.length = 0;
    await open(smtp.url);
    smtp.refuse = 1_000;
    await send(code("kept"));
    await jobs.drain();
    smtp.refuse = 0;
    await jobs.stop();
    jobs = await openJobs({ url: database.url });
  });

  test("late letters are delivered as soon as the mail server works again", async () => {
    later(21);
    await jobs.drain();
    expect(smtp.received).toHaveLength(0);
    await jobs.runNow("messages.sweep");
    await jobs.drain();
    expect(smtp.received).toHaveLength(1);
    expect(await jobs.runNow("messages.sweep")).toBe(0);
  });

  test("late letters are given up three days after they were written, and their contents are erased", async () => {
    later(3 * 24 * 60 + 1);
    await jobs.runNow("messages.sweep");
    await jobs.drain();
    expect(smtp.received).toHaveLength(0);
    const row = await database.db.selectFrom("outbox").select(["state", "payload"]).executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "failed", payload: null });
  });
});

test("a letter that a worker delivered before it died is not sent again by the next worker", async () => {
  await open();
  await send(code("died"));
  // Simulates a kill: the message is delivered, but never marked as sent.
  await sql`create function dies() returns trigger language plpgsql as $$ begin
    if new.state = 'sent' then raise exception 'killed'; end if; return new; end $$`.execute(database.db);
  await sql`create trigger dies before update on outbox for each row execute function dies()`.execute(
    database.db,
  );
  await expect(jobs.drain()).resolves.toBeGreaterThan(0);
  expect(await messages.mailbox()).toHaveLength(1);
  await sql`drop trigger dies on outbox`.execute(database.db);
  await sql`update outbox set claimed_until = null, created_at = created_at - interval '1 hour'`.execute(
    database.db,
  );
  await jobs.runNow("messages.sweep");
  await jobs.drain();
  expect(await messages.mailbox()).toHaveLength(1);
  const row = await database.db.selectFrom("outbox").select("state").executeTakeFirstOrThrow();
  expect(row.state).toBe("sent");
});

describe("a message worker that is killed", () => {
  const workers: ChildProcess[] = [];
  afterAll(() => {
    for (const worker of workers) worker.kill("SIGKILL");
  });

  // The campaign kills 100 times (`npm run campaign -- 15`).
  const kills = Number(process.env.SAPHAN_KILLS ?? 2);

  test(
    `loses no message and sends none twice, in ${kills} kills`,
    async () => {
      await open();
      const count = kills * 10;
      await database.db.transaction().execute(async (tx) => {
        for (let n = 0; n < count; n += 1) await messages.send(tx, code(`kill:${n}`));
      });
      const begin = () => {
        const at = (path: string) => JSON.stringify(import.meta.resolve(`../../../server/${path}`));
        const script = `import { openDatabase } from ${at("db/index.ts")};
        import { openJobs } from ${at("jobs/index.ts")};
        import { createMessages } from ${at("messages/index.ts")};
        import { fixedClock } from ${at("clock/index.ts")};
        const db = await openDatabase(process.env.URL);
        const jobs = await openJobs({ url: process.env.URL });
        createMessages({ db, jobs, clock: fixedClock("${FIXED_DAY}"), config: JSON.parse(process.env.CONFIG), listed: async () => null, declines: async () => false });
        await jobs.start();
        console.log("works");`;
        const env = { ...process.env, URL: database.url, CONFIG: JSON.stringify(config()) };
        const worker = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
          env,
          stdio: ["ignore", "pipe", "ignore"],
        });
        workers.push(worker);
        return new Promise<ChildProcess>((resolve) => worker.stdout?.once("data", () => resolve(worker)));
      };
      for (let kill = 0; kill < kills; kill += 1) {
        const worker = await begin();
        // The worker is killed at a different time each round: sometimes before the first job, sometimes in
        // the middle of one.
        await pause((kill % 12) * 3);
        worker.kill("SIGKILL");
      }
      const last = await begin();
      const until = Date.now() + 20_000 + kills * 4_000;
      const unsent = async () =>
        await database.db.selectFrom("outbox").select("id").where("state", "<>", "sent").execute();
      // A message in the mailbox is marked as sent a little later; if its worker is killed before that, the
      // next worker marks it.
      while ((await unsent()).length > 0 && Date.now() < until) await pause(200);
      last.kill("SIGKILL");
      const rows = await database.db.selectFrom("mailbox").select("outbox_id").execute();
      expect(rows).toHaveLength(count);
      expect(new Set(rows.map((row) => row.outbox_id)).size).toBe(count);
      expect(await unsent()).toEqual([]);
    },
    30_000 + kills * 10_000,
  );
});

/** Decodes the encoded parts of a mail. */
function decoded(mail: string): string {
  return mail
    .split(/\r\n--[^\r\n]+/)
    .map((part) => {
      const body = part.slice(part.indexOf("\r\n\r\n") + 4);
      if (/base64/i.test(part)) return Buffer.from(body, "base64").toString("utf8");
      const bytes = body
        .replaceAll("=\r\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString("utf8");
    })
    .join("\n");
}
