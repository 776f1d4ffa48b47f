import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { correctNav, decideNav } from "../../server/fund/index.ts";
import { decideCorrection, proposeCorrection } from "../../server/settlement/index.ts";
import { brokenInvariants } from "./invariants.ts";
import { beginWithUnits } from "./simulate.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld("2026-11-19T09:00:00");
  await beginWithUnits(world);
});
afterEach(() => world.close());

/** Corrects the NAV of a strategy for the first day, and compensates the error. */
async function makeGood(strategy: string, nav: string): Promise<void> {
  const [enters = "", one = "", other = ""] = world.finance;
  const { id } = await world.outside
    .selectFrom("navs")
    .select("id")
    .where("strategy", "=", strategy)
    .where("status", "=", "APPROVED")
    .executeTakeFirstOrThrow();
  const entered = await correctNav(world.fund, enters, { id, nav, reason: "read from another day" });
  if (!entered.ok) throw new Error(entered.error.code);
  await decideNav(world.fund, one, { id: entered.value.id, decision: "APPROVED" });
  await proposeCorrection(world.settlement, entered.value.id);
  const yes = { id: entered.value.id, decision: "APPROVED", note: "simulated" } as const;
  for (const by of [one, other]) {
    const decided = await decideCorrection(world.settlement, by, yes);
    if (!decided.ok) throw new Error(decided.error.code);
  }
}

describe("the invariants that the simulator checks", () => {
  it("hold if NAV corrections in both directions are correct", async () => {
    for (const nav of ["9.3333", "10.7777", "9.1234"]) await makeGood("M-BTCA", nav);
    expect(await brokenInvariants(world)).toEqual([]);
  });

  it.each([
    { what: "a satang too much for residues", fault: "new.residue := new.residue + 0.01", nav: "9.4999" },
    { what: "a ten-thousandth of a unit too much", fault: "new.units := new.units + 0.0001", nav: "8.1111" },
    { what: "a satang of cost", fault: "new.cost := new.cost + 0.01", nav: "8.1111" },
  ])("detect a fault planted in the postings: $what", async ({ fault, nav }) => {
    await sql
      .raw(`create function planted() returns trigger language plpgsql as $$ begin ${fault}; return new; end $$;
        alter table nav_compensations drop constraint nav_compensations_check2;
        create trigger planted before insert on nav_compensations for each row execute function planted()`)
      .execute(world.outside);
    await makeGood("M-STABLE", nav);
    expect(await brokenInvariants(world)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(baht of the strategy|units made good of|cost of)/)]),
    );
  });
});
