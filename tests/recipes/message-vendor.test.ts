import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { readConfig } from "../../server/config.ts";
import type { readReports } from "../../server/messages/delivery-reports.ts";
import type { smsTransport } from "../../server/messages/sms.ts";
import type { SmsSettings, SmsVendor } from "../../server/sms-settings.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

const REFERENCE = "7d9f3c52-4a3e-4b8f-9a53-0c6a0f6f3a11";
const SECRET = "3f0c9a517be2d84460c1f7a98e25b3d1";
const VENDOR = "ruea" as SmsVendor;

/** A test server of the vendor Ruea. It records what it receives, and answers as `answer` says. */
const received: { readonly token: string | undefined; readonly body: string }[] = [];
let answer: { readonly status: number; readonly body: object } = { status: 201, body: { id: REFERENCE } };

let kitchen: Kitchen;
let server: Server;
beforeAll(async () => {
  kitchen = await openKitchen({ code: true });
  await kitchen.cook("A text message vendor");
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    received.push({ token: request.headers.authorization, body });
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await kitchen.clear();
});
afterEach(() => {
  received.length = 0;
  answer = { status: 201, body: { id: REFERENCE } };
});

async function send(): Promise<string | null> {
  const sms = await kitchen.load<{ smsTransport: typeof smsTransport }>("server/messages/sms.ts");
  const settings: SmsSettings = {
    vendor: VENDOR,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: null,
    secret: "token",
    sender: "SAPHAN",
    reportUrl: null,
  };
  return await sms.smsTransport(settings).deliver({
    outboxId: REFERENCE,
    channel: "sms",
    to: "+66812345678",
    language: "th",
    template: "otp",
    subject: "-",
    paragraphs: ["-"],
    short: "รหัส 483920",
  });
}

test("the compiler requires only one addition for a new vendor: the vendor's sandbox", async () => {
  const faults = await kitchen.typeErrors("server/messages/sms.ts", "server/messages/sandbox/*.ts");
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/create-sms-sandbox\.ts.*Property 'ruea' is missing/);
});

test("the settings accept the new vendor, which needs no user name", async () => {
  const config = await kitchen.load<{ readConfig: typeof readConfig }>("server/config.ts");
  const env = {
    PORT: "3000",
    SMS_VENDOR: "ruea",
    SMS_URL: "https://sms.example",
    SMS_SECRET: SECRET,
  };
  expect(config.readConfig(env).sms).toMatchObject({ vendor: "ruea", user: null });
  expect(() => config.readConfig({ ...env, SMS_KEY: "portal" })).toThrow(
    /SMS_KEY is not for SMS_VENDOR "ruea"/,
  );
});

test("a text message is sent in the new vendor's format, and a refusal has a code", async () => {
  expect(await send()).toBe(REFERENCE);
  expect(received.map(({ token, body }) => [token, JSON.parse(body)])).toEqual([
    ["Bearer token", { id: REFERENCE, to: "66812345678", text: "รหัส 483920", from: "SAPHAN" }],
  ]);
  answer = { status: 404, body: {} };
  await expect(send()).rejects.toMatchObject({ code: "SMS_NUMBER" });
  answer = { status: 401, body: {} };
  await expect(send()).rejects.toMatchObject({ code: "SMS_KEY" });
});

test("the delivery reports of the new vendor are read", async () => {
  const reports = await kitchen.load<{ readReports: typeof readReports }>(
    "server/messages/delivery-reports.ts",
  );
  const read = (report: object) => reports.readReports(VENDOR, JSON.stringify(report));
  expect(read({ id: REFERENCE, state: "arrived" })).toEqual([{ reference: REFERENCE, outcome: "delivered" }]);
  expect(read({ id: REFERENCE, state: "queued" })).toEqual([]);
  expect(read({ id: "not an id", state: "arrived" })).toBe(null);
  expect(read({})).toBe(null);
});
