import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Channel } from "../../../domain/channels.ts";
import { type Accounts, createAccounts } from "../../../server/accounts/index.ts";
import { issueOtp } from "../../../server/accounts/one-time-passwords.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { type Config, readConfig } from "../../../server/config.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createMessages, type Messages } from "../../../server/messages/index.ts";
import { createSmsSandbox, type SmsSandbox } from "../../../server/messages/sandbox/create-sms-sandbox.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";
import { type SmtpServer, startSmtpServer } from "../messages/smtp-server.ts";

let database: TestDatabase;
let smtp: SmtpServer;
let gateway: SmsSandbox;
let jobs: Jobs;
let messages: Messages;
let accounts: Accounts;
let config: Config;
let folder: string;
const flags = new Set<string>();
/** Fails if a consent is requested, because these tests need none. */
const nobodyAsks = (): never => {
  throw new Error("no legal text is asked for here");
};
beforeAll(async () => {
  database = await testDatabase();
  smtp = await startSmtpServer();
  gateway = createSmsSandbox();
  await gateway.start();
  folder = mkdtempSync(join(tmpdir(), "saphan-mock-"));
  config = {
    ...readConfig({ PORT: "3000", SAPHAN_DATA: folder, SMTP_URL: smtp.url }),
    sms: gateway.settings(),
  };
  jobs = await openJobs({ url: database.url });
  const clock = fixedClock(FIXED_DAY);
  messages = createMessages({
    db: database.db,
    jobs,
    clock,
    config,
    listed: async () => null,
    declines: async () => false,
  });
  accounts = createAccounts({
    db: database.db,
    clock,
    config,
    messages,
    legal: nobodyAsks,
    isOn: (flag) => flags.has(flag),
  });
});
afterAll(async () => {
  messages.close();
  await jobs.stop();
  await smtp.close();
  await gateway.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  flags.clear();
  gateway.received.length = 0;
  smtp.received.length = 0;
});

/** Sends a code over a channel and returns where it arrived. */
async function sendTo(address: string, channel: Channel) {
  await database.db
    .transaction()
    .execute((tx) =>
      issueOtp(
        accounts,
        tx,
        { owner: `stranger:${address}`, channel, action: "recover" },
        { address, language: "en", deliver: true },
      ),
    );
  await jobs.drain();
  const mailbox = await messages.mailbox({ to: address });
  return { shown: mailbox.map(({ body }) => /\b\d{6}\b/.exec(body)?.[0]), sent: smtp.received };
}

describe("the feature switch mock-email-otp", () => {
  test("places a random code in the development mailbox if the switch is on, and no e-mail is sent", async () => {
    flags.add("mock-email-otp");
    const { shown, sent } = await sendTo("on@example.com", "email");
    expect(shown).toEqual([expect.stringMatching(/^\d{6}$/)]);
    expect(sent).toEqual([]);
    const again = await sendTo("on-too@example.com", "email");
    expect(again.shown).not.toEqual(shown);
  });

  test("lets the mail server send the code if the switch is off, and the development mailbox stays empty", async () => {
    flags.add("mock-sms-otp");
    const { shown, sent } = await sendTo("off@example.com", "email");
    expect(shown).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain("To: off@example.com");
  });

  test("does not change how messages without a code are sent", async () => {
    flags.add("mock-email-otp");
    await database.db.transaction().execute((tx) =>
      messages.send(tx, {
        to: "letter@example.com",
        template: "otp",
        language: "th",
        data: { code: "1", reference: "A" },
        key: "letter:1",
      }),
    );
    await jobs.drain();
    expect(smtp.received).toHaveLength(1);
  });
});

describe("the feature switch mock-sms-otp", () => {
  test("places the code in the development mailbox as a text message if the switch is on", async () => {
    flags.add("mock-sms-otp");
    const { shown } = await sendTo("+66812345678", "sms");
    expect(shown).toEqual([expect.stringMatching(/^\d{6}$/)]);
    expect(gateway.received).toEqual([]);
    expect(await messages.mailbox({ to: "+66812345678" })).toMatchObject([{ channel: "sms" }]);
  });

  test("lets the gateway send the code if the switch is off, and the development mailbox stays empty", async () => {
    flags.add("mock-email-otp");
    const { shown, sent } = await sendTo("+66812345679", "sms");
    expect({ shown, sent }).toEqual({ shown: [], sent: [] });
    expect(gateway.received).toEqual([
      {
        to: "+66812345679",
        sender: "SAPHAN",
        text: expect.stringMatching(/^\d{6} is your Saphan code to recover your account \(ref\. \w{5}/),
      },
    ]);
  });
});

test("a portal in runtime, which has no development mailbox, refuses to send a mock message", async () => {
  const runtime = { ...config, env: "runtime" as const };
  const other = createMessages({
    db: database.db,
    jobs: { ...jobs, work: () => {} },
    clock: fixedClock(FIXED_DAY),
    config: runtime,
    listed: async () => null,
    declines: async () => false,
  });
  const message = {
    to: "a@example.com",
    template: "otp",
    language: "th",
    data: {},
    key: "k",
    mock: true,
  } as const;
  await expect(database.db.transaction().execute((tx) => other.send(tx, message))).rejects.toThrow(
    "runtime has no mailbox",
  );
  other.close();
});
