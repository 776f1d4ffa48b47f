import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { correctNav, decideNav } from "../../server/fund/index.ts";
import { decideCorrection, proposeCorrection } from "../../server/settlement/index.ts";
import type { Action } from "./action.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** Actions in which a NAV proves wrong, and its effects are compensated or not. */
export const correctionActions: readonly Action[] = [
  { name: "a NAV is corrected", weight: 4, draw: correct },
  { name: "a correction is found", weight: 5, draw: find },
  { name: "a correction is decided", weight: 9, draw: decide },
];

async function correct(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("navs")
    .select(["id", "strategy", "date", "nav"])
    .where("status", "=", "APPROVED")
    .orderBy("date")
    .orderBy("strategy")
    .execute();
  if (rows.length === 0) return null;
  const { id, strategy, date, nav } = chance.oneOf(rows);
  const was = tenThousandthsOf(nav);
  // The NAV changes by up to a half, or by too little for a compensation.
  const span = chance.oneIn(3) ? 60 : Number(was / 2n);
  const value = was + BigInt(chance.upTo(2 * span) - span);
  const enters = chance.oneOf(world.finance);
  const decides = chance.oneIn(10) ? enters : chance.oneOf(world.finance.filter((one) => one !== enters));
  const decision = chance.oneIn(14) ? "REJECTED" : "APPROVED";
  const isFoundAtOnce = chance.oneIn(2);
  return async () => {
    const entered = await correctNav(world.fund, enters, {
      id,
      nav: formatUnits(value),
      reason: "simulated, and found wrong",
    });
    // Decides a pending NAV of any author.
    const waiting = await world.fund.db
      .selectFrom("navs")
      .select("id")
      .where("strategy", "=", strategy)
      .where("date", "=", date)
      .where("status", "=", "ENTERED")
      .executeTakeFirst();
    if (waiting === undefined) return `${strategy} ${date} ${entered.ok ? "" : entered.error.code}`;
    const decided = await decideNav(world.fund, decides, {
      id: waiting.id,
      decision,
      reason: "simulated by chance",
    });
    if (decided.ok && isFoundAtOnce) await proposeCorrection(world.settlement, waiting.id);
    return `${strategy} ${date} ${nav} to ${formatUnits(value)} ${decided.ok ? decided.value.status : decided.error.code}`;
  };
}

/**
 * Runs the job that finds the affected orders. It is one of many waiting jobs; here it sometimes runs first,
 * or again.
 */
async function find(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("navs")
    .select("id")
    .where("replaces", "is not", null)
    .where("status", "in", ["APPROVED", "REPLACED"])
    .orderBy("decision", "desc")
    .execute();
  if (rows.length === 0) return null;
  const { id } = chance.oneIn(4) ? chance.oneOf(rows) : (rows[0] ?? chance.oneOf(rows));
  return async () => `${await proposeCorrection(world.settlement, id)} orders`;
}

async function decide(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("nav_corrections as c")
    .innerJoin("navs as n", "n.id", "c.nav_id")
    .select("c.nav_id")
    .where("c.state", "in", chance.oneIn(8) ? ["PROPOSED", "APPROVED", "REPLACED"] : ["PROPOSED"])
    .orderBy("n.decision")
    .execute();
  if (rows.length === 0) return null;
  const { nav_id: id } = chance.oneOf(rows);
  const decision = chance.oneIn(20) ? "REJECTED" : "APPROVED";
  const staff = [...world.finance, ...world.compliance];
  // Selects one person, or several in order.
  const who = Array.from({ length: 1 + chance.upTo(3) }, () => chance.oneOf(staff));
  return async () => {
    const said: string[] = [];
    for (const by of who) {
      const decided = await decideCorrection(world.settlement, by, { id, decision, note: "simulated" });
      said.push(decided.ok ? decided.value.state : decided.error.code);
    }
    return `${decision} ${said.join(", ")}`;
  };
}
