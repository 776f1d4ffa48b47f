import { DateTime } from "luxon";
import { subscriptionCharges } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { formatUnits } from "../../domain/units.ts";
import { ZONE } from "../../server/clock/index.ts";
import { dealingNow, decideNav, enterNav } from "../../server/fund/index.ts";
import { expireOrders, placeSubscription } from "../../server/orders/index.ts";
import { receivePayment, tellExpired } from "../../server/payments/index.ts";
import { allot } from "../../server/settlement/index.ts";
import { type Action, STRATEGIES } from "./action.ts";
import { calendarActions } from "./calendar-actions.ts";
import type { Chance } from "./chance.ts";
import { correctionActions } from "./correction-actions.ts";
import { payoutActions } from "./payout-actions.ts";
import { sellActions } from "./sell-actions.ts";
import type { World } from "./world.ts";

/** All possible actions. */
export const actions: readonly Action[] = [
  ...sellActions,
  ...payoutActions,
  ...correctionActions,
  ...calendarActions,
  { name: "time goes on", weight: 7, draw: async (world, chance) => async () => letTimeGo(world, chance) },
  { name: "somebody invests", weight: 8, draw: invest },
  { name: "money comes", weight: 8, draw: money },
  { name: "a NAV is entered", weight: 16, draw: nav },
  {
    name: "the allotment runs",
    weight: 7,
    draw: async (world) => async () => JSON.stringify(await allot(world.settlement)),
  },
  {
    name: "orders expire",
    weight: 2,
    draw: async (world) => async () =>
      JSON.stringify(await expireOrders(world.orders, (tx, order) => tellExpired(world.payments, tx, order))),
  },
  {
    name: "a job is done",
    weight: 6,
    draw: async (world, chance) => async () => (await world.jobs.next(chance)) ?? "none waits",
  },
];

async function letTimeGo(world: World, chance: Chance): Promise<string> {
  const now = world.clock.now();
  const cutOff = now.set({ hour: 14, minute: 0, second: 0, millisecond: 0 });
  const next = chance.oneOf([
    now.plus({ minutes: 1 + chance.upTo(90) }),
    now < cutOff ? cutOff.minus({ milliseconds: 1 }) : now.plus({ hours: 2 }),
    now < cutOff ? cutOff : cutOff.plus({ hours: 4 }),
    now.plus({ days: 1 }).set({ hour: 8, minute: 30, second: 0, millisecond: 0 }),
    now.plus({ days: 1 }).set({ hour: 8, minute: 30, second: 0, millisecond: 0 }),
    now.plus({ days: chance.oneIn(4) ? 3 : 0 }).endOf("day"),
  ]);
  // A process caches its calendar for at most a minute.
  world.hearOfCalendar();
  // The time never goes backwards.
  if (next > now) world.clock.set(next.toISO() as string);
  return world.clock.now().toISO();
}

async function invest(world: World, chance: Chance) {
  const { navDate } = await dealingNow(world.fund, world.outside);
  const satang = BigInt(1_000_000 + chance.upTo(50_000_000));
  const { fee, vat } = subscriptionCharges({ amount: satang, feeBps: 100n, vatBps: 700n });
  const wish = {
    personId: chance.oneOf(world.investors),
    key: `key-${world.clock.now().toMillis()}-${chance.upTo(1e9)}`,
    strategy: chance.oneOf(STRATEGIES),
    amount: formatBaht(chance.oneIn(10) ? 999_999n : satang),
    method: "transfer",
    fee: formatBaht(fee),
    vat: formatBaht(vat),
    navDate,
    riskAcknowledged: true,
  } as const;
  return async () => {
    const placed = await world.fund.db
      .transaction()
      .execute((tx) => placeSubscription(world.orders, tx, wish, world.able));
    return placed.ok ? `${placed.value.reference} ${wish.amount}` : placed.error.code;
  };
}

async function money(world: World, chance: Chance) {
  const open = await world.outside
    .selectFrom("orders")
    .select(["id", "reference", "amount", "placed_at"])
    .where("kind", "=", "subscription")
    .orderBy("reference")
    .execute();
  if (open.length === 0) return null;
  // Mostly selects the newest order. An old order is paid twice, or after its deadline.
  const order = chance.oneIn(4) ? chance.oneOf(open) : open[open.length - 1];
  if (order === undefined) return null;
  const asked = satangOf(order.amount ?? "0.00");
  const sent = chance.oneIn(8) ? asked + BigInt(chance.oneOf([-1, 1, 100])) : asked;
  const now = world.clock.now();
  const ago = DateTime.fromJSDate(order.placed_at, { zone: ZONE }) as DateTime<true>;
  const at = chance.oneIn(3) ? DateTime.max(ago, now.minus({ hours: chance.upTo(5) })) : now;
  const bankReference = chance.oneIn(5) ? `${order.reference}-again-${chance.upTo(3)}` : order.reference;
  return async () => {
    const received = await world.fund.db.transaction().execute((tx) =>
      receivePayment(world.payments, tx, {
        bank: "SIM",
        bankReference,
        order: order.id,
        amount: formatBaht(sent),
        at: at as DateTime<true>,
      }),
    );
    return `${order.reference} ${formatBaht(sent)} ${received.ok ? received.value.kind : received.error.code}`;
  };
}

async function nav(world: World, chance: Chance) {
  const strategy = chance.oneOf(STRATEGIES);
  const now = world.clock.now();
  // Mostly selects the oldest day for which an order waits, otherwise today.
  const waiting = await world.outside
    .selectFrom("orders as o")
    .select("o.nav_date")
    .where("o.strategy", "=", strategy)
    .where("o.status", "in", ["APPROVED", "WAITING", "SUBMITTED"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("navs as n")
            .select("n.id")
            .whereRef("n.strategy", "=", "o.strategy")
            .whereRef("n.date", "=", "o.nav_date")
            .where("n.status", "=", "APPROVED"),
        ),
      ),
    )
    .orderBy("o.nav_date")
    .limit(1)
    .executeTakeFirst();
  const date = waiting?.nav_date ?? (now.toISODate() as string);
  const value = 80_000n + BigInt(chance.upTo(60_000));
  const enters = chance.oneOf(world.finance);
  // Sometimes the author tries to decide, which must be refused.
  const decides = chance.oneIn(10) ? enters : chance.oneOf(world.finance.filter((id) => id !== enters));
  const decision = chance.oneIn(14) ? "REJECTED" : "APPROVED";
  return async () => {
    const entered = await enterNav(world.fund, enters, {
      strategy,
      date,
      nav: formatUnits(value),
      reason: "simulated by chance",
    });
    const found = entered.ok
      ? entered.value.id
      : (
          await world.fund.db
            .selectFrom("navs")
            .select("id")
            .where("strategy", "=", strategy)
            .where("date", "=", date)
            .where("status", "=", "ENTERED")
            .executeTakeFirst()
        )?.id;
    if (found === undefined) return `${strategy} ${date} ${entered.ok ? "" : entered.error.code}`;
    const decided = await decideNav(world.fund, decides, {
      id: found,
      decision,
      reason: "simulated by chance",
    });
    return `${strategy} ${date} ${decided.ok ? decided.value.status : decided.error.code}`;
  };
}
