import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { DateTime } from "luxon";
import { subscriptionCharges } from "../../../domain/fund.ts";
import { formatBaht, satangOf } from "../../../domain/money.ts";
import type { StaffRole } from "../../../domain/staff-roles.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fixedClock, ZONE } from "../../../server/clock/index.ts";
import type { TradeRooms } from "../../../server/compose/trade.ts";
import { decideNav, enterNav, fundJobs } from "../../../server/fund/index.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createMessages, type Messages } from "../../../server/messages/index.ts";
import {
  type AbleInvestor,
  findOrder,
  orderBook,
  ordersJobs,
  orderWithTimeline,
  placeSubscription,
  type Subscription,
} from "../../../server/orders/index.ts";
import { type Deliver, paymentsJobs, receivePayment } from "../../../server/payments/index.ts";
import { declinesLetters } from "../../../server/portfolio/index.ts";
import { payByHand, settlementJobs } from "../../../server/settlement/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { testDatabase } from "../../support/database.ts";
import { tradeRooms } from "../../support/trade-rooms.ts";
import { compileAbleToInvest } from "../able-to-invest.ts";

/** Fund room with its own database, a stopped clock and investors who may invest. */
export type FundHouse = TradeRooms & {
  /** Address of the database. */
  readonly url: string;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  /** Notifies the process of a calendar change. */
  readonly hearOfCalendar: () => void;
  /** Events that waiting flows received. */
  readonly delivered: JsonObject[];
  /** Value of the fact `investor`; a test changes it to make the investor unable to invest. */
  readonly investor: { current: JsonObject };
  readonly addPerson: (role?: StaffRole | null) => Promise<string>;
  readonly close: () => Promise<void>;
};

const root = join(import.meta.dirname, "..", "..", "..");

export const ableInvestor: JsonObject = {
  customerType: "INDIVIDUAL",
  email: "investor@example.test",
  isVerified: true,
  agreeFatca: true,
  passDopa: true,
  contractVerified: true,
  hasPin: true,
  kycStatus: "VERIFIED",
  suitStatus: "VERIFIED",
  suitLevel: 5,
  suitMaxRisk: 8,
  livenessStatus: "VERIFIED",
};

/** Opens the house. The default time is Monday 23 November 2026, 10:00. */
export async function openFundHouse(at = "2026-11-23T10:00:00"): Promise<FundHouse> {
  const { db, url, drop } = await testDatabase();
  const clock = fixedClock(at);
  const jobs = await openJobs({ url, scheduled: { db, clock } });
  const config = {
    env: "development",
    brand: "saphan",
    origin: "http://localhost:3106",
    rootDir: root,
    dataDir: "/tmp",
    masterKey: "0".repeat(64),
    smtpUrl: null,
    sms: null,
    mailFrom: "x@example.test",
  } as const;
  const messages = createMessages({
    db,
    jobs,
    clock,
    config,
    listed: async () => null,
    declines: declinesLetters,
  });
  const delivered: JsonObject[] = [];
  const investor = { current: ableInvestor };
  const deliver: Deliver = async (_tx, event) => {
    delivered.push(event);
  };
  let hearOfCalendar = () => {};
  const rooms = tradeRooms(
    { db, clock, config, jobs, messages },
    {
      investor: async () => investor.current,
      names: async () => ({ th: "กานต์ชนก ใจดี", en: "Kanchanok Jaidee" }),
      deliver,
      calendarChanges: (changed) => {
        hearOfCalendar = changed;
      },
    },
  );
  fundJobs(rooms.fund, orderBook, jobs);
  ordersJobs(rooms.orders, jobs);
  paymentsJobs(rooms.payments, jobs);
  settlementJobs(rooms.settlement, jobs);
  return {
    ...rooms,
    url,
    hearOfCalendar: () => hearOfCalendar(),
    clock,
    jobs,
    messages,
    delivered,
    investor,
    addPerson: (role) => addPerson(db, role),
    close: async () => {
      await jobs.stop();
      messages.close();
      await drop();
    },
  };
}

/** Returns a subscription with the fee and VAT that the investor saw. */
export function subscriptionOf(given: Partial<Subscription> & { readonly personId: string }): Subscription {
  const amount = given.amount ?? "10000.00";
  const { fee, vat } = subscriptionCharges({ amount: satangOf(amount), feeBps: 100n, vatBps: 700n });
  return {
    key: randomUUID(),
    strategy: "M-BTCA",
    amount,
    method: "qr",
    fee: formatBaht(fee),
    vat: formatBaht(vat),
    navDate: "2026-11-23",
    riskAcknowledged: true,
    ...given,
  };
}

const isAble = compileAbleToInvest(join(import.meta.dirname, "..", "..", ".."));

/** Returns the house's investor if the rule `able-to-invest` holds for them, as an effect does. */
export function ableIn({ investor }: Pick<FundHouse, "investor">): AbleInvestor {
  return async () => ((await isAble(investor.current)) ? investor.current : null);
}

/**
 * Places a subscription in a separate transaction. Throws if it is refused after it wrote something, because a
 * submission that fails is not undone (`failsBeforeWriting`).
 */
export async function place(house: FundHouse, wish: Subscription) {
  return await house.fund.db.transaction().execute(async (tx) => {
    const placed = await placeSubscription(house.orders, tx, wish, ableIn(house));
    const { rows } = await sql<{ wrote: boolean }>`
      select pg_current_xact_id_if_assigned() is not null as wrote`.execute(tx);
    if (!placed.ok && rows[0]?.wrote !== false)
      throw new Error(`place: refused with ${placed.error.code}, and wrote`);
    return placed;
  });
}

/** Places a subscription and returns the order; throws if it is rejected. */
export async function placed(house: FundHouse, wish: Subscription) {
  const order = await place(house, wish);
  if (!order.ok) throw new Error(`placed: ${order.error.code}`);
  return order.value;
}

/** Returns an order as its investor sees it. */
export async function shownOrder(orders: FundHouse["orders"], id: string) {
  const order = await findOrder(orders, id);
  if (order === null) throw new Error(`shownOrder: no order ${id}`);
  return await orderWithTimeline(orders, order);
}

/** Adds a person's bank account that was approved long ago with the identity; returns its id. */
export async function verifiedAccount(house: FundHouse, personId: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into bank_accounts (id, person_id, bank, sealed, last_digits, status, at, approved_at)
    values (${id}, ${personId}, '004', ''::bytea, '9876', 'VERIFIED', '2026-01-01', '2026-01-01')`.execute(
    house.fund.db,
  );
  return id;
}

/** Refunds an order by hand, as two people of finance. */
export async function backByHand(house: FundHouse, order: string): Promise<void> {
  const room = { ...house.settlement, isOn: () => false };
  const { rows } = await sql<{
    id: string;
  }>`select t.id from payouts t join payment_cases c on c.id = t.refund
    join payments p on p.id = c.payment_id where p.order_id = ${order}::uuid and t.state = 'DUE'`.execute(
    room.db,
  );
  const [ann, bob] = [await house.addPerson("finance"), await house.addPerson("finance")];
  for (const { id } of rows) {
    await payByHand(room, ann, { id, reference: "OUT1" });
    await payByHand(room, bob, { id, confirmed: true });
  }
}

/** Reports an incoming payment for an order. */
export async function pay(
  house: FundHouse,
  of: { readonly order: string; readonly amount?: string; readonly at?: string; readonly reference?: string },
) {
  const at =
    of.at === undefined ? house.clock.now() : (DateTime.fromISO(of.at, { zone: ZONE }) as DateTime<true>);
  return await house.fund.db.transaction().execute((tx) =>
    receivePayment(house.payments, tx, {
      bank: "TEST",
      bankReference: of.reference ?? of.order,
      order: of.order,
      amount: of.amount ?? "10000.00",
      at,
    }),
  );
}

/** Enters and approves a NAV, as two people of finance. */
export async function approveNav(
  house: FundHouse,
  of: { readonly strategy: string; readonly date: string; readonly nav: string },
): Promise<void> {
  const entered = await enterNav(house.fund, await house.addPerson("finance"), of);
  if (!entered.ok) throw new Error(`approveNav: ${entered.error.code}`);
  const decided = await decideNav(house.fund, await house.addPerson("finance"), {
    id: entered.value.id,
    decision: "APPROVED",
  });
  if (!decided.ok) throw new Error(`approveNav: ${decided.error.code}`);
}

/** Suspends a strategy, like the job for missing NAVs. */
export async function suspend(house: FundHouse, strategy: string): Promise<void> {
  const at = house.clock.now().toJSDate();
  await house.fund.db
    .insertInto("strategy_dealing")
    .values({
      id: randomUUID(),
      strategy,
      status: "SUSPENDED",
      state: "APPROVED",
      note: "suspended by a test",
      entered_by: null,
      entered_at: at,
      decided_by: null,
      decided_at: at,
      decision_note: null,
    })
    .execute();
}
