import { sql } from "kysely";
import { satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import { checkLedger } from "../../server/ledger/index.ts";
import { expectedBooks, type Given, type Happening } from "./expected-books.ts";
import type { World } from "./world.ts";

/** Checks what must hold after every step. Returns each violation as a sentence. */
export async function brokenInvariants(world: World): Promise<readonly string[]> {
  const ledger = await checkLedger(world.outside);
  return [
    ...ledger.unbalancedAssets.map((asset) => `${asset} does not sum to zero`),
    ...ledger.wrongBalances.map((account) => `account ${account} is not the sum of its entries`),
    ...ledger.wrongPending.map((what) => `pending units of ${what} are not those of its open orders`),
    ...ledger.unfounded.map((what) => `${what} is booked otherwise than its record says`),
    ...ledger.wrongIssued.map((code) => `issued units of ${code} are not those that people hold`),
    ...(await asked(world)),
    ...(await unlikeExpected(world)),
  ];
}

/** Queries that return no rows if all is well. */
const QUERIES: readonly (readonly [what: string, query: string])[] = [
  [
    "its status is not its last event's",
    `select o.reference as what from orders o join lateral (select to_status from order_events e where e.order_id = o.id order by id desc limit 1) e on true
     where e.to_status <> o.status`,
  ],
  [
    "took a way that is not in the table",
    `select o.reference as what from order_events e join orders o on o.id = e.order_id
     where e.from_status is distinct from e.to_status and not exists (select from order_transitions t
       where t.kind = o.kind and t.from_status = coalesce(e.from_status, '') and t.to_status = e.to_status)`,
  ],
  [
    "was allotted without the approved NAV of its day, or early",
    `select o.reference as what from orders o where o.status = 'ALLOTTED' and (o.allotted_on < o.allotment_date or not exists (
       select from navs n where n.strategy = o.strategy and n.date = o.nav_date and n.status in ('APPROVED', 'REPLACED') and n.nav = o.nav))`,
  ],
  [
    "was allotted at a NAV that had been corrected",
    `select o.reference as what from orders o join order_events e on e.order_id = o.id and e.to_status = 'ALLOTTED' and e.from_status <> 'ALLOTTED'
     where not exists (select from navs n left join navs c on c.replaces = n.id and c.status in ('APPROVED', 'REPLACED')
       where n.strategy = o.strategy and n.date = o.nav_date and n.status in ('APPROVED', 'REPLACED') and n.nav = o.nav
         and n.decided_at <= e.at and (c.id is null or c.decided_at >= e.at))`,
  ],
  [
    "is approved to be made good and not posted",
    `select nav_id::text as what from nav_corrections where state = 'APPROVED' and posted_at is null`,
  ],
  [
    "is owed baht besides that no payout or in leg has",
    `select o.reference as what from nav_compensations c join orders o on o.id = c.order_id where c.proceeds > 0 and case o.kind
       when 'redemption' then (select count(*) from payouts p where p.compensation = c.id and p.state <> 'RETURNED' and p.amount = c.proceeds) <> 1
         and not exists (select from payouts p where p.compensation = c.id and p.state = 'RETURNED'
           and not exists (select from payouts n where n.follows = p.id))
       else (select sum(x.proceeds) from nav_compensations x where x.order_id = o.id) + o.proceeds
         <> (select i.amount + coalesce((select sum(x.amount) from nav_compensations x where x.order_id = i.id), 0) from orders i where i.id = o.counter_order) end`,
  ],
  [
    "has a NAV day that is no business day, or before its order",
    `select o.reference as what from orders o where o.status not in ('REJECTED', 'CANCELLED', 'EXPIRED') and (extract(isodow from o.nav_date) > 5
       or exists (select from bank_holidays h where h.date = o.nav_date) or o.nav_date < (o.placed_at at time zone 'Asia/Bangkok')::date)`,
  ],
  [
    "is allotted on a day that is no business day, or a switch buys before it has sold",
    `select o.reference as what from orders o left join orders i on i.id = o.counter_order and o.kind = 'switch-out'
     where o.status in ('SUBMITTED', 'WAITING', 'APPROVED') and (business_day_from(o.allotment_date) <> o.allotment_date or i.nav_date < o.allotment_date)`,
  ],
  [
    "may be paid for less than three business days after its NAV day",
    `select o.reference as what from orders o where o.status = 'SUBMITTED'
       and business_days_after(o.nav_date, (o.pay_by at time zone 'Asia/Bangkok')::date) < 3`,
  ],
  [
    "is a day with a NAV and a holiday",
    `select n.date::text as what from navs n join bank_holidays h using (date) where n.status in ('ENTERED', 'APPROVED')`,
  ],
  [
    "moved without its line, or moved back",
    `select o.reference as what from order_moves m join orders o on o.id = m.order_id where m.nav_to < m.nav_from or not exists (
       select from order_events e where e.order_id = o.id and e.detail ->> 'calendarChange' = m.calendar_change::text)`,
  ],
  [
    "was bought without money",
    `select o.reference as what from orders o where o.kind = 'subscription' and o.status = 'ALLOTTED' and 1 <> (
       select count(*) from payments p where p.order_id = o.id and p.outcome = 'matched' and p.amount = o.amount)`,
  ],
  [
    "has lines of audit that are not its events",
    `select o.reference as what from orders o where
       (select count(*) from order_events e where e.order_id = o.id) <>
       (select count(*) from audit_lines a where a.subject = 'order:' || o.id and a.action in ('orders.place', 'orders.change', 'orders.move', 'orders.pay-out', 'orders.paid-out', 'orders.payout-returned', 'orders.made-good'))`,
  ],
  [
    "has legs that do not go together",
    `select o.reference as what from orders o join orders i on i.id = o.counter_order where o.kind = 'switch-out'
       and o.status <> i.status and not (o.status = 'ALLOTTED' and i.status = 'APPROVED')`,
  ],
  [
    "was approved by too few",
    `select o.reference as what from orders o where o.kind in ('redemption', 'switch-out') and o.status in ('APPROVED', 'ALLOTTED')
       and (select count(*) from order_approvals a where a.order_id = o.id and a.decision = 'APPROVED') < o.approvals_needed`,
  ],
  [
    "is left over in transit though no switch is on its way",
    `select sum(case when e.credit = a.id then e.amount else -e.amount end)::text as what from ledger_entries e join ledger_accounts a
       on a.house = 'transit' and a.id in (e.debit, e.credit)
     where not exists (select from orders where kind = 'switch-in' and status = 'APPROVED' and amount is not null)
     having sum(case when e.credit = a.id then e.amount else -e.amount end) <> 0`,
  ],
  ["was told the same twice", `select key as what from outbox group by key having count(*) > 1`],
];

async function asked(world: World): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [what, query] of QUERIES) {
    const { rows } = await sql.raw<{ what: string }>(query).execute(world.outside);
    broken.push(...rows.map((row) => `${row.what} ${what}`));
  }
  return broken;
}

async function unlikeExpected(world: World): Promise<readonly string[]> {
  const rows = await world.outside.selectFrom("orders").selectAll().execute();
  const { rows: happenings } = await sql<Happening>`
    select order_id as order, from_status as from, to_status as to, detail ->> 'correction' as correction from order_events order by id`.execute(
    world.outside,
  );
  const { rows: banked } = await sql<{ person: string; amount: string }>`
    select a.person_id as person, sum(case when e.credit = a.id then e.amount else -e.amount end)::text as amount
    from ledger_entries e join ledger_accounts a on a.id in (e.debit, e.credit) and a.person_id is not null and a.asset = 'THB'
    where e.kind in ('payment', 'refund', 'payout', 'payout-returned') group by 1`.execute(world.outside);
  const bankedBy = new Map(banked.map(({ person, amount }) => [person, tenThousandthsOf(amount) / 100n]));
  const corrections = new Map(
    (
      await world.outside
        .selectFrom("nav_corrections as c")
        .innerJoin("navs as n", "n.id", "c.nav_id")
        .select(["n.id", "n.strategy", "n.date", "n.nav"])
        .execute()
    ).map(({ id, strategy, date, nav }) => [id, { strategy, date, nav: tenThousandthsOf(nav) }]),
  );
  const allottedAt = new Map(rows.map(({ id, nav }) => [id, nav]));
  const orders = new Map<string, Given>(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        reference: row.reference,
        kind: row.kind,
        person: row.person_id,
        strategy: row.strategy,
        counter: row.counter_order,
        wish:
          row.kind === "switch-in"
            ? { kind: "proceeds" }
            : row.amount !== null
              ? { kind: "amount", amount: satangOf(row.amount) }
              : row.units_wished !== null
                ? { kind: "units", units: tenThousandthsOf(row.units_wished) }
                : { kind: "all" },
        feeBps: BigInt(row.fee_bps ?? 0),
        vatBps: BigInt(row.vat_bps ?? 0),
        minRemainder: satangOf(row.min_remainder ?? "0.00"),
        dustRule: row.dust_rule,
        reserved: tenThousandthsOf(row.reserved_units),
        navDate: row.nav_date,
      },
    ]),
  );
  const books = expectedBooks(
    orders,
    happenings,
    (id) => {
      const nav = allottedAt.get(id) ?? null;
      if (nav === null) throw new Error(`order ${id} was allotted at no NAV`);
      return tenThousandthsOf(nav);
    },
    corrections,
  );
  const wrong: string[] = [];
  const same = (what: string, is: bigint, wanted: bigint) => {
    if (is !== wanted) wrong.push(`${what} is ${is}, expected ${wanted}`);
  };
  for (const row of rows) {
    const result = books.results.get(row.id);
    if ((row.status === "ALLOTTED") !== (result !== undefined))
      wrong.push(`${row.reference} is ${row.status}`);
    if (result === undefined) continue;
    same(`units of ${row.reference}`, tenThousandthsOf(row.units ?? "0"), result.units);
    same(`value of ${row.reference}`, satangOf(row.value ?? "0.00"), result.value);
    same(`fee of ${row.reference}`, satangOf(row.fee), result.fee);
    same(`VAT of ${row.reference}`, satangOf(row.vat), result.vat);
    if (result.cost !== null) same(`cost of ${row.reference}`, satangOf(row.cost ?? "0.00"), result.cost);
    if (result.proceeds !== null)
      same(`proceeds of ${row.reference}`, satangOf(row.proceeds ?? "0.00"), result.proceeds);
  }
  await compareCorrected();
  const accounts = await world.outside
    .selectFrom("ledger_accounts")
    .selectAll()
    .where("person_id", "is not", null)
    .execute();
  const seen = new Set<string>();
  for (const account of accounts) {
    const at = `${account.person_id} ${account.asset}`;
    seen.add(at);
    if (account.asset === "THB") {
      same(
        `baht of ${account.person_id}`,
        tenThousandthsOf(account.balance) / 100n,
        (books.baht.get(account.person_id ?? "") ?? 0n) + (bankedBy.get(account.person_id ?? "") ?? 0n),
      );
      continue;
    }
    const wanted = books.positions.get(at) ?? { units: 0n, cost: 0n, pending: 0n };
    same(`units of ${at}`, tenThousandthsOf(account.balance), wanted.units);
    same(`cost of ${at}`, satangOf(account.cost), wanted.cost);
    same(`pending of ${at}`, tenThousandthsOf(account.pending), wanted.pending);
  }
  for (const [at, { units }] of books.positions)
    if (units !== 0n && !seen.has(at)) wrong.push(`no account of ${at}`);
  return wrong;

  /** Compares the postings of each order, and the total of each strategy, with the expected books. */
  async function compareCorrected(): Promise<void> {
    const { rows: posted } = await sql<{ id: string } & { readonly [sum in Posted]: string }>`
      select order_id as id, sum(units)::text as units, sum(cost)::text as cost, sum(amount)::text as amount, sum(gross)::text as gross,
        sum(fee)::text as fee, sum(vat)::text as vat, sum(proceeds)::text as proceeds from nav_compensations group by order_id`.execute(
      world.outside,
    );
    for (const row of rows.filter(({ status }) => status === "ALLOTTED")) {
      const at = books.standings.get(row.id);
      const more = posted.find(({ id }) => id === row.id);
      if (at === undefined) continue;
      const baht = (name: Exclude<Posted, "units">) => satangOf(more?.[name] ?? "0.00");
      const given = tenThousandthsOf(more?.units ?? "0.0000");
      const units = tenThousandthsOf(row.units ?? "0");
      const buys = row.kind === "subscription" || row.kind === "switch-in";
      same(`units made good of ${row.reference}`, buys ? units + given : units - given, at.units);
      same(`fee made good of ${row.reference}`, satangOf(row.fee) + baht("fee"), at.fee);
      same(`VAT made good of ${row.reference}`, satangOf(row.vat) + baht("vat"), at.vat);
      if (buys)
        same(`amount of ${row.reference}`, satangOf(row.amount ?? "0.00") + baht("amount"), at.amount);
      else {
        same(`gross of ${row.reference}`, satangOf(row.value ?? "0.00") + baht("gross"), at.gross);
        same(`cost left of ${row.reference}`, satangOf(row.cost ?? "0.00") - baht("cost"), at.cost);
        same(`paid for ${row.reference}`, satangOf(row.proceeds ?? "0.00") + baht("proceeds"), at.proceeds);
      }
    }
    const { rows: assets } = await sql<{ strategy: string; baht: string }>`
      select substr(a.house, 10) as strategy, (sum(case when e.credit = a.id then e.amount else -e.amount end) * 100)::bigint::text as baht
      from ledger_accounts a join ledger_entries e on a.id in (e.debit, e.credit)
      where a.house like 'strategy:%' and a.asset = 'THB' and e.kind <> 'residue-sweep' group by 1`.execute(
      world.outside,
    );
    for (const { strategy, baht } of assets)
      same(`baht of the strategy ${strategy}`, BigInt(baht), books.assets.get(strategy) ?? 0n);
  }
}

type Posted = "units" | "cost" | "amount" | "gross" | "fee" | "vat" | "proceeds";
