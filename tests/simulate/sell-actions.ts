import { formatBaht } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { dealingNow } from "../../server/fund/index.ts";
import {
  cancelOrder,
  decideOrder,
  placeRedemption,
  placeSwitch,
  type SellWish,
} from "../../server/orders/index.ts";
import { type Action, STRATEGIES } from "./action.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** Actions of people who sell units or switch to another strategy. */
export const sellActions: readonly Action[] = [
  { name: "somebody reduces", weight: 7, draw: reduce },
  { name: "somebody switches", weight: 6, draw: switchOver },
  { name: "somebody cancels", weight: 2, draw: cancel },
  { name: "colleagues decide", weight: 10, draw: decide },
];

async function reduce(world: World, chance: Chance) {
  const holding = await someHolding(world, chance);
  if (holding === null) return null;
  const { navDate } = await dealingNow(world.fund, world.outside);
  const wish = {
    personId: holding.personId,
    key: keyOf(world, chance),
    strategy: holding.strategy,
    wish: someWish(holding.units, chance),
    payoutAccount: world.payoutAccounts.get(holding.personId) ?? "",
    navDate,
    dustRule: chance.oneIn(2),
  };
  return async () => {
    const placed = await world.fund.db
      .transaction()
      .execute((tx) => placeRedemption(world.orders, tx, wish, world.able));
    return `${JSON.stringify(wish.wish)} of ${wish.strategy}: ${placed.ok ? placed.value.reference : placed.error.code}`;
  };
}

async function switchOver(world: World, chance: Chance) {
  const holding = await someHolding(world, chance);
  if (holding === null) return null;
  const { navDate } = await dealingNow(world.fund, world.outside);
  const wish = {
    personId: holding.personId,
    key: keyOf(world, chance),
    from: holding.strategy,
    to: chance.oneIn(12)
      ? holding.strategy
      : chance.oneOf(STRATEGIES.filter((code) => code !== holding.strategy)),
    wish: someWish(holding.units, chance),
    navDate,
    dustRule: chance.oneIn(2),
    riskAcknowledged: true,
  };
  return async () => {
    const placed = await world.fund.db
      .transaction()
      .execute((tx) => placeSwitch(world.orders, tx, wish, world.able));
    return `${JSON.stringify(wish.wish)} of ${wish.from}: ${placed.ok ? `${placed.value.reference}, ${placed.value.inReference}` : placed.error.code}`;
  };
}

async function cancel(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("orders")
    .select(["id", "reference", "person_id"])
    .orderBy("reference", "desc")
    .limit(6)
    .execute();
  if (rows.length === 0) return null;
  const order = chance.oneOf(rows);
  return async () => {
    const done = await world.fund.db
      .transaction()
      .execute((tx) => cancelOrder(world.orders, tx, { personId: order.person_id, order: order.id }));
    return `${order.reference} ${done.ok ? "cancelled" : done.error.code}`;
  };
}

async function decide(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("orders")
    .select(["id", "reference"])
    .where("status", "=", "WAITING")
    .orderBy("reference")
    .execute();
  if (rows.length === 0) return null;
  const order = chance.oneOf(rows);
  const who = chance.oneOf([...world.finance, ...world.compliance]);
  const decision = chance.oneIn(8) ? "REJECTED" : "APPROVED";
  return async () => {
    const decided = await decideOrder(world.orders, who, { order: order.id, decision, reason: "simulated" });
    return `${order.reference} ${decision}: ${decided.ok ? "done" : decided.error.code}`;
  };
}

async function someHolding(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("holdings")
    .select(["person_id", "strategy", "units"])
    .where("units", ">", "0")
    .orderBy("strategy")
    .execute();
  if (rows.length === 0) return null;
  const byInvestor = rows.sort(
    (one, other) => world.investors.indexOf(one.person_id) - world.investors.indexOf(other.person_id),
  );
  const row = chance.oneOf(byInvestor);
  return { personId: row.person_id, strategy: row.strategy, units: tenThousandthsOf(row.units) };
}

/** Mostly sells a part, sometimes everything or nearly everything, sometimes more than is held. */
function someWish(units: bigint, chance: Chance): SellWish {
  const part = (units * BigInt(1 + chance.upTo(130))) / 100n + BigInt(chance.upTo(9_999));
  switch (chance.upTo(5)) {
    case 0:
      return { kind: "all" };
    case 1:
    case 2:
      return { kind: "units", units: formatUnits(chance.oneIn(5) ? units - 1n : part) };
    default:
      // Assumes about ten baht per unit.
      return { kind: "amount", amount: formatBaht(part / 10n + BigInt(chance.upTo(100))) };
  }
}

const keyOf = (world: World, chance: Chance) => `sell-${world.clock.now().toMillis()}-${chance.upTo(1e9)}`;
