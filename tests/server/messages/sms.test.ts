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
import { SMS_VENDOR_NAMES } from "../../../server/sms-settings.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY, FIXED_MOMENT } from "../../support/fixed-day.ts";

const gateways = { form: createSmsSandbox("form"), infobip: createSmsSandbox("infobip") };
const gateway = gateways.form;
let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs({ url: database.url });
  for (const one of Object.values(gateways)) await one.start();
});
afterAll(async () => {
  await jobs.stop();
  for (const one of Object.values(gateways)) await one.stop();
  await database.drop();
});
beforeEach(() => {
  for (const one of Object.values(gateways)) {
    Object.assign(one, { refuse: 0, credit: 1_000, silent: false, nonsense: null });
    one.received.length = 0;
  }
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

/** Contract for development's mailbox and for the adapters of all gateways. */
describe.each<[string, () => Transport, (to: string) => Promise<readonly string[]>]>([
  [
    "the development mailbox",
    () => mailboxTransport(database.db, () => FIXED_MOMENT),
    async (to) => {
      const rows = database.db.selectFrom("mailbox").select("body").where("recipient", "=", to);
      return (await rows.execute()).map(({ body }) => body);
    },
  ],
  ...SMS_VENDOR_NAMES.map((vendor): [string, () => Transport, (to: string) => Promise<readonly string[]>] => [
    `a gateway of kind ${vendor}`,
    () => smsTransport(gateways[vendor].settings()),
    async (to) => gateways[vendor].received.filter((sent) => sent.to === to).map(({ text }) => text),
  ]),
])("a text message sent through %s", (_what, open, arrived) => {
  test("a text message arrives only at its own phone number, with its text unchanged", async () => {
    await open().deliver(message("+66812345678", TEXT));
    expect(await arrived("+66812345678")).toEqual([TEXT]);
    expect(await arrived("+66812345679")).toEqual([]);
  });

  test("a text message arrives once even if it is sent twice", async () => {
    const same = message("+66898765432", TEXT);
    const transport = open();
    await transport.deliver(same);
    await transport.deliver(same);
    expect(await arrived("+66898765432")).toEqual([TEXT]);
  });
});

/** Contract for gateways only: what they receive, and how each of their answers is interpreted. */
describe.each(SMS_VENDOR_NAMES)("an SMS gateway of kind %s", (vendor) => {
  const gateway = gateways[vendor];
  const open = (of: object = {}, mostMs?: number) => smsTransport({ ...gateway.settings(), ...of }, mostMs);

  test.each(["+66812345678", "0812345678", "66812345678", "0066812345678"])(
    "receives the number %s with its country code, and our sender name",
    async (to) => {
      await open().deliver(message(to, TEXT));
      expect(gateway.received).toEqual([{ to: "+66812345678", text: TEXT, sender: "SAPHAN" }]);
    },
  );

  test("returns an id for the message, and the same id if the message is sent twice", async () => {
    const same = message("+66812345678", TEXT);
    const id = await open().deliver(same);
    expect(id).toMatch(/^[\w-]+$/);
    expect(await open().deliver(same)).toBe(id);
    expect(await open().deliver(message("+66812345678", TEXT))).not.toBe(id);
  });

  test.each<[string, string, () => Transport, string]>([
    ["unknown credentials", "SMS_KEY", () => open({ secret: "old" }), "+66812345678"],
    ["no credit", "SMS_CREDIT", () => open(Object.assign(gateway, { credit: 0 }) && {}), "+66812345678"],
    ["an unreachable number", "SMS_NUMBER", () => open(), "+6621234567"],
    ["a busy gateway", "SMS_LATER", () => open(Object.assign(gateway, { refuse: 1 }) && {}), "+66812345678"],
    ["a gateway that is down", "SMS_LATER", () => open({ url: "http://127.0.0.1:9/sms" }), "+66812345678"],
    ["a wrong address", "SMS_LATER", () => open({ url: `${gateway.settings().url}/other` }), "+66812345678"],
    ["silence", "ETIMEDOUT", () => open(Object.assign(gateway, { silent: true }) && {}, 50), "+66812345678"],
  ])(
    "a delivery that fails because of %s is reported as %s, without the phone number",
    async (_what, code, opened, to) => {
      const refused = await opened()
        .deliver(message(to, TEXT))
        .catch((error: Error) => error);
      expect(refused).toMatchObject({ code });
      expect(String(refused)).not.toContain(to.slice(-7));
      expect(gateway.received).toEqual([]);
    },
  );

  test.each([
    "<html>Bad gateway</html>",
    "",
    "null",
    "[]",
    "{}",
    '{"messages":[{}]}',
    '{"phone_number_list":7}',
  ])("a gateway with a malformed answer (%s) is reported as SMS_LATER", async (nonsense) => {
    gateway.nonsense = nonsense;
    await expect(open().deliver(message("+66812345678", TEXT))).rejects.toMatchObject({ code: "SMS_LATER" });
  });
});

test("a text message without a configured gateway waits with an error", async () => {
  await expect(noWay.deliver(message("+66812345678", TEXT))).rejects.toThrow("no service is set up for sms");
});

describe("a gateway that rejects a message", () => {
  test("receives the message again until it accepts it, and customer service sees why the message waits", async () => {
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
