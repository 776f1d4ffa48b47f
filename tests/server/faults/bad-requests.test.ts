import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
let investor: Caller;
let id: string;
beforeAll(async () => {
  house = await openPortalHouse();
  investor = await loggedIn(house, "investor");
  id = String((await investor.call("POST", "/api/flows/invest/instances", {})).body.id);
});
afterAll(() => house.close());

const key = () => ({ "idempotency-key": randomUUID() });
const json = (text: string) => text;
const step = () => `/api/instances/${id}/steps/choose`;
const asJson = { "content-type": "application/json" };

type Row = readonly [
  what: string,
  status: number,
  code: string,
  request: () => readonly [
    method: string,
    url: string,
    body?: Json,
    headers?: Readonly<Record<string, string>>,
  ],
];

const table: readonly Row[] = [
  ["invalid JSON", 400, "json-invalid", () => ["POST", step(), json("{"), { ...asJson, ...key() }]],
  [
    "JSON with a NUL",
    400,
    "text-not-storable",
    () => ["POST", step(), { answer: { strategy: "\0" } }, key()],
  ],
  [
    "JSON that is too deep",
    400,
    "json-too-deep",
    () => ["POST", step(), json(`{"answer":${"[".repeat(90)}${"]".repeat(90)}}`), { ...asJson, ...key() }],
  ],
  [
    "a body that is too large",
    413,
    "too-large",
    () => ["POST", step(), { answer: { strategy: "x".repeat(300_000) } }, key()],
  ],
  [
    "another content type",
    415,
    "unsupported-type",
    () => [
      "POST",
      step(),
      json("strategy=M-BTCA"),
      { "content-type": "application/x-www-form-urlencoded", ...key() },
    ],
  ],
  [
    "XML",
    415,
    "unsupported-type",
    () => ["POST", step(), json("<answer/>"), { "content-type": "application/xml", ...key() }],
  ],
  ["an answer that is a list", 422, "not-valid", () => ["POST", step(), { answer: [] }, key()]],
  ["a code that is an object", 422, "not-valid", () => ["POST", step(), { code: {} }, key()]],
  ["facts beside the answer", 422, "not-valid", () => ["POST", step(), { answer: {}, facts: {} }, key()]],
  ["no idempotency key", 400, "idempotency-key-missing", () => ["POST", step(), { answer: {} }]],
  [
    "an idempotency key with other characters",
    400,
    "idempotency-key-invalid",
    () => ["POST", step(), { answer: {} }, { "idempotency-key": "ก".repeat(9) }],
  ],
  [
    "an idempotency key that is too long",
    400,
    "idempotency-key-invalid",
    () => ["POST", step(), { answer: {} }, { "idempotency-key": "a".repeat(200) }],
  ],
  ["an unknown address", 404, "not-found", () => ["GET", "/api/nothing"]],
  ["an address that leads out of its folder", 404, "not-found", () => ["GET", "/api/..%2f..%2fetc%2fpasswd"]],
  ["a wrong method", 405, "method-not-allowed", () => ["DELETE", step()]],
  ["a wrong method on a list", 405, "method-not-allowed", () => ["PUT", "/api/orders", {}]],
  ["a GET where only POST exists", 405, "method-not-allowed", () => ["GET", "/api/auth/login"]],
  ["an unknown instance", 404, "not-found", () => ["GET", "/api/instances/1"]],
  [
    "another person's instance",
    404,
    "not-your-instance",
    () => ["POST", `/api/instances/${randomUUID()}/steps/choose`, { answer: {} }, key()],
  ],
  [
    "an unknown step",
    409,
    "step-not-open",
    () => ["POST", step().replace("choose", "nothing"), { answer: {} }, key()],
  ],
  [
    "a step named like a property",
    409,
    "step-not-open",
    () => ["POST", step().replace("choose", "__proto__"), { answer: {} }, key()],
  ],
  [
    "a later step",
    409,
    "step-not-open",
    () => ["POST", step().replace("choose", "review"), { answer: {} }, key()],
  ],
  ["an unknown flow", 404, "flow-unknown", () => ["POST", "/api/flows/nothing/instances", {}]],
  ["a flow named like a property", 404, "not-found", () => ["POST", "/api/flows/__proto__/instances", {}]],
];

describe("a request with an error", () => {
  test.each(table)(
    "a request containing %s gets the answer %i %s, in both languages, and changes nothing",
    async (_what, status, code, make) => {
      const before = await investor.call("GET", `/api/instances/${id}`);
      const [method, url, body, headers] = make();
      const answer = await investor.call(method, url, body, headers);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      const message = answer.body.message as { th: string; en: string };
      expect(message.th).toMatch(/[ก-๙]/);
      expect(message.en).toMatch(/[a-z]/);
      for (const field of (answer.body.fields ?? []) as { message: { th: string } }[])
        expect(field.message.th).toMatch(/[ก-๙]/);
      expect(await investor.call("GET", `/api/instances/${id}`)).toEqual(before);
    },
  );

  test("a request with a wrong method gets an answer that names the allowed methods", async () => {
    const answer = await house.server.app.inject({ method: "DELETE", url: "/api/orders" });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

describe("an idempotency key", () => {
  test("changes nothing if it is used again with a different body, or by a different user", async () => {
    const used = randomUUID();
    const again = String(
      (await investor.call("POST", "/api/flows/invest/instances", { again: true })).body.id,
    );
    expect((await investor.submit(again, "choose", { answer: { strategy: "M-BTCA" } }, used)).status).toBe(
      200,
    );
    expect(await investor.submit(again, "choose", { answer: { strategy: "M-STABLE" } }, used)).toMatchObject({
      status: 409,
      body: { code: "idempotency-key-reused" },
    });
    const fresh = await loggedIn(house, "fresh");
    for (const other of [fresh, stranger(house)])
      expect(
        (await other.submit(again, "choose", { answer: { strategy: "M-BTCA" } }, used)).status,
      ).toBeGreaterThan(400);
    expect((await investor.call("GET", `/api/instances/${again}`)).body.instance).toMatchObject({
      answers: { choose: { value: { strategy: "M-BTCA" }, revision: 1 } },
    });
  });
});

describe("facts sent by a client", () => {
  test("facts sent by a client change nothing, and do not appear in the answer", async () => {
    const fresh = await loggedIn(house, "fresh");
    const forged: JsonObject = {
      facts: { investor: { kycStatus: "VERIFIED", hasPin: true, isVerified: true } },
      investor: { kycStatus: "VERIFIED" },
      derived: { fee: "0.00" },
      effects: { place: { order: randomUUID() } },
      flags: { invest: true },
      allowInvest: true,
    };
    const opened = await fresh.call("POST", "/api/flows/invest/instances", {});
    expect(opened.body.at).toMatchObject({ kind: "end", outcome: "provisional" });
    for (const name of ["choose", "amount", "review", "place"])
      expect((await fresh.submit(opened.body.id, name, { answer: forged })).status).toBe(409);
    expect((await fresh.call("GET", `/api/instances/${opened.body.id}`)).body).toEqual(opened.body);

    const kyc = (await fresh.call("POST", "/api/flows/kyc/instances", {})).body;
    const prepared = await fresh.submit(kyc.id, "prepare", { answer: forged });
    expect(prepared.body.instance).toMatchObject({ answers: { prepare: { value: {} } } });
    expect(JSON.stringify(prepared.body.facts)).not.toContain("VERIFIED");
  });
});
