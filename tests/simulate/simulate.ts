import { decideNav, enterNav } from "../../server/fund/index.ts";
import { placeSubscription } from "../../server/orders/index.ts";
import { receivePayment } from "../../server/payments/index.ts";
import { allot } from "../../server/settlement/index.ts";
import { STRATEGIES } from "./action.ts";
import { actions } from "./actions.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { brokenInvariants } from "./invariants.ts";
import { openWorld, type World } from "./world.ts";

/** The result for a seed: the events, and the invariants that were violated at its end. */
export type Simulated = {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly broken: readonly string[];
  /** Number of times that the connection broke during some work. */
  readonly faults: number;
  /** Number of allotted orders of each kind. */
  readonly allotted: { readonly [kind: string]: number };
  /** Number of orders of each kind that were compensated after a corrected NAV. */
  readonly madeGood: { readonly [kind: string]: number };
};

const STEPS = 70;
const TRIES = 4;

/** Simulates a fund for some random days with faults. Stops at the first violated invariant. */
export async function simulate(
  seed: number,
  { steps = STEPS, breaksOneIn = 5 }: { readonly steps?: number; readonly breaksOneIn?: number } = {},
): Promise<Simulated> {
  const chance = chanceFrom(seed);
  const world = await openWorld("2026-11-19T09:00:00");
  await beginWithUnits(world);
  const lines: string[] = [];
  let faults = 0;
  try {
    for (let step = 0; step < steps; step += 1) {
      const action = chance.weighted(actions);
      const act = await action.draw(world, chance);
      if (act === null) continue;
      const done = await withFaults(world, chance, { act, breaksOneIn });
      faults += done.faults;
      lines.push(`${world.clock.now().toFormat("dd/MM HH:mm:ss.SSS")} ${action.name}: ${done.said}`);
      const broken = await brokenInvariants(world);
      if (broken.length > 0) return { seed, lines, broken, faults, ...(await counts(world)) };
    }
    const broken = await againChangesNothing(world);
    return { seed, lines, broken, faults, ...(await counts(world)) };
  } finally {
    await world.close();
  }
}

/** Gives every investor units of every strategy on Monday morning, through ordinary orders. */
export async function beginWithUnits(world: World): Promise<void> {
  const navDate = world.clock.today();
  for (const personId of world.investors)
    for (const strategy of STRATEGIES) {
      const wish = {
        personId,
        key: `${personId} ${strategy}`,
        strategy,
        method: "transfer",
        navDate,
        riskAcknowledged: true,
      } as const;
      await world.outside.transaction().execute(async (tx) => {
        const amounts = { amount: "250000.00", fee: "2500.00", vat: "175.00" };
        const placed = await placeSubscription(world.orders, tx, { ...wish, ...amounts }, world.able);
        if (!placed.ok) throw new Error(`beginWithUnits: ${placed.error.code}`);
        const payment = {
          bank: "SIM",
          bankReference: wish.key,
          order: placed.value.order,
          amount: amounts.amount,
        };
        await receivePayment(world.payments, tx, {
          ...payment,
          at: world.clock.now(),
        });
      });
    }
  world.clock.set("2026-11-19T18:00:00");
  const [enters = "", decides = ""] = world.finance;
  for (const strategy of STRATEGIES) {
    const entered = await enterNav(world.fund, enters, { strategy, date: navDate, nav: "10.0000" });
    if (!entered.ok) throw new Error(`beginWithUnits: ${entered.error.code}`);
    await decideNav(world.fund, decides, { id: entered.value.id, decision: "APPROVED" });
  }
  world.clock.set("2026-11-20T08:30:00");
  await allot(world.settlement);
  world.clock.set("2026-11-23T09:00:00");
}

/**
 * Runs an action. Sometimes the connection breaks before a statement arrives, or before its answer arrives.
 * The action is then repeated with its idempotency key.
 */
async function withFaults(
  world: World,
  chance: Chance,
  { act, breaksOneIn }: { readonly act: () => Promise<string>; readonly breaksOneIn: number },
): Promise<{ readonly said: string; readonly faults: number }> {
  let faults = 0;
  for (let attempt = 1; ; attempt += 1) {
    const breaks = attempt < TRIES && chance.oneIn(breaksOneIn);
    if (breaks) world.wire.arm(chance.oneOf(["never-arrives", "answer-lost"]), 1 + chance.upTo(14));
    try {
      const said = await act();
      if (breaks && world.wire.disarm()) faults += 1;
      return { said: attempt === 1 ? said : `${said} (try ${attempt})`, faults };
    } catch (fault) {
      const broke = breaks && world.wire.disarm();
      if (!broke) throw fault;
      faults += 1;
    }
  }
}

/** Checks that running every job a second time changes nothing. */
async function againChangesNothing(world: World): Promise<readonly string[]> {
  await world.jobs.tick();
  const { checkLedger } = await import("../../server/ledger/index.ts");
  const before = await checkLedger(world.outside);
  await world.jobs.tick();
  const after = await checkLedger(world.outside);
  return [
    ...(before.hash === after.hash ? [] : ["running every job again changed the ledger"]),
    ...(await brokenInvariants(world)),
  ];
}

async function counts(world: World): Promise<Pick<Simulated, "allotted" | "madeGood">> {
  const rows = await world.outside
    .selectFrom("nav_compensations as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .select((all) => ["o.kind", all.fn.countAll<number>().as("count")])
    .groupBy("o.kind")
    .execute();
  return {
    allotted: await countAllotted(world),
    madeGood: Object.fromEntries(rows.map(({ kind, count }) => [kind, count])),
  };
}

async function countAllotted(world: World): Promise<{ readonly [kind: string]: number }> {
  const rows = await world.outside
    .selectFrom("orders")
    .select((all) => ["kind", all.fn.countAll<number>().as("count")])
    .where("status", "=", "ALLOTTED")
    .groupBy("kind")
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
