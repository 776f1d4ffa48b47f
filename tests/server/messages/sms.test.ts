import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createMessages } from "../../../server/messages/index.ts";
import { createSmsSandbox } from "../../../server/messages/sandbox/create-sms-sandbox.ts";
import { smsTransport } from "../../../server/messages/sms.ts";
import {
  mailboxTransport,
  noWay,
  type Outgoing,
  type Transport,
} from "../../../server/messages/transport.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY, FIXED_MOMENT } from "../../support/fixed-day.ts";

const gateway = createSmsSandbox();
let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs({ url: database.url });
  await gateway.start();
});
afterAll(async () => {
  await jobs.stop();
  await gateway.stop();
  await database.drop();
});
beforeEach(() => {
  Object.assign(gateway, { refuse: 0, credit: 1_000, silent: false });
  gateway.received.length = 0;
});

const message = (to: string, short: string): Outgoing => ({
  outboxId: randomUUID(),
  channel: "sms",
  to,
  language: "th",
  template: "otp",
  subject: "-",
  paragraphs: ["-"],
  short,
});
const TEXT = "รหัส Saphan: 483920 & “ref.” +1";

/** The common contract of development's mailbox and a gateway's adapter. */
describe.each<[string, () => Transport, (to: string) => Promise<readonly string[]>]>([
  [
    "the development mailbox",
    () => mailboxTransport(database.db, () => FIXED_MOMENT),
    async (to) => {
      const rows = database.db.selectFrom("mailbox").select("body").where("recipient", "=", to);
      return (await rows.execute()).map(({ body }) => body);
    },
  ],
  [
    "a gateway",
    () => smsTransport(gateway.settings()),
    async (to) => gateway.received.filter((sent) => sent.to === to).map(({ text }) => text),
  ],
])("a text message through %s", (_what, open, arrived) => {
  test("arrives at its number as written", async () => {
    await open().deliver(message("+66812345678", TEXT));
    expect(await arrived("+66812345678")).toEqual([TEXT]);
    expect(await arrived("+66812345679")).toEqual([]);
  });

  test("arrives once if it is handed over twice", async () => {
    const same = message("+66898765432", TEXT);
    const transport = open();
    await transport.deliver(same);
    await transport.deliver(same);
    expect(await arrived("+66898765432")).toEqual([TEXT]);
  });
});

test("a text message without a configured gateway waits and says so", async () => {
  await expect(noWay.deliver(message("+66812345678", TEXT))).rejects.toThrow("no text message service");
});

describe("a gateway that rejects a message", () => {
  test.each<[string, () => Transport, string]>([
    ["SMS_KEY", () => smsTransport({ ...gateway.settings(), secret: "old" }), "+66812345678"],
    ["SMS_CREDIT", () => smsTransport(Object.assign(gateway, { credit: 0 }).settings()), "+66812345678"],
    ["SMS_NUMBER", () => smsTransport(gateway.settings()), "+6621234567"],
    ["SMS_LATER", () => smsTransport(Object.assign(gateway, { refuse: 1 }).settings()), "+66812345678"],
    [
      "SMS_LATER",
      () => smsTransport({ ...gateway.settings(), url: "http://127.0.0.1:9/sms" }),
      "+66812345678",
    ],
    [
      "ETIMEDOUT",
      () => smsTransport(Object.assign(gateway, { silent: true }).settings(), 50),
      "+66812345678",
    ],
  ])("reports %s without the number", async (code, open, to) => {
    const refused = await open()
      .deliver(message(to, TEXT))
      .catch((error: Error) => error);
    expect(refused).toMatchObject({ code });
    expect(String(refused)).not.toContain(to.slice(-7));
    expect(gateway.received).toEqual([]);
  });

  test("gets it again until it accepts it, and customer service sees why one waits", async () => {
    const to = "+66861112222";
    const messages = createMessages({
      db: database.db,
      jobs,
      clock: fixedClock(FIXED_DAY),
      config: { ...readConfig({ PORT: "3000" }), sms: gateway.settings() },
      listed: async () => null,
      declines: async () => false,
    });
    const send = (reference: string) =>
      database.db.transaction().execute((tx) =>
        messages.send(tx, {
          to,
          channel: "sms",
          template: "otp",
          language: "th",
          data: { code: "483920", reference, action: "change-phone" },
          key: `sms:${reference}`,
        }),
      );
    gateway.refuse = 2;
    await send("ABCDE");
    await jobs.drain();
    expect(gateway.received).toMatchObject([{ to, text: expect.stringContaining("483920") }]);
    expect(gateway.received[0]?.text).toContain("เปลี่ยนเบอร์โทรศัพท์");
    expect(await messages.sentTo(to, 5)).toMatchObject([{ channel: "sms", state: "sent", failure: null }]);
    gateway.credit = 0;
    await send("FGHIJ");
    await jobs.drain();
    expect(await messages.sentTo(to, 1)).toMatchObject([{ state: "waiting", failure: "SMS_CREDIT" }]);
    messages.close();
  });
});
