import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { createOnboarding } from "../../../server/identity/onboarding.ts";
import { createTexts } from "../../../server/texts.ts";
import { loggedIn, openPortalHouse } from "../portal-house.ts";

const rootDir = process.cwd();
const onboarding = createOnboarding({ rootDir, texts: createTexts({ rootDir, fresh: false }) });

const COMPLETE: JsonObject = {
  customerType: "INDIVIDUAL",
  kycStatus: "VERIFIED",
  onfidoStatus: "VERIFIED",
  verifioStatus: "VERIFIED",
  suitStatus: "VERIFIED",
  passDopa: true,
  isVerified: true,
  agreeFatca: true,
  contractVerified: true,
  bankName: "004",
};

const statesOf = (investor: JsonObject) =>
  Object.fromEntries(onboarding(investor).map(({ id, state }) => [id, state]));

describe("the steps of the onboarding", () => {
  test("are the nine of section 4, in their order, each with texts and a link to its page", () => {
    const nothing = { customerType: "INDIVIDUAL", isVerified: false, agreeFatca: false };
    const steps = onboarding({ ...nothing, passDopa: false, contractVerified: false });
    expect(steps.map(({ id }) => id).join(" ")).toBe(
      "email onfido verifio dopa suit fatca destination contract kyc",
    );
    expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(["open"]));
    expect(steps.map(({ mend }) => mend)).toEqual(["/confirm-email", ...Array(8).fill("flow:kyc")]);
    for (const { text } of steps) {
      expect(text.th).toMatch(/[ก-๙]/);
      expect(text.en).toMatch(/^[A-Z][a-z]/);
    }
  });

  test.each([
    ["kycStatus", "PENDING", "done"],
    ["kycStatus", "VERIFIED", "done"],
    ["kycStatus", "PRE_VERIFIED", "open"],
    ["kycStatus", "REVIEW", "waiting"],
    ["kycStatus", "REJECTED", "again"],
    ["kycStatus", "OVERDUE", "again"],
    ["onfidoStatus", "PENDING", "done"],
    ["onfidoStatus", "PENDING_REJECT", "done"],
    ["onfidoStatus", "WAITING", "open"],
    ["onfidoStatus", "REVIEW", "waiting"],
    ["onfidoStatus", "REJECT", "again"],
    ["verifioStatus", "PENDING_REJECT", "done"],
    ["verifioStatus", "REJECT", "again"],
    ["suitStatus", "PENDING", "done"],
    ["suitStatus", "OVERDUE", "again"],
  ])("an investor with %s %s has that step as %s, and all other steps as done", (fact, status, state) => {
    const { [fact.replace("Status", "")]: found, ...others } = statesOf({ ...COMPLETE, [fact]: status });
    expect(found).toBe(state);
    expect(new Set(Object.values(others))).toEqual(new Set(["done"]));
  });

  test.each([
    [{ passDopa: false, kycStatus: "PRE_VERIFIED" }, "dopa", "open"],
    // The identity was submitted without an answer of the register, so staff check the card.
    [{ passDopa: false, kycStatus: "PENDING" }, "dopa", "waiting"],
    [{ isVerified: false }, "email", "open"],
    [{ agreeFatca: false }, "fatca", "open"],
    [{ contractVerified: false }, "contract", "open"],
    [{ bankName: undefined }, "destination", "open"],
    [{ bankName: undefined, walletAddress: "0x1" }, "destination", "done"],
  ])("an investor with %j has the step %s as %s", (change, step, state) => {
    const investor = Object.fromEntries(
      Object.entries({ ...COMPLETE, ...change }).filter(([, value]) => value !== undefined),
    ) as JsonObject;
    expect(statesOf(investor)[step]).toBe(state);
  });

  test("do not include for a company the questions for individuals", () => {
    const company = { ...COMPLETE, customerType: "JURISTIC", agreeFatca: false, suitStatus: "PRE_VERIFIED" };
    expect(Object.keys(statesOf(company))).not.toContain("suit");
    expect(Object.keys(statesOf(company))).not.toContain("fatca");
    expect(new Set(Object.values(statesOf(company)))).toEqual(new Set(["done"]));
  });

  test("the steps appear in the record of a logged-in investor, but not in the record of a colleague", async () => {
    const house = await openPortalHouse();
    try {
      const recordOf = async (name: string) => {
        const caller = await loggedIn(house, name);
        const person = await house.database.db
          .selectFrom("people")
          .select("id")
          .where("email", "=", `${name}@saphan.example`)
          .executeTakeFirstOrThrow();
        return (await caller.call("GET", `/api/user/${person.id}`)).body as {
          onboarding: { id: string; state: string }[];
        };
      };
      const states = (record: { onboarding: { state: string }[] }) =>
        record.onboarding.map(({ state }) => state);
      expect(states(await recordOf("investor"))).toEqual(Array(9).fill("done"));
      expect(states(await recordOf("fresh"))).toEqual(["done", ...Array(8).fill("open")]);
      expect(states(await recordOf("operations"))).toEqual([]);
    } finally {
      await house.close();
    }
  });
});
