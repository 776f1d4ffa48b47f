import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

async function begun(caller: Caller, flow: string): Promise<JsonObject> {
  const { at, prefill } = (await caller.call("POST", `/api/flows/${flow}/instances`, {})).body;
  return ((prefill as JsonObject)[String((at as JsonObject).step)] ?? {}) as JsonObject;
}

it.each([
  ["complaint", ["email", "phone"]],
  ["contact-back", ["email", "name", "phone"]],
])(
  "the flow %s starts with the known data of a logged-in person, and without data for a visitor",
  async (flow, known) => {
    expect(await begun(stranger(house), flow)).toEqual({});
    const filled = await begun(await loggedIn(house, "investor"), flow);
    expect(Object.keys(filled).sort()).toEqual(known);
    expect(filled).toMatchObject({
      email: "investor@saphan.example",
      phone: expect.stringMatching(/^0\d{9}$/),
    });
  },
);

it("the contact data of an unverified person consist of an e-mail address only", async () => {
  expect(await begun(await loggedIn(house, "fresh"), "contact-back")).toEqual({
    email: "fresh@saphan.example",
  });
});
