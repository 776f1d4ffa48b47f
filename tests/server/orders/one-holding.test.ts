import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatBaht } from "../../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../../domain/units.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { cancelOrder, decideOrder, type SellWish } from "../../../server/orders/index.ts";
import { isTimeFaked } from "../../support/machine-time.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { hold, holder, holdingOf, lastNav, redeem, switchOver } from "./sell-house.ts";

/** Number of tries; the campaign runs 100,000. */
const TRIES = Number(process.env.SAPHAN_OVERDRAW_COUNT ?? 320);
const SEED = Number(process.env.SAPHAN_OVERDRAW_SEED ?? 1);
const CLIENTS = 32;
const HELD = 1_000_0000n;

// One unit is 10 baht, so a satang is ten ten-thousandths of a unit, and no amount needs rounding.
let house: FundHouse;
let finance = "";
beforeAll(async () => {
  house = await openFundHouse();
  await lastNav(house, "M-BTCA", "10.0000");
  await lastNav(house, "M-LCAP", "20.0000");
  finance = await house.addPerson("finance");
});
afterAll(() => house.close());

/** Rows that the database should store for one person, in integers only. */
type Model = { readonly open: Map<string, { units: bigint; sellAll: boolean; approved: boolean }> };

const pendingOf = ({ open }: Model) => [...open.values()].reduce((sum, { units }) => sum + units, 0n);

/** Returns the units that an order reserves, or the error code; the dust rule is on. */
function judged(model: Model, wish: SellWish): { units: bigint; sellAll: boolean } | string {
  const pending = pendingOf(model);
  const available = HELD - pending;
  const isAlone = [...model.open.values()].some(({ sellAll }) => sellAll);
  if (pending > 0n && (wish.kind === "all" || available === 0n || isAlone)) return "everything-pending";
  const wished =
    wish.kind === "all"
      ? available
      : wish.kind === "units"
        ? tenThousandthsOf(wish.units)
        : tenThousandthsOf(`${wish.amount}00`) / 10n;
  if (wished > available) return "not-enough-units";
  if (wished <= 0n || (wished < 100_0000n && wished < available)) return "minimum";
  const rest = available - wished;
  // If the remainder would be too small, it is sold as well, so the order is for everything.
  const isForced = rest > 0n && rest < 100_0000n;
  return { units: isForced ? available : wished, sellAll: isForced || wish.kind === "all" };
}

const wishes: fc.Arbitrary<SellWish> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .bigInt(0n, 1_200_000n)
      .map((satang) => ({ kind: "amount" as const, amount: formatBaht(satang) })),
  },
  // Amounts are multiples of a satang's worth, so that values are whole.
  {
    weight: 5,
    arbitrary: fc
      .bigInt(0n, 1_200_000n)
      .map((tens) => ({ kind: "units" as const, units: formatUnits(tens * 10n) })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "all" as const }) },
);
type Act =
  | { readonly do: "sell"; readonly wish: SellWish; readonly switches: boolean }
  | { readonly do: "approve" | "reject" | "cancel"; readonly at: number }
  | { readonly do: "expire" };
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("sell" as const), wish: wishes, switches: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("approve", "reject", "cancel"), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ do: "expire" as const }) },
);

describe("the holding of one strategy", () => {
  it("always has exactly the pending units that open sells reserve, and never too many", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 25 }), async (all) => {
        house.clock.set("2026-11-23T10:00:00");
        const who = await holder(house, { units: formatUnits(HELD) });
        const model: Model = { open: new Map() };
        for (const act of all) {
          await step(who, model, act);
          expect(await holdingOf(house, who.personId)).toEqual({
            units: formatUnits(HELD),
            pending_units: formatUnits(pendingOf(model)),
          });
          expect(pendingOf(model) <= HELD).toBe(true);
        }
      }),
      { numRuns: 40, seed: SEED },
    );
    expect(await checkLedger(house.fund.db)).toMatchObject({
      wrongBalances: [],
      wrongPending: [],
      unbalancedAssets: [],
    });
  }, 120_000);

  it(`is never overdrawn by 32 parallel clients in ${TRIES} tries`, {
    timeout: 3_600_000,
  }, async () => {
    house.clock.set("2026-11-23T10:00:00");
    const random = fc.sample(fc.integer({ min: 1_000, max: 4_000 }), { numRuns: TRIES, seed: SEED });
    let [taken, refused] = [0, 0];
    const open: string[] = [];
    const who = await holder(house, { units: formatUnits(HELD) });
    const client = async (mine: readonly number[]) => {
      for (const baht of mine) {
        const wish = { ...who, wish: { kind: "amount", amount: `${baht}.00` } } as const;
        const placed = await redeem(house, wish);
        if (placed.ok) {
          taken += 1;
          open.push(placed.value.order);
        } else refused += 1;
        // Some units are released again, so that the clients always compete for units.
        const given = refused % 3 === 0 ? open.pop() : undefined;
        if (given !== undefined)
          await house.fund.db
            .transaction()
            .execute((tx) => cancelOrder(house.orders, tx, { personId: who.personId, order: given }));
      }
    };
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) => client(random.filter((_, index) => index % CLIENTS === at))),
    );
    expect(taken + refused).toBe(TRIES);
    expect(Math.min(taken, refused)).toBeGreaterThan(0);
    const { pending_units } = await holdingOf(house, who.personId);
    expect(tenThousandthsOf(pending_units) <= HELD).toBe(true);
    expect((await checkLedger(house.fund.db)).wrongPending).toEqual([]);
  });

  it("is changed once by each parallel redemption and switch, even if the database aborts a transaction", async ({
    skip,
  }) => {
    skip(isTimeFaked);
    const who = await holder(house, { units: formatUnits(HELD) });
    // Another transaction locks the same two rows in reverse order, and lets the sell detect the deadlock.
    const other = new pg.Client({ connectionString: house.url });
    await other.connect();
    try {
      await other.query("set deadlock_timeout = '1h'");
      const sells = [
        () => redeem(house, { ...who, wish: { kind: "units", units: "150.0000" } }),
        () => switchOver(house, { ...who, to: "M-BTCA", from: "M-LCAP", wish: { kind: "all" } }),
      ];
      await hold(house, { ...who, units: "1000.0000", strategy: "M-LCAP" });
      await hold(house, { ...who, units: "1000.0000", strategy: "M-BTCA" });
      for (const [at, sell] of sells.entries()) {
        const strategy = at === 0 ? "M-BTCA" : "M-LCAP";
        await other.query("begin");
        await other.query("select from people where id = $1 for update", [who.personId]);
        const placed = sell();
        await expect
          .poll(async () => (await other.query(WAITING)).rowCount, { timeout: 30_000, interval: 20 })
          .toBe(1);
        await other.query("select from ledger_accounts where person_id = $1 and asset = $2 for update", [
          who.personId,
          strategy,
        ]);
        await other.query("commit");
        expect(await placed).toMatchObject({ ok: true });
      }
    } finally {
      await other.end();
    }
    const orders = await house.fund.db
      .selectFrom("orders")
      .select(["kind", "reserved_units"])
      .where("person_id", "=", who.personId)
      .orderBy("placed_at")
      .orderBy("kind")
      .execute();
    expect(orders).toEqual([
      { kind: "redemption", reserved_units: "150.0000" },
      { kind: "switch-in", reserved_units: "0.0000" },
      { kind: "switch-out", reserved_units: "1000.0000" },
    ]);
    expect((await checkLedger(house.fund.db)).wrongPending).toEqual([]);
  });
});

const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()";

async function step(
  who: { readonly personId: string; readonly payoutAccount: string },
  model: Model,
  act: Act,
): Promise<void> {
  switch (act.do) {
    case "sell": {
      const expected = judged(model, act.wish);
      const wish = { ...who, wish: act.wish };
      // A switch into a new strategy requires 10,000 baht, which is the whole holding, so it is tried only
      // when everything is sold.
      const placed = await (act.switches && act.wish.kind === "all"
        ? switchOver(house, wish)
        : redeem(house, wish));
      if (placed.ok && typeof expected === "object")
        model.open.set(placed.value.order, { ...expected, approved: false });
      else
        expect(placed.ok ? "ok" : placed.error.code).toEqual(typeof expected === "string" ? expected : "ok");
      return;
    }
    case "expire":
      house.clock.set("2026-11-30T14:00:00");
      await house.jobs.runNow("fund.expire");
      for (const [order, { approved }] of model.open) if (!approved) model.open.delete(order);
      house.clock.set("2026-11-23T10:00:00");
      return;
    default: {
      const orders = [...model.open.keys()];
      const order = orders[act.at % Math.max(orders.length, 1)];
      const known = order === undefined ? undefined : model.open.get(order);
      if (order === undefined || known === undefined) return;
      if (act.do === "cancel") {
        const done = await house.fund.db
          .transaction()
          .execute((tx) => cancelOrder(house.orders, tx, { personId: who.personId, order }));
        expect(done.ok).toBe(true);
        model.open.delete(order);
        return;
      }
      const decided = await decideOrder(
        house.orders,
        finance,
        act.do === "approve"
          ? { order, decision: "APPROVED" }
          : { order, decision: "REJECTED", reason: "no" },
      );
      expect(decided.ok ? "ok" : decided.error.code).toBe(known.approved ? "already-decided" : "ok");
      if (known.approved) return;
      if (act.do === "approve") known.approved = true;
      else model.open.delete(order);
    }
  }
}
