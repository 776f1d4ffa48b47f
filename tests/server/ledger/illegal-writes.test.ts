import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { soundLedger } from "../settlement/made-books.ts";
import { give, sell } from "../settlement/sells.ts";

let house: FundHouse;
let owner: string;
let order: string;
beforeAll(async () => {
  house = await openFundHouse();
  owner = await house.addPerson();
  await give(house, { personId: owner, units: "1000.0000", cost: "10000.00" });
  order = await sell(house, { personId: owner, units: "400", reserved: "400" });
});
afterAll(() => house.close());

type Write = (of: { readonly owner: string; readonly order: string }) => ReturnType<typeof sql>;

const posts = (legs: ReturnType<typeof sql>) => sql`
  insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
  select 'payment', ${randomUUID()}::uuid, debit, credit, asset, amount, cost, '2026-11-23', '2026-11-23', now()
  from (values ${legs}) as leg (debit, credit, asset, amount, cost)`;
const bank = sql`house_account('bank:clients')`;
const issued = sql`house_account('strategy:M-BTCA', 'M-BTCA')`;
const hers = (of: string, asset: string) => sql`person_account(${of}, ${asset})`;

const writes: readonly (readonly [string, Write, string])[] = [
  [
    "posts from an unknown account",
    () => posts(sql`(0, ${bank}, 'THB', 1, null::numeric)`),
    "hold something else",
  ],
  [
    "posts to an unknown account",
    () => posts(sql`(${bank}, 0, 'THB', 1, null::numeric)`),
    "hold something else",
  ],
  [
    "posts baht to an account of units",
    ({ owner: of }) => posts(sql`(${bank}, ${hers(of, "M-BTCA")}, 'THB', 1, null::numeric)`),
    "hold something else",
  ],
  [
    "posts units to a house account of baht",
    ({ owner: of }) => posts(sql`(${hers(of, "M-BTCA")}, ${bank}, 'M-BTCA', 1, 1)`),
    "hold something else",
  ],
  [
    "posts an amount of zero",
    ({ owner: of }) => posts(sql`(${bank}, ${hers(of, "THB")}, 'THB', 0, null::numeric)`),
    "amount",
  ],
  [
    "posts a negative amount",
    ({ owner: of }) => posts(sql`(${bank}, ${hers(of, "THB")}, 'THB', -1, null::numeric)`),
    "amount",
  ],
  [
    "posts from an account to the same account",
    () => posts(sql`(${bank}, ${bank}, 'THB', 1, null::numeric)`),
    "check",
  ],
  [
    "posts units without their cost",
    ({ owner: of }) => posts(sql`(${issued}, ${hers(of, "M-BTCA")}, 'M-BTCA', 1, null::numeric)`),
    "check",
  ],
  [
    "takes more baht than the account has",
    ({ owner: of }) => posts(sql`(${hers(of, "THB")}, ${bank}, 'THB', 1, null::numeric)`),
    "check",
  ],
  [
    "takes more units than the account has",
    ({ owner: of }) => posts(sql`(${hers(of, "M-BTCA")}, ${issued}, 'M-BTCA', 1001, 1)`),
    "check",
  ],
  [
    "takes units that are reserved",
    ({ owner: of }) => posts(sql`(${hers(of, "M-BTCA")}, ${issued}, 'M-BTCA', 700, 1)`),
    "ledger_accounts_pending",
  ],
  [
    "takes more cost than the units have",
    ({ owner: of }) => posts(sql`(${hers(of, "M-BTCA")}, ${issued}, 'M-BTCA', 1, 10001)`),
    "check",
  ],
  ["changes an entry", () => sql`update ledger_entries set amount = amount + 1`, "never removed or changed"],
  ["removes an entry", () => sql`delete from ledger_entries`, "never removed or changed"],
  ["empties the ledger", () => sql`truncate ledger_entries`, "never removed or changed"],
  [
    "changes a balance",
    ({ owner: of }) => sql`update ledger_accounts set balance = 2000 where person_id = ${of}`,
    "move with entries",
  ],
  [
    "changes the reserved units",
    ({ owner: of }) => sql`update ledger_accounts set pending = 0 where person_id = ${of}`,
    "move with entries",
  ],
  [
    "releases reserved units without an order",
    ({ owner: of }) => sql`select move_pending(array[${of}::uuid], array['M-BTCA'], array[-1.0])`,
    "move with entries",
  ],
  [
    "gives an account to another person",
    ({ owner: of }) => sql`update ledger_accounts set person_id = null, house = 'x' where person_id = ${of}`,
    "move with entries",
  ],
  [
    "removes an account",
    ({ owner: of }) => sql`delete from ledger_accounts where person_id = ${of}`,
    "never removed or changed",
  ],
  [
    "writes a timeline line without an order",
    () =>
      sql`insert into order_events (order_id, at, to_status, actor, detail) values (${randomUUID()}, now(), 'ALLOTTED', 'x', '{}')`,
    "timeline",
  ],
  ["changes a timeline line", () => sql`update order_events set actor = 'x'`, "never removed or changed"],
  ["removes an order", ({ order: of }) => sql`delete from orders where id = ${of}`, "never removed"],
  [
    "changes the units of an order",
    ({ order: of }) => sql`update orders set units_wished = 500 where id = ${of}`,
    "never changed",
  ],
  [
    "changes the account of a payout",
    ({ order: of }) => sql`update orders set payout_account = gen_random_uuid() where id = ${of}`,
    "never changed",
  ],
  [
    "changes the amount of an order",
    ({ order: of }) => sql`update orders set amount = 5 where id = ${of}`,
    "never changed",
  ],
  [
    "charges a fee before the allotment",
    ({ order: of }) => sql`update orders set fee = 5 where id = ${of}`,
    "never changed",
  ],
  [
    "allots without units",
    ({ order: of }) => sql`update orders set status = 'ALLOTTED' where id = ${of}`,
    "orders_result",
  ],
  [
    "allots a sell of zero units",
    ({ order: of }) =>
      sql`update orders set status = 'ALLOTTED', units = 0, nav = 1, value = 0, cost = 0, proceeds = 0, allotted_on = '2026-11-24' where id = ${of}`,
    "orders_sell_something",
  ],
  [
    "returns an approved order to waiting",
    ({ order: of }) => sql`update orders set status = 'WAITING' where id = ${of}`,
    "cannot go from",
  ],
  [
    "pays out an order that is not allotted",
    ({ order: of }) => sql`update orders set paid_out_at = now() where id = ${of}`,
    "orders_paid_out",
  ],
  [
    "changes who approved",
    () => sql`update order_approvals set decision = 'REJECTED', reason = '{}'`,
    "never removed or changed",
  ],
  ["removes a run", () => sql`delete from settlement_runs`, "never removed or changed"],
  [
    "changes a withholding rate",
    () => sql`update withholding_rates set bps = 1500`,
    "never removed or changed",
  ],
];

describe("the database refuses a statement that", () => {
  it.each(writes)("%s", async (_what, write, reason) => {
    const before = await checkLedger(house.fund.db);
    await expect(write({ owner, order }).execute(house.fund.db)).rejects.toThrow(reason);
    expect(await checkLedger(house.fund.db)).toEqual(before);
    expect(before).toMatchObject(soundLedger);
  });
});
