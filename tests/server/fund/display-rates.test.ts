import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideRate, displayRate, proposeRate, rateDesk } from "../../../server/fund/index.ts";
import { type FundHouse, openFundHouse } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T10:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("compliance");
});
afterAll(() => house.close());
beforeEach(() => house.clock.set("2026-11-24T10:00:00"));

const source = { th: "ธนาคารแห่งประเทศไทย", en: "Bank of Thailand" };
const enter = (baht: string, date = "2026-11-23") =>
  proposeRate(house.fund, ann, { baht, date, source, note: "daily table" });
const decided = async (baht: string, date: string, decision: "APPROVED" | "REJECTED" = "APPROVED") => {
  const entered = await enter(baht, date);
  if (!entered.ok) throw new Error(entered.error.code);
  return await decideRate(house.fund, bob, { id: entered.value.id, decision, note: "compared" });
};

describe("a display rate", () => {
  it.each([
    { why: "zero", baht: "0", date: "2026-11-23", code: "rate-not-valid" },
    { why: "a negative value", baht: "-1", date: "2026-11-23", code: "rate-not-valid" },
    { why: "five decimals", baht: "32.12345", date: "2026-11-23", code: "rate-not-valid" },
    { why: "an exponent", baht: "3e1", date: "2026-11-23", code: "rate-not-valid" },
    { why: "tomorrow", baht: "32.1", date: "2026-11-25", code: "rate-date-not-valid" },
    { why: "more than 31 days ago", baht: "32.1", date: "2026-10-23", code: "rate-date-not-valid" },
    { why: "no date", baht: "32.1", date: "2026-11-31", code: "rate-date-not-valid" },
  ])("is rejected for $why", async ({ baht, date, code }) => {
    expect(await enter(baht, date)).toMatchObject({ error: { code } });
  });

  it("is decided once by a second person, blocks further proposals until then, and is used for 31 days", async () => {
    expect(await displayRate(house.fund)).toBeNull();
    await decided("32.5", "2026-11-23");
    await decided("31.9", "2026-11-20");
    await decided("99", "2026-11-24", "REJECTED");
    expect(await displayRate(house.fund)).toMatchObject({ baht: "32.5000", date: "2026-11-23", source });
    expect((await enter("33")).ok).toBe(true);
    expect(await enter("34")).toMatchObject({ error: { code: "rate-waits-already" } });
    const desk = await rateDesk(house.fund, ann);
    expect(desk.waiting).toMatchObject({ baht: "33.0000", own: true });
    expect(desk.earlier.map(({ baht, state }) => [baht, state])).toEqual([
      ["99.0000", "REJECTED"],
      ["31.9000", "APPROVED"],
      ["32.5000", "APPROVED"],
    ]);
    house.clock.set("2026-12-24T23:59:00");
    expect(await displayRate(house.fund)).not.toBeNull();
    house.clock.set("2026-12-25T00:00:00");
    expect(await displayRate(house.fund)).toBeNull();
  });

  it("the person who entered or changed a display rate cannot decide it, which the database enforces as well", async () => {
    const { db } = house.fund;
    const set = (to: string, by: string) =>
      sql`update display_rates set state = ${to}, decided_by = ${by}, decided_at = now() where state = 'PROPOSED'`;
    await expect(set("APPROVED", ann).execute(db)).rejects.toThrow("who enters never approves");
    await expect(sql`update display_rates set baht = 1 where state = 'APPROVED'`.execute(db)).rejects.toThrow(
      "never changed",
    );
  });
});
