import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "../../../server/db/index.ts";
import { checkLedger, type LedgerCheck } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { runCommand } from "../../support/run-command.ts";
import {
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  subscriptionOf,
} from "../fund/fund-house.ts";

let house: FundHouse;
let folder: string;
beforeEach(async () => {
  house = await openFundHouse();
  folder = mkdtempSync(join(tmpdir(), "saphan-ledger-"));
});
afterEach(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = () =>
  runCommand("server/commands/ledger-command.ts", [], { DATABASE_URL: house.url, SAPHAN_DATA: folder });

/** Adds a person whose 10,000 baht bought units at 10.0000. */
async function bought() {
  const personId = await house.addPerson();
  const { order, reference } = await placed(house, subscriptionOf({ personId }));
  await pay(house, { order });
  house.clock.set("2026-11-23T18:00:00");
  await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
  house.clock.set("2026-11-24T08:30:00");
  expect(await allot(house.settlement)).toEqual({ orders: 1, setAside: 0 });
  return { personId, order, reference };
}

test("the command npm run ledger:check prints the hash of a correct ledger, or its errors", async () => {
  const { personId } = await bought();
  const { hash, entries } = await checkLedger(house.fund.db);
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${entries} entries, hash ${hash}`),
  });
  // The test changes rows like an attacker who has the database's password.
  await sql`alter table ledger_accounts disable trigger user`.execute(house.fund.db);
  await sql`update ledger_accounts set balance = 999, pending = 5 where person_id = ${personId} and asset = 'M-BTCA'`.execute(
    house.fund.db,
  );
  const wrong = await check();
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toContain("M-BTCA does not sum to zero");
  expect(wrong.errors).toContain("has another balance or cost than its entries");
  expect(wrong.errors).toContain(`${personId} M-BTCA: promised units are not those of open orders`);
  expect(wrong.errors).toContain("M-BTCA: issued units are not those that people hold");
});

const FEES = sql`house_account('fees:front-end')`;
const PROFIT = sql`house_account('fees:profit')`;
const HELD = sql`house_account('unmatched')`;
const ASIDE = sql`house_account('refunds')`;
const BANK = sql`house_account('bank:clients')`;
const refund = (
  debit: RawBuilder<unknown>,
  credit: RawBuilder<unknown>,
  amount: string,
  subject = sql`select id from payment_cases limit 1`,
  kind = "refund",
) => sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
  select ${kind}, (${subject}), ${debit}, ${credit}, 'THB', ${amount}::numeric, '2026-11-23', '2026-11-24', now()`;

/** Ledger entries that balance, but record events that never happened. */
const PLANTS: readonly (readonly [
  what: string,
  says: RegExp,
  plant: (personId: string) => readonly RawBuilder<unknown>[],
])[] = [
  [
    "units of no order",
    /^allotment of /,
    (personId) => [
      sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
        select 'allotment', gen_random_uuid(), house_account('strategy:M-BTCA', 'M-BTCA'), person_account(${personId}, 'M-BTCA'), 'M-BTCA',
          500, 5000, '2026-11-23', '2026-11-24', now()`,
    ],
  ],
  [
    "money without a transfer",
    /^payment of /,
    (personId) => [
      sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
        select 'payment', gen_random_uuid(), house_account('bank:clients'), person_account(${personId}), 'THB', 500, '2026-11-23', '2026-11-24', now()`,
    ],
  ],
  [
    "an accrual to a person",
    /^accrual of /,
    (personId) => [
      sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
        select 'accrual', gen_random_uuid(), house_account('fees:front-end'), person_account(${personId}), 'THB', 5, '2026-11-23', '2026-11-24', now()`,
    ],
  ],
  [
    "more units on the order",
    /^SP-/,
    () => [sql`update orders set units = units + 1 where status = 'ALLOTTED'`],
  ],
  [
    "more units everywhere",
    /^SP-/,
    () => [
      sql`update orders set units = units + 1 where status = 'ALLOTTED'`,
      sql`update ledger_entries set amount = amount + 1 where asset = 'M-BTCA'`,
      sql`update ledger_accounts set balance = balance + 1 where asset = 'M-BTCA' and person_id is not null`,
      sql`update units_issued set units = units + 1`,
    ],
  ],
  [
    "an order taken back to paid",
    /^allotment of /,
    () => [
      sql`update orders set status = 'APPROVED', nav = null, units = null, value = null, allotted_on = null`,
    ],
  ],
  [
    "a baht from the strategy to fees",
    /^SP-/,
    () => [
      sql`update ledger_entries set amount = amount - 1 where credit = house_account('strategy:M-BTCA') and kind = 'allotment'`,
      sql`update ledger_entries set amount = amount + 1 where credit = house_account('fees:front-end') and kind = 'allotment'`,
    ],
  ],
  [
    "fees booked as tax",
    /^SP-/,
    () => [
      sql`update ledger_entries set credit = house_account('fees:profit') where credit = house_account('fees:front-end')`,
    ],
  ],
  [
    "a baht more of the management fee",
    /^accrual of /,
    () => [sql`update ledger_entries set amount = amount + 1 where kind = 'accrual'`],
  ],
  [
    "a baht less of the residues that were swept",
    /^residue-sweep of /,
    () => [sql`update ledger_entries set amount = amount - 0.01 where kind = 'residue-sweep'`],
  ],
  [
    "money that was held in another account of the house",
    /^payment TEST held/,
    () => [
      sql`update ledger_entries set credit = house_account('fees:management') where credit = house_account('unmatched')`,
    ],
  ],
  [
    "a baht between accounts of fees, as a refund of a case",
    /^refund of case /,
    () => [refund(FEES, PROFIT, "1.00")],
  ],
  ["a refund to fees out of held money", /^refund of case /, () => [refund(HELD, FEES, "77.00")]],
  [
    "a refund that the bank sent without an approval",
    /^refund of case /,
    () => [refund(HELD, BANK, "77.00")],
  ],
  ["held money that stays set aside", /^refund of case /, () => [refund(HELD, ASIDE, "77.00")]],
  [
    "another amount that was set aside and given back",
    /^refund of case /,
    () => [refund(HELD, ASIDE, "76.00"), refund(ASIDE, HELD, "76.00")],
  ],
  [
    "more given back than was set aside",
    /^refund of case /,
    () => [refund(HELD, ASIDE, "77.00"), refund(ASIDE, HELD, "78.00")],
  ],
  [
    "what was set aside, and sent from a case that is open",
    /^refund of case /,
    () => [refund(HELD, ASIDE, "77.00"), refund(ASIDE, BANK, "77.00")],
  ],
  [
    "fees set aside as the money of a case",
    /^refund of case /,
    () => [refund(FEES, ASIDE, "77.00"), refund(ASIDE, HELD, "77.00")],
  ],
  [
    "a refund of an order",
    /^payout |^SP-/,
    () => [refund(HELD, BANK, "77.00", sql`select id from orders limit 1`)],
  ],
  [
    "a payout of a case that no payout asked for",
    /^payout /,
    () => [refund(HELD, BANK, "77.00", undefined, "payout")],
  ],
  ["another NAV of the day", /^SP-/, () => [sql`update navs set nav = 20 where date = '2026-11-23'`]],
  [
    "another amount of a payment",
    /^payment TEST /,
    () => [sql`update payments set amount = amount + 1 where outcome = 'matched'`],
  ],
];

test("the ledger check reports each planted error with its record, although the ledger is balanced", async () => {
  const { personId } = await bought();
  const { db } = house.fund;
  // The setup adds postings between house accounts: held money, a day's fee, and a year's rounding
  // differences.
  const late = await placed(house, subscriptionOf({ personId, navDate: house.clock.today() }));
  await pay(house, { order: late.order, amount: "77.00", reference: "held" });
  const at = house.clock.now().toJSDate();
  await sql`select accrue_management('2026-11-24', '2026-11-25', ${at})`.execute(db);
  await sql`insert into settlement_sweeps values ('M-BTCA', 2026, 0.02)`.execute(db);
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    values ('residue-sweep', md5('residue-sweep:M-BTCA:2026')::uuid, house_account('residues:M-BTCA'), house_account('strategy:M-BTCA'), 'THB',
      0.02, '2026-12-31', '2027-01-04', ${at})`.execute(db);
  expect(await checkLedger(db)).toMatchObject({ unfounded: [], wrongIssued: [] });
  for (const [what, says, plant] of PLANTS) {
    const found = await planted(db, plant(personId));
    expect(found.unbalancedAssets, what).toEqual([]);
    expect(found.wrongBalances, what).toEqual([]);
    expect(found.unfounded, what).toEqual([expect.stringMatching(says)]);
  }
  expect(await checkLedger(db)).toMatchObject({ unfounded: [], wrongIssued: [] });
});

/** Adds a bank statement line with which money left this many days after the refund was booked. */
const leaves = (amount: string, after: number) => sql`
  with statement as (
    insert into bank_statements select gen_random_uuid(), '014', '1112223334', 'planted', day, day, 0, 0, (select id from people limit 1), now()
      from (select booked_on + ${after}::integer as day from ledger_entries where kind = 'refund' limit 1) as booked returning id, first_on)
  insert into bank_statement_lines
    select id, 1, first_on + time '10:00', 'OUT-1', null, ${amount}::numeric, 0, 'out', null from statement`;

const KEPT = ["orders", "navs", "payments", "units_issued", "ledger_accounts", "ledger_entries"];

/** Returns the result of the ledger check with a planted error, which is rolled back. */
async function planted(db: Db, faults: readonly RawBuilder<unknown>[]): Promise<LedgerCheck> {
  let found: LedgerCheck | null = null;
  const taken = db.transaction().execute(async (tx) => {
    // Insertions change balances like every entry, and other changes bypass the triggers.
    const adds = faults.some((fault) => fault.toOperationNode().sqlFragments[0]?.startsWith("insert"));
    for (const table of adds ? [] : KEPT)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    for (const fault of faults) await fault.execute(tx);
    found = await checkLedger(tx);
    throw new Error("taken out");
  });
  await expect(taken).rejects.toThrow("taken out");
  if (found === null) throw new Error("planted: nothing found");
  return found;
}

test("the ledger check accepts a refund without a payout only with both its entries and a later bank statement line", async () => {
  const { personId } = await bought();
  const { db } = house.fund;
  const late = await placed(house, subscriptionOf({ personId, navDate: house.clock.today() }));
  await pay(house, { order: late.order, amount: "77.00", reference: "held" });
  const again = await planted(db, [refund(HELD, ASIDE, "77.00"), refund(ASIDE, HELD, "77.00")]);
  expect(again.unfounded).toEqual([]);
  await db.transaction().execute(async (tx) => {
    await sql`alter table payment_cases disable trigger user`.execute(tx);
    await sql`alter table payouts disable trigger user`.execute(tx);
    await sql`delete from payouts`.execute(tx);
    await sql`update payment_cases set state = 'REFUNDED'`.execute(tx);
    await sql`alter table payment_cases enable trigger user`.execute(tx);
    await sql`alter table payouts enable trigger user`.execute(tx);
  });
  // A forger makes case and entries agree, so only the bank's data show that no money left.
  const both = [refund(HELD, ASIDE, "77.00"), refund(ASIDE, BANK, "77.00")];
  const byHand = await planted(db, both);
  expect(byHand.unfounded).toEqual([
    expect.stringMatching(/^refund of case \S+, which no bank statement shows$/),
  ]);
  const early = await planted(db, [...both, leaves("77.00", -30)]);
  expect(early.unfounded).toEqual(byHand.unfounded);
  const sent = await planted(db, [...both, leaves("77.00", 1)]);
  expect(sent.unfounded).toEqual([]);
  const half = await planted(db, [refund(HELD, ASIDE, "77.00")]);
  expect(half.unfounded).toEqual([expect.stringMatching(/^refund of case /)]);
});
