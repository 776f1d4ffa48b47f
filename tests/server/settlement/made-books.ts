import { sql } from "kysely";
import { checkLedger } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import type { FundHouse } from "../fund/fund-house.ts";
import {
  BooksModel,
  chance,
  DAYS,
  type MadeOrder,
  MORNINGS,
  ordersOfDay,
  STRATEGIES,
  type Strategy,
} from "./books-model.ts";

/** Settlement work of a morning: `allot`, unless a test kills it or runs it twice at the same time. */
export type Morning = (house: FundHouse) => Promise<unknown>;

export const soundLedger = { unbalancedAssets: [], wrongBalances: [], wrongPending: [] };

/**
 * Runs three NAV days of orders of every kind in a new house: orders are written, approved, paid and
 * allotted. Returns the model's expectation.
 */
export async function liveThrough(
  house: FundHouse,
  of: { readonly seed: number; readonly orders: number; readonly morning?: Morning },
): Promise<{ readonly model: BooksModel; readonly orders: readonly MadeOrder[] }> {
  const { db } = house.fund;
  const source = chance(of.seed);
  const people = Math.max(3, Math.floor(of.orders / 12));
  await sql`insert into people (id, email, email_key, customer_type, language, created_at)
    select ${personId(sql`i`)}, 'p' || i, 'p' || i, 'INDIVIDUAL', 'th', '2026-11-23'::timestamptz from generate_series(0, ${people - 1}::integer) i`.execute(
    db,
  );
  const [one, other] = [await house.addPerson("finance"), await house.addPerson("finance")];
  const model = new BooksModel();
  const orders: MadeOrder[] = [];
  let number = 0;
  // Ids do not follow the order of writing, which proves that orders are processed by id.
  const ids = () => {
    const mixed = (BigInt(number++) * 7_919n) % 2_147_483_647n;
    return `00000000-0000-7000-8000-${mixed.toString(16).padStart(12, "0")}`;
  };
  let navs = navsOf(source, null);
  let lastNavs: typeof navs | null = null;
  for (const [day, date] of DAYS.entries()) {
    house.clock.set(`${date}T10:00:00`);
    const made = ordersOfDay({ model, source, day, count: Math.ceil(of.orders / 3), people, lastNavs, ids });
    orders.push(...made);
    await write(house, made);
    await sql`insert into order_approvals (order_id, person_id, role, decision, at)
      select o.id, p.id, 'finance', 'APPROVED', ${house.clock.now().toJSDate()}
      from orders o, unnest(array[${one}, ${other}]::uuid[]) as p (id)
      where o.status = 'WAITING' and o.kind in ('redemption', 'switch-out')`.execute(db);
    await sql`update orders set status = 'APPROVED', changed_by = 'test', changed_at = ${house.clock.now().toJSDate()},
      paid_at = case kind when 'subscription' then placed_at end where status in ('SUBMITTED', 'WAITING')`.execute(
      db,
    );
    house.clock.set(`${MORNINGS[day]}T08:30:00`);
    for (const strategy of STRATEGIES)
      await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
        values (gen_random_uuid(), ${strategy}, ${date}, ${decimal(navs[strategy], 4)}::numeric, 'APPROVED', true, now(), now())`.execute(
        db,
      );
    await (of.morning ?? ((at) => allot(at.settlement)))(house);
    const due = orders.filter((order) => order.day === day);
    for (const order of due)
      if (order.kind === "switch-in")
        order.amount = model.outcomes.get(order.counter as string)?.proceeds ?? null;
    model.allot(due, navs);
    lastNavs = navs;
    navs = navsOf(source, navs);
  }
  return { model, orders };
}

/** Returns the differences between ledger and model as sentences; empty if both agree to the last digit. */
export async function differences(
  house: FundHouse,
  lived: Awaited<ReturnType<typeof liveThrough>>,
): Promise<readonly string[]> {
  const { db } = house.fund;
  const { model, orders } = lived;
  const wrong: string[] = [];
  const same = (what: string, found: unknown, meant: unknown) => {
    if (found !== meant) wrong.push(`${what}: the books say ${found}, the model says ${meant}`);
  };
  const rows = await db.selectFrom("orders").selectAll().execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const order of orders) {
    const row = byId.get(order.id);
    const outcome = model.outcomes.get(order.id);
    if (row === undefined || outcome === undefined || row.status !== "ALLOTTED") {
      wrong.push(`${order.kind} ${order.id} is ${row?.status}`);
      continue;
    }
    for (const [name, digits] of [
      ["units", 4],
      ["value", 2],
      ["fee", 2],
      ["vat", 2],
      ["cost", 2],
      ["proceeds", 2],
    ] as const) {
      const meant = outcome[name];
      same(`${order.kind} ${order.id} ${name}`, row[name], meant === null ? null : decimal(meant, digits));
    }
    same(`${order.kind} ${order.id} forced`, row.forced, outcome.forced);
  }
  const held = await db
    .selectFrom("ledger_accounts")
    .selectAll()
    .where("person_id", "is not", null)
    .where("asset", "<>", "THB")
    .execute();
  const found = new Map(
    held.map((row) => [`${Number.parseInt((row.person_id as string).slice(-8), 16)} ${row.asset}`, row]),
  );
  for (const [key, meant] of model.holdings) {
    same(`units of ${key}`, found.get(key)?.balance ?? "0.0000", decimal(meant.units, 4));
    same(`cost of ${key}`, found.get(key)?.cost ?? "0.00", decimal(meant.cost, 2));
    same(`pending of ${key}`, found.get(key)?.pending ?? "0.0000", decimal(meant.pending, 4));
  }
  const houses = await sql<{ house: string; balance: string }>`
    select split_part(house, ':', 1) || case when house like 'residues:%' then '' when house like '%:%' then ':' || split_part(house, ':', 2) else '' end as house,
      sum(case when e.credit = a.id then e.amount else -e.amount end)::numeric(30, 2)::text as balance
    from ledger_accounts a join ledger_entries e on a.id in (e.debit, e.credit) where a.house is not null and a.asset = 'THB' group by 1`.execute(
    db,
  );
  for (const [house_, meant] of Object.entries(model.houses))
    same(house_, houses.rows.find((row) => row.house === house_)?.balance ?? "0.00", decimal(meant, 2));
  const { unbalancedAssets, wrongBalances, wrongPending, unfounded, wrongIssued } = await checkLedger(db);
  same(
    "the ledger",
    JSON.stringify({ unbalancedAssets, wrongBalances, wrongPending }),
    JSON.stringify(soundLedger),
  );
  // Earlier holdings, and the money paid for them, were written into the ledger directly.
  const others = unfounded.filter((what) => !/^(allotment|payment) of [0-9a-f-]{36}$/.test(what));
  same("records and what is booked for them", others.concat(wrongIssued).join(", "), "");
  return wrong;
}

/** Formats minor units as decimal text. */
export function decimal(minor: bigint, digits: number): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  return `${minor < 0n ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const personId = (number: ReturnType<typeof sql>) =>
  sql`('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

function navsOf(
  source: ReturnType<typeof chance>,
  before: Readonly<Record<Strategy, bigint>> | null,
): Record<Strategy, bigint> {
  return Object.fromEntries(
    STRATEGIES.map((code) => {
      const start = code === "M-STABLE" ? 7_777_777n : source.pick([9_999n, 100_000n, 181_729n, 1_234_567n]);
      const nav = before === null ? start : (before[code] * (9_000n + source.below(2_000n))) / 10_000n;
      return [code, nav === 0n ? 1n : nav];
    }),
  ) as Record<Strategy, bigint>;
}

/** Writes the orders like the portal, with the money of subscriptions in the ledger. */
async function write(house: FundHouse, made: readonly MadeOrder[]): Promise<void> {
  const { db } = house.fund;
  const now = house.clock.now().toJSDate();
  for (const isSell of [false, true]) {
    const some = made.filter((order) => (order.kind === "subscription") !== isSell);
    for (let at = 0; at < some.length; ) {
      let end = Math.min(at + 5_000, some.length);
      // Both legs of a switch must be written in one statement.
      if (some[end]?.kind === "switch-in") end += 1;
      const rows = JSON.stringify(
        some.slice(at, end).map((order) => ({
          id: order.id,
          kind: order.kind,
          person: order.person,
          strategy: order.strategy,
          amount: order.amount === null ? null : decimal(order.amount, 2),
          units: order.units === null ? null : decimal(order.units, 4),
          sell_all: order.all,
          dust: order.dust,
          reserved: decimal(order.reserved, 4),
          counter: order.counter,
          fee_bps: Number(order.feeBps),
          nav_date: DAYS[order.day],
          allotment_date: MORNINGS[order.day],
        })),
      );
      await sql`insert into orders (id, reference, kind, status, person_id, strategy, amount, units_wished, sell_all, dust_rule,
          reserved_units, counter_order, method, fee, vat, fee_bps, vat_bps, min_remainder, approvals_needed, payout_account,
          risk_level, risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
        select id, 'R' || id, kind, case kind when 'subscription' then 'SUBMITTED' else 'WAITING' end, ${personId(sql`person`)}, strategy,
          amount, units, sell_all, dust, reserved, counter, case kind when 'subscription' then 'qr' end,
          case kind when 'subscription' then round(amount * 0.01, 2) else 0 end,
          case kind when 'subscription' then round(round(amount * 0.01, 2) * 0.07, 2) else 0 end, fee_bps, 700,
          case when reserved > 0 then 1000 end, case when reserved > 0 then 1 end,
          case kind when 'redemption' then ${personId(sql`person`)} end, 7, true, ${now}, nav_date, allotment_date,
          case kind when 'subscription' then ${now}::timestamptz + interval '5 days' end, id::text, 'test', ${now}
        from jsonb_to_recordset(${rows}::jsonb) as o (id uuid, kind text, person integer, strategy text, amount numeric, units numeric,
          sell_all boolean, dust boolean, reserved numeric, counter uuid, fee_bps integer, nav_date date, allotment_date date)`.execute(
        db,
      );
      at = end;
    }
  }
  await sql`insert into ledger_accounts (asset, person_id) select 'THB', id from people p where role is null
    and not exists (select from ledger_accounts a where a.person_id = p.id and a.asset = 'THB')`.execute(db);
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'payment', o.id, house_account('bank:clients'), a.id, 'THB', o.amount, o.nav_date, o.nav_date, o.placed_at
    from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset = 'THB'
    where o.status = 'SUBMITTED'`.execute(db);
}
