import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let she: Caller;
/** What the portal asked its database; the queue's own looks left out. */
let statements: string[] = [];
const asked = pg.Client.prototype.query as (...args: unknown[]) => unknown;
beforeAll(async () => {
  house = await openPortalHouse();
  she = await loggedIn(house, "investor");
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const [what] = args as [string | { readonly text: string }];
      const text = typeof what === "string" ? what : what.text;
      if (!/pgboss|^SELECT version\(\)$/.test(text)) statements.push(text);
      return asked.apply(this, args);
    },
  });
});
afterAll(async () => {
  Object.assign(pg.Client.prototype, { query: asked });
  await house.close();
});

test("a submission asks the database fifteen times at most, and one that places an order thirty times", async () => {
  const { body } = await she.call("POST", "/api/flows/invest/instances", {});
  const counts: Record<string, number> = {};
  const submit = async (step: string, given: JsonObject) => {
    statements = [];
    const answer = await she.submit(body.id, step, given);
    counts[step] = statements.length;
    expect(answer.status).toBe(200);
    return answer.body.at as unknown as { readonly step: string; readonly values: JsonObject };
  };
  await submit("choose", { answer: { strategy: "M-LCAP" } });
  let at = await submit("amount", { answer: { amount: "10000.00" } });
  if (at.step === "acknowledge") at = await submit("acknowledge", { answer: { accepted: true } });
  at = await submit("pay", { answer: { method: "transfer" } });
  await submit("review", { answer: { values: at.values } });
  expect((await submit("pin", { code: "148263" })).step).toBe("money");
  const { choose, pin, ...others } = counts;
  for (const count of Object.values(others)) expect(count).toBeLessThanOrEqual(15);
  // The first step comes to the strategy only with its answer: one look more.
  expect(choose).toBeLessThanOrEqual(17);
  expect(pin).toBeLessThanOrEqual(30);
});
