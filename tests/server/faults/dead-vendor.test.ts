import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let her: Caller;
beforeAll(async () => {
  // No server listens on this port, so every vendor is unreachable, the sandbox too.
  house = await openPortalHouse({ SANDBOX_PORT: "9" });
  her = await loggedIn(house, "fresh");
});
afterAll(() => house.close());

describe("an unreachable vendor", () => {
  test("stops no investor: the page offers a retry, the investor continues, and a colleague reviews later", async () => {
    const { body } = await her.call("POST", "/api/flows/kyc/instances", {});
    const { id } = body;
    await her.submit(id, "prepare", { answer: {} });
    await her.submit(id, "biometrics", { answer: { accepted: true } });
    await her.submit(id, "card-front", { answer: { cardFront: await her.upload("card-front") } });
    const cardBack = await her.upload("card-back");
    const waiting = await her.submit(id, "card-back", { answer: { cardBack } });
    expect(waiting).toMatchObject({
      status: 200,
      body: { at: { kind: "effect", step: "documents", state: "running" }, busy: true },
    });
    // The answers remain meanwhile, and nothing can be changed during the check.
    expect(await her.submit(id, "card-back", { answer: { cardBack } })).toMatchObject({
      status: 409,
      body: { code: "effect-running" },
    });
    for (let round = 0; round < 4; round += 1) await house.server.jobs.drain();
    const { body: after } = await her.call("GET", `/api/instances/${id}`);
    expect(after).toMatchObject({ at: { kind: "form", step: "selfie" }, busy: false });
    expect((after.instance as { answers: object }).answers).toMatchObject({
      "card-back": { value: { cardBack } },
    });
    expect(house.log.filter((line) => line.includes('"status":5'))).toEqual([]);
  });
});
