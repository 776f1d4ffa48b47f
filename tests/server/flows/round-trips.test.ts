import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { roundTrips } from "../../../server/db/pipelined.ts";
import { type Answer, type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

/**
 * Maximum number of waits for the database per call, including session and commit. The order call has a
 * higher budget for the PIN, the order and its wait.
 */
const BUDGET: Readonly<Record<string, number>> = {
  "GET an instance": 4,
  "POST a new instance": 9,
  choose: 4,
  amount: 4,
  acknowledge: 4,
  pay: 4,
  review: 4,
  pin: 7,
};

/**
 * Number of statements per step of an order, with session, begin and commit, without those of the job queue. A
 * new statement must be intended, because every order pays for it.
 */
const STATEMENTS: Readonly<Record<string, number>> = {
  choose: 9,
  amount: 9,
  acknowledge: 9,
  pay: 9,
  review: 9,
  pin: 13,
};

let house: PortalHouse;
let she: Caller;
const statements = new AsyncLocalStorage<string[]>();
// Periodic queries of the portal are not counted, because they belong to no call.
const inCall = new AsyncLocalStorage<string[]>();
const count = (statement: unknown) =>
  void inCall.getStore()?.push(String(statement).replaceAll(/\s+/g, " ").slice(0, 80));
beforeAll(async () => {
  house = await openPortalHouse();
  she = await loggedIn(house, "investor");
  roundTrips.subscribe(count);
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text: string }];
    const text = typeof asked === "string" ? asked : asked.text;
    if (!/pgboss|^SELECT version\(\)$/.test(text.trim())) statements.getStore()?.push(text);
    return query.apply(this, args);
  } as never);
});
afterAll(async () => {
  roundTrips.unsubscribe(count);
  vi.restoreAllMocks();
  await house.close();
});

test("no call about a flow waits for the database, or asks it, more often than allowed", async () => {
  const spent: Record<string, readonly string[]> = {};
  const sent: Record<string, readonly string[]> = {};
  const within = async (name: string, call: () => Promise<Answer>): Promise<JsonObject> => {
    const waited: string[] = [];
    const asked: string[] = [];
    const { status, body } = await inCall.run(waited, () => statements.run(asked, call));
    spent[name] = waited;
    sent[name] = asked;
    expect(status).toBe(200);
    return body;
  };
  const opened = await within("POST a new instance", () =>
    she.call("POST", "/api/flows/invest/instances", {}),
  );
  const id = String(opened.id);
  const submit = async (step: string, given: JsonObject) =>
    (await within(step, () => she.submit(id, step, given))).at as {
      readonly step: string;
      readonly values: JsonObject;
    };
  // Data that every process reads once, such as holidays, is read beforehand and not counted.
  await she.call("GET", `/api/instances/${id}`);
  await within("GET an instance", () => she.call("GET", `/api/instances/${id}`));
  await submit("choose", { answer: { strategy: "M-LCAP" } });
  await submit("choose", { answer: { strategy: "M-LCAP" } });
  let at = await submit("amount", { answer: { amount: "10000.00" } });
  if (at.step === "acknowledge") at = await submit("acknowledge", { answer: { accepted: true } });
  at = await submit("pay", { answer: { method: "transfer" } });
  await submit("review", { answer: { values: at.values } });
  expect((await submit("pin", { code: "148263" })).step).toBe("money");
  for (const [name, trips] of Object.entries(spent))
    expect(trips.length, `${name}: ${trips.join(" | ")}`).toBeLessThanOrEqual(BUDGET[name] ?? 0);
  for (const [name, most] of Object.entries(STATEMENTS))
    expect(sent[name]?.length, `${name}: ${sent[name]?.join(" | ")}`).toBe(most);
  expect(Object.keys(spent).sort()).toEqual(Object.keys(BUDGET).sort());
});
