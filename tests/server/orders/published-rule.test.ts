import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  investor = await loggedIn(house, "investor");
});
afterAll(() => house.close());

const demo = demoPeople[0];
const RULE = "flows/shared/rules/able-to-invest.json";

/** Publishes a change of the clauses of `able-to-invest` for the flow `invest`. */
async function publish(clauses: (before: readonly JsonObject[]) => readonly JsonObject[]): Promise<void> {
  const [operations, compliance] = [await loggedIn(house, "operations"), await loggedIn(house, "compliance")];
  const list = await operations.get("/definitions", { query: { flow: "invest" } });
  const current = list.current.find((one) => one?.flow === "invest");
  const version = await operations.call("GET", `/api/definitions/versions/${current?.id}`);
  const rule = (version.body.files as JsonObject)[RULE] as { must: JsonObject[]; cases: JsonObject[] };
  const must = clauses(rule.must);
  const files = { [RULE]: { ...rule, must, cases: rule.cases.slice(0, 1) } };
  const proposed = await operations.call("POST", "/api/definitions/invest/versions", { files });
  expect(proposed, JSON.stringify(proposed.body)).toMatchObject({ status: 201 });
  const approve = `/api/definitions/versions/${proposed.body.id}/approve`;
  const evidence = proposed.body.evidence as string;
  expect(await compliance.call("POST", approve, { evidence })).toMatchObject({
    status: 200,
  });
}

const allowInvest = async () => (await investor.call("GET", `/api/user/${demo?.id}`)).body.allowInvest;
const begin = async () =>
  (await investor.call("POST", "/api/flows/invest/instances", { again: true })).body as JsonObject & {
    at: JsonObject;
  };

describe("a published change of the rule that decides who may invest", () => {
  test("takes effect in the flow, for the order and in the investor's record", async () => {
    expect(await allowInvest()).toBe(true);
    // The investor has no signed contract any more, so the rule in the files rejects her.
    await house.database.db
      .deleteFrom("signed_contracts")
      .where("person_id", "=", demo?.id ?? "")
      .execute();
    expect(await allowInvest()).toBe(false);
    expect((await begin()).at).toMatchObject({ kind: "end", outcome: "provisional" });

    await publish((before) => before.filter(({ id }) => id !== "contract"));
    expect(await allowInvest()).toBe(true);
    const view = await begin();
    expect(view.at).toMatchObject({ kind: "form", step: "choose" });
    const { id } = view;
    await investor.submit(id, "choose", { answer: { strategy: "M-STABLE" } });
    let last = await investor.submit(id, "amount", { answer: { amount: "10000.00" } });
    if ((last.body.at as JsonObject).step === "acknowledge")
      last = await investor.submit(id, "acknowledge", { answer: { accepted: true } });
    last = await investor.submit(id, "pay", { answer: { method: "transfer" } });
    const { values = {} } = last.body.at as JsonObject;
    await investor.submit(id, "review", { answer: { values } });
    last = await investor.submit(id, "pin", { code: demo?.pin ?? "" });
    expect(last.body).toMatchObject({ at: { kind: "wait", step: "money" } });
    expect(await house.database.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
  });
});
