import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenAssumption, type Compiled } from "../../../engine/flow/index.ts";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { fundFacts } from "../../../server/fund/index.ts";
import { identityFacts } from "../../../server/identity/index.ts";
import { ordersFacts } from "../../../server/orders/index.ts";
import { loadFlow } from "../../definitions/definition-files.ts";
import { buildHouse, type House } from "../accounts/harness.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { type Applicant, cardOf, newApplicant, runEffect, submission } from "../identity/applicant.ts";

let compiled: Compiled;
let fund: FundHouse;
let house: House;
beforeAll(async () => {
  compiled = compileInProcess(await loadFlow("invest"));
  fund = await openFundHouse();
  house = await buildHouse({ sandbox: true });
});
afterAll(async () => {
  await fund.close();
  await house.close();
});

/** Returns a fact of the fund room for a person at a given time. */
async function fromFund(fact: string, personId: string | null, iso: string, args: JsonObject = {}) {
  const provider = [...fundFacts(fund.fund), ...ordersFacts(fund.orders)].find(({ id }) => id === fact);
  if (provider === undefined) throw new Error(`nobody supplies ${fact}`);
  const subject = `person:${personId ?? "none"}` as const;
  return await provider.load({ db: fund.fund.db, subject, personId, clock: fixedClock(iso) }, args);
}

const investor = async ({ id }: Pick<Applicant, "id">): Promise<JsonObject | null> => {
  const [provider] = identityFacts(house.identity);
  const context = { db: house.db, subject: `person:${id}` as const, personId: id, clock: house.clock };
  return (await provider?.load(context, {})) ?? null;
};

describe("the providers of facts keep their promises about", () => {
  it("the dealing day, at any moment of the loaded years", async () => {
    const first = Date.parse("2026-01-01T00:00:00Z");
    const moments = fc
      .integer({ min: 0, max: 340 * 24 * 60 })
      .map((minutes) => new Date(first + minutes * 60_000).toISOString().slice(0, 19));
    const edges = [
      "2026-11-23T13:59:59",
      "2026-11-23T14:00:00",
      "2026-11-21T10:00:00",
      "2026-04-13T09:00:00",
    ];
    for (const iso of [...edges, ...fc.sample(moments, { numRuns: 300, seed: 26 })]) {
      const dealing = await fromFund("dealing", null, iso);
      expect({ iso, broken: brokenAssumption(compiled, "dealing", dealing) }).toEqual({ iso, broken: null });
    }
  });

  it("every strategy, and about its holding for a person without orders", async () => {
    const strategies = await fund.fund.db.selectFrom("strategies").select("code").execute();
    expect(strategies.length).toBeGreaterThan(0);
    const personId = await fund.addPerson();
    for (const { code } of strategies)
      for (const fact of ["strategy", "holding"]) {
        const value = await fromFund(fact, personId, "2026-11-23T10:00:00", { code });
        expect({ code, fact, broken: brokenAssumption(compiled, fact, value) }).toEqual({
          code,
          fact,
          broken: null,
        });
      }
  });

  it("an investor, from sign-up to the submission of an order", async () => {
    const she = await newApplicant(house);
    const stages: (JsonObject | null)[] = [await investor(she)];
    const { cardFront, cardBack } = she;
    await runEffect(house, she.id, "identity.checkDocuments", { cardFront, cardBack });
    stages.push(await investor(she));
    const input = submission(house, she);
    await runEffect(house, she.id, "identity.checkDopa", cardOf(input));
    stages.push(await investor(she));
    expect(await runEffect(house, she.id, "identity.submit", input)).toMatchObject({ ok: true });
    stages.push(await investor(she));
    expect(stages.map((value) => value?.kycStatus)).toEqual([
      undefined,
      "PRE_VERIFIED",
      "PRE_VERIFIED",
      "PENDING",
    ]);
    for (const value of stages) expect(brokenAssumption(compiled, "investor", value)).toBeNull();
  });

  it("a company, which has no suitability test and no FATCA form", async () => {
    const company = await newApplicant(house, { company: "Mekong Silk" });
    expect(await runEffect(house, company.id, "identity.submit", submission(house, company))).toMatchObject({
      ok: true,
    });
    const value = await investor(company);
    expect(value).toMatchObject({ customerType: "JURISTIC", kycStatus: "PENDING" });
    expect(brokenAssumption(compiled, "investor", value)).toBeNull();
  });
});
