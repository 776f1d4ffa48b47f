import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { correctNav, decideNav } from "../../server/fund/index.ts";
import { decideCorrection, proposeCorrection } from "../../server/settlement/index.ts";
import { brokenInvariants } from "./invariants.ts";
import { beginWithUnits } from "./simulate.ts";
import { openWorld, type World } from "./world.ts";

/** What is added to what every order is made good with. */
const planted = vi.hoisted(() => ({ units: 0n, residue: 0n, borne: 0n }));
vi.mock("../../domain/nav-correction.ts", async (original) => {
  const right = await original<typeof import("../../domain/nav-correction.ts")>();
  return {
    ...right,
    madeGoodAt: (...of: Parameters<typeof right.madeGoodAt>) => {
      const made = right.madeGoodAt(...of);
      return {
        ...made,
        units: made.units + planted.units,
        residue: made.residue + planted.residue,
        borne: made.borne + planted.borne,
      };
    },
  };
});

let world: World;
beforeEach(async () => {
  world = await openWorld("2026-11-19T09:00:00");
  await beginWithUnits(world);
});
afterEach(() => world.close());

/** M-BTCA of the first day is corrected and made good, or M-STABLE. */
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
  await proposeCorrection(world.fund, entered.value.id);
  const yes = { id: entered.value.id, decision: "APPROVED", note: "simulated" } as const;
  for (const by of [one, other]) {
    const decided = await decideCorrection(world.fund, by, yes);
    if (!decided.ok) throw new Error(decided.error.code);
  }
}

describe("the invariants of the simulator", () => {
  it("hold where corrections are right, to and fro", async () => {
    for (const nav of ["9.3333", "10.7777", "9.1234"]) await makeGood("M-BTCA", nav);
    expect(await brokenInvariants(world)).toEqual([]);
  });

  it.each([
    { what: "a satang too much for residues", fault: { residue: 1n }, nav: "9.4999" },
    {
      what: "a satang that the company pays too much",
      fault: { borne: 1n },
      nav: "10.9999",
    },
    {
      what: "a ten-thousandth of a unit too much",
      fault: { units: 1n },
      nav: "8.1111",
    },
  ])("find $what, planted into the arithmetic", async ({ fault, nav }) => {
    Object.assign(planted, { units: 0n, residue: 0n, borne: 0n }, fault);
    await makeGood("M-STABLE", nav);
    expect(await brokenInvariants(world)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(baht of the strategy|units made good of)/)]),
    );
  });
});
