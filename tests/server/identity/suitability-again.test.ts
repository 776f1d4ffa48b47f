import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const INVESTOR = "investor@saphan.example";
let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

const BEFORE_RISK: readonly (readonly [step: string, field: string])[] = [
  ["fixed-expenses", "fixedExpenses"],
  ["financial-position", "financialPosition"],
  ["experience", "experience"],
  ["horizon", "horizon"],
  ["risk-ability", "riskAbility"],
  ["return-chart", "returnChart"],
  ["feeling", "feeling"],
  ["intolerable-drop", "intolerableDrop"],
  ["reaction-to-loss", "reactionToLoss"],
];

/**
 * Answers every question with the same score, and the last one with whether everything may be lost; returns
 * the instance and its step.
 */
async function answer(caller: Caller, score: number, mayLose: boolean) {
  const id = String((await caller.call("POST", "/api/flows/suitability/instances", {})).body.id);
  for (const [step, field] of BEFORE_RISK)
    await caller.submit(id, step, { answer: { [field]: field === "experience" ? [score] : score } });
  await caller.submit(id, "fx-risk", { answer: { canAcceptFxRisk: false } });
  await caller.submit(id, "digital-asset-risk", { answer: { canAcceptDigitalAssetRisk: mayLose } });
  return { id, at: (await caller.call("GET", `/api/instances/${id}`)).body.at as JsonObject };
}

const person = async () =>
  await house.database.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", INVESTOR)
    .executeTakeFirstOrThrow();
const results = async () =>
  await house.database.db
    .selectFrom("suitability_results")
    .innerJoin("people", "people.id", "suitability_results.person_id")
    .select(["level", "max_risk"])
    .where("email", "=", INVESTOR)
    .orderBy("seq")
    .execute();

it("a new suitability level applies once the person has confirmed it, and the person is notified", async () => {
  const caller = await loggedIn(house, "investor");
  const before = await results();
  const orders = await caller.call("GET", "/api/orders");
  const { id, at } = await answer(caller, 1, true);
  expect(at).toMatchObject({ step: "result", values: { "derived.level": 1 } });
  expect(await results()).toEqual(before);
  const saved = await caller.submit(id, "result", { answer: { values: at.values ?? {} } });
  expect(saved.body.at).toMatchObject({ kind: "end", step: "done" });
  expect(await results()).toEqual([...before, { level: 1, max_risk: 1 }]);
  const { id: personId } = await person();
  const user = (await caller.call("GET", `/api/user/${personId}`)).body;
  expect(user.suit).toMatchObject({ status: "VERIFIED", level: 1, maxRisk: 1 });
  expect((await caller.call("GET", "/api/orders")).body).toEqual(orders.body);
  const { suitability } = (await caller.call("GET", "/api/my-profile")).body;
  expect(suitability).toMatchObject({ goodUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  await house.server.jobs.drain();
  const letters = house.database.db.selectFrom("mailbox").select("recipient");
  expect(await letters.where("template", "=", "suitability-again").execute()).toEqual([
    { recipient: INVESTOR },
  ]);
});

it("a person who cannot bear the loss of all the money keeps the old suitability level", async () => {
  const caller = await loggedIn(house, "investor");
  const before = await results();
  const { at } = await answer(caller, 4, false);
  expect(at).toMatchObject({ kind: "end", step: "no-digital-asset", outcome: "provisional" });
  expect(await results()).toEqual(before);
});

it("a person without a verified identity cannot take the suitability test", async () => {
  const caller = await loggedIn(house, "fresh");
  const { body } = await caller.call("POST", "/api/flows/suitability/instances", {});
  expect(body.at).toMatchObject({ kind: "end", step: "not-verified" });
});
