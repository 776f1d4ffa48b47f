import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { type App, createHttp } from "../../../server/http/index.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createMessages, type Messages, reportRoutes } from "../../../server/messages/index.ts";
import { createSmsSandbox } from "../../../server/messages/sandbox/create-sms-sandbox.ts";
import { smsTransport } from "../../../server/messages/sms.ts";
import { SMS_VENDOR_NAMES, type SmsVendor } from "../../../server/sms-settings.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";

const SECRET = "q7Vd2LxT9wKfP4sHn8RbZ3mYc6JgA5uE";
const clock = fixedClock(FIXED_DAY);
let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await testDatabase();
  app = await openApp(SECRET);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function openApp(smsReportSecret: string | null): Promise<App> {
  const config = { ...readConfig({ PORT: "3000", LOG_LEVEL: "silent" }), smsReportSecret };
  const opened = await createHttp(config);
  reportRoutes(opened, { db: database.db, clock, config });
  await opened.ready();
  return opened;
}

const post = async (
  vendor: SmsVendor,
  { type, body }: { readonly type: string; readonly body: string },
  { key = SECRET, to = app }: { readonly key?: string; readonly to?: App } = {},
) =>
  await to.inject({
    method: "POST",
    url: `/api/webhooks/sms/${vendor}?key=${encodeURIComponent(key)}`,
    headers: { "content-type": type },
    payload: body,
  });

let numbered = 0;

describe.each(SMS_VENDOR_NAMES)("a delivery report from a gateway of kind %s", (vendor) => {
  const gateway = createSmsSandbox(vendor);
  let jobs: Jobs;
  let messages: Messages;
  beforeAll(async () => {
    await gateway.start();
    jobs = await openJobs({ url: database.url });
    messages = createMessages({
      ...{ db: database.db, jobs, clock, listed: async () => null, declines: async () => false },
      config: { ...readConfig({ PORT: "3000" }), sms: gateway.settings() },
    });
  });
  afterAll(async () => {
    messages.close();
    await jobs.stop();
    await gateway.stop();
  });
  beforeEach(() => Object.assign(gateway, { silent: false, refuse: 0 }));

  /** Sends a text to a new number; returns the number and the message id that the gateway uses. */
  const sent = async () => {
    numbered += 1;
    const to = `+6681${String(numbered).padStart(7, "0")}`;
    await database.db.transaction().execute((tx) =>
      messages.send(tx, {
        ...{ to, channel: "sms", template: "otp", language: "th", key: `report:${vendor}:${numbered}` },
        data: { code: "483920", reference: "ABCDE", action: "change-phone" },
      }),
    );
    await jobs.drain();
    const row = database.db
      .selectFrom("outbox")
      .selectAll()
      .where("key", "=", `report:${vendor}:${numbered}`);
    const { id, gateway_id } = await row.executeTakeFirstOrThrow();
    return { to, id: gateway_id ?? id };
  };
  const shown = async (to: string) => {
    const [first] = await messages.sentTo(to, 1);
    return { state: first?.state, network: first?.network, failure: first?.failure };
  };
  const report = async (id: string, outcome: Parameters<typeof gateway.report>[1]) =>
    expect((await post(vendor, gateway.report(id, outcome))).statusCode).toBe(204);

  test("is displayed together with its message", async () => {
    const { to, id } = await sent();
    expect(await shown(to)).toEqual({ state: "sent", network: null, failure: null });
    for (const outcome of ["expired", "not-delivered", "delivered"] as const) {
      await report(id, outcome);
      expect(await shown(to)).toEqual({ state: "sent", network: outcome, failure: null });
    }
  });

  test("a late delivery report never replaces the state `delivered`", async () => {
    const { to, id } = await sent();
    for (const outcome of ["delivered", "expired", "not-delivered", "pending", "delivered"] as const) {
      await report(id, outcome);
      expect(await shown(to)).toMatchObject({ network: "delivered" });
    }
  });

  test("a report about a message that is still being delivered changes nothing", async () => {
    const { to, id } = await sent();
    await report(id, "pending");
    expect(await shown(to)).toMatchObject({ state: "sent", network: null });
  });

  test("changes only the message that it names, and nothing if the id is unknown", async () => {
    const [one, other] = [await sent(), await sent()];
    await report("00000000-0000-4000-8000-00000000dead", "delivered");
    await report("not-ours", "delivered");
    await report(one.id, "delivered");
    expect(await shown(one.to)).toMatchObject({ network: "delivered" });
    expect(await shown(other.to)).toMatchObject({ network: null });
  });

  test("a report that arrives before our own record of the delivery prevents further tries", async () => {
    gateway.refuse = 1_000;
    const { to } = await sent();
    const waiting = database.db.selectFrom("outbox").select("id").where("state", "=", "waiting");
    const { id } = await waiting.executeTakeFirstOrThrow();
    expect(await shown(to)).toMatchObject({ state: "waiting", failure: "SMS_LATER" });
    await report(id, "delivered");
    expect(await shown(to)).toEqual({ state: "sent", network: "delivered", failure: null });
    const row = database.db.selectFrom("outbox").select("payload").where("id", "=", id);
    expect((await row.executeTakeFirstOrThrow()).payload).toBeNull();
  });

  test.each<[string, string]>([
    ["no secret", ""],
    ["another secret", `${SECRET.slice(0, -1)}x`],
    ["a secret that begins alike", SECRET.slice(0, 16)],
  ])("is refused with %s", async (_what, key) => {
    const { to, id } = await sent();
    const answer = await post(vendor, gateway.report(id, "delivered"), { key });
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({
      status: 401,
      code: "signature",
    });
    expect(await shown(to)).toMatchObject({ network: null });
  });

  test("is refused if the settings have no secret for it", async () => {
    const closed = await openApp(null);
    for (const key of ["", "null", SECRET])
      expect((await post(vendor, gateway.report("1", "delivered"), { key, to: closed })).statusCode).toBe(
        401,
      );
    await closed.close();
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"results":[{}]}',
    '{"results":[null]}',
    '{"results":[{"messageId":"1"}]}',
    '{"results":[{"messageId":"a\\u0000","status":{"groupId":3}}]}',
    `{"results":[{"messageId":"${"1".repeat(101)}","status":{"groupId":3}}]}`,
    "message_id=1",
    "status=Delivered",
    "message_id=%00&status=Delivered",
    "message_id=1%27&status=constructor",
    "\u0000\uFFFF",
  ])("a report with the body %j is a bad request, with a message in both languages", async (body) => {
    const answer = await post(vendor, { type: "text/plain", body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: "sms-report-not-valid",
      message: { th: "อ่านรายงานผลการส่ง SMS ไม่ได้", en: "The delivery report of text messages cannot be read" },
    });
  });

  test("a report about many messages changes nothing if one of them cannot be parsed", async () => {
    const { to, id } = await sent();
    const { type, body } = gateway.report(id, "delivered");
    const broken =
      vendor === "form" ? body.replace("status=", "state=") : body.replace("]}", ',{"messageId":7}]}');
    expect((await post(vendor, { type, body: broken })).statusCode).toBe(400);
    expect(await shown(to)).toMatchObject({ network: null });
  });
});

test("a report that a phone network accepted a message does not count as delivery to the phone", async () => {
  const status = { groupId: 3, groupName: "DELIVERED", id: 2, name: "DELIVERED_TO_OPERATOR" };
  const key = "report:operator";
  await database.db
    .insertInto("outbox")
    .values({
      ...{ key, channel: "sms", template: "otp", language: "th", payload: null, failure: null },
      ...{ state: "sent", created_at: clock.wall(), sent_at: clock.wall() },
    })
    .execute();
  const row = database.db.selectFrom("outbox").select(["id", "delivered_at"]).where("key", "=", key);
  const { id } = await row.executeTakeFirstOrThrow();
  const body = JSON.stringify({ results: [{ messageId: id, status }] });
  expect((await post("infobip", { type: "application/json", body })).statusCode).toBe(204);
  expect((await row.executeTakeFirstOrThrow()).delivered_at).toBeNull();
});

test("the SMS gateway gets the address for delivery reports with each message, if one is configured", async () => {
  const gateway = createSmsSandbox("infobip");
  await gateway.start();
  const { url } = gateway.settings();
  const asked = { PORT: "3000", SMS_VENDOR: "infobip", SMS_URL: url, SMS_SECRET: SECRET };
  const hand = async (env: Readonly<Record<string, string>>) => {
    const { sms } = readConfig({ ...asked, ...env });
    if (sms === null) throw new Error("no gateway is set up");
    await smsTransport({ ...sms, secret: gateway.settings().secret }).deliver({
      ...{ outboxId: randomUUID(), channel: "sms", to: "+66812345678", language: "th", template: "otp" },
      ...{ subject: "-", paragraphs: ["-"], short: "483920" },
    });
    return gateway.bodies.at(-1);
  };
  const address = `https://portal.example/api/webhooks/sms/infobip?key=${SECRET}`;
  expect(await hand({ ORIGIN: "https://portal.example", SMS_REPORT_SECRET: SECRET })).toContain(
    `"notifyUrl":"${address}"`,
  );
  expect(await hand({})).not.toContain("notifyUrl");
  await gateway.stop();
});
