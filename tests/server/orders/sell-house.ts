import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { placeRedemption, placeSwitch, type Redemption, type Switch } from "../../../server/orders/index.ts";
import type { FundHouse } from "../fund/fund-house.ts";

/** Gives a person units, with the same bookings as an allotment. */
export async function hold(
  house: FundHouse,
  of: {
    readonly personId: string;
    readonly units: string;
    readonly cost?: string;
    readonly strategy?: string;
  },
): Promise<void> {
  const strategy = of.strategy ?? "M-BTCA";
  const at = house.clock.now();
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    values ('allotment', ${randomUUID()}::uuid, house_account(${`strategy:${strategy}`}, ${strategy}),
      person_account(${of.personId}::uuid, ${strategy}), ${strategy}, ${of.units}::numeric, ${of.cost ?? "10000.00"}::numeric,
      ${at.toISODate()}::date, ${at.toISODate()}::date, ${at.toJSDate()}::timestamptz)`.execute(
    house.fund.db,
  );
}

/** Adds an approved NAV of an earlier business day, like the demonstration NAVs. */
export async function lastNav(
  house: FundHouse,
  strategy: string,
  nav: string,
  date = "2026-11-20",
): Promise<void> {
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), ${strategy}, ${date}::date, ${nav}::numeric, 'APPROVED', true, ${house.clock.now().toJSDate()}::timestamptz, ${house.clock.now().toJSDate()}::timestamptz)`.execute(
    house.fund.db,
  );
}

/** Adds a person's bank account, by default one that was verified long ago. */
export async function bankAccount(
  house: FundHouse,
  of: {
    readonly personId: string;
    readonly status?: "PENDING" | "VERIFIED" | "REPLACED";
    readonly at?: string;
  },
): Promise<string> {
  const id = randomUUID();
  await house.fund.db
    .insertInto("bank_accounts" as never)
    .values({
      id,
      person_id: of.personId,
      bank: "004",
      sealed: Buffer.from("-"),
      last_digits: "3334",
      status: of.status ?? "VERIFIED",
      at: new Date(of.at ?? "2026-01-05T03:00:00Z"),
      approved_at: of.status === "PENDING" ? null : new Date(of.at ?? "2026-01-05T03:00:00Z"),
    } as never)
    .execute();
  return id;
}

/** Adds a person who has units and a bank account for payouts. */
export async function holder(
  house: FundHouse,
  of: { readonly units?: string; readonly cost?: string; readonly strategy?: string } = {},
): Promise<{ readonly personId: string; readonly payoutAccount: string }> {
  const personId = await house.addPerson();
  await hold(house, { personId, units: "1000.0000", ...of });
  return { personId, payoutAccount: await bankAccount(house, { personId }) };
}

/** Places a redemption in a separate transaction. */
export async function redeem(
  house: FundHouse,
  wish: Partial<Redemption> & Pick<Redemption, "personId" | "payoutAccount" | "wish">,
  able = true,
) {
  return await house.fund.db
    .transaction()
    .execute((tx) =>
      placeRedemption(
        house.orders,
        tx,
        { key: randomUUID(), strategy: "M-BTCA", navDate: "2026-11-23", dustRule: true, ...wish },
        async () => (able ? house.investor.current : null),
      ),
    );
}

/** Places a switch, by default from M-BTCA to M-LCAP, in a separate transaction. */
export async function switchOver(
  house: FundHouse,
  wish: Partial<Switch> & Pick<Switch, "personId" | "wish">,
  able = true,
) {
  return await house.fund.db.transaction().execute((tx) =>
    placeSwitch(
      house.orders,
      tx,
      {
        key: randomUUID(),
        from: "M-BTCA",
        to: "M-LCAP",
        navDate: "2026-11-23",
        dustRule: true,
        riskAcknowledged: true,
        ...wish,
      },
      async () => (able ? house.investor.current : null),
    ),
  );
}

/** Returns the value of a successful result; throws the error's code otherwise. */
export function standing<Value, Failure extends { readonly code: string }>(
  placed: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure },
): Value {
  if (!placed.ok) throw new Error(`standing: ${placed.error.code}`);
  return placed.value;
}

/** Returns a person's units of a strategy, and the reserved part of the units. */
export async function holdingOf(house: FundHouse, personId: string, strategy = "M-BTCA") {
  return await house.fund.db
    .selectFrom("holdings")
    .select(["units", "pending_units"])
    .where("person_id", "=", personId)
    .where("strategy", "=", strategy)
    .executeTakeFirstOrThrow();
}
