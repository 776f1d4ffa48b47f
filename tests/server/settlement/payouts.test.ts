import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import { sealPayer } from "../../../server/payments/payers.ts";
import { overviewOf } from "../../../server/portfolio/index.ts";
import {
  allot,
  decidePaymentFile,
  makePaymentFile,
  payByHand,
  paymentFile,
  readReturnFile,
  releasedFile,
  reopenPayout,
  takeReturns,
} from "../../../server/settlement/index.ts";
import { payoutDesk } from "../../../server/settlement/list-payouts.ts";
import { type FundHouse, openFundHouse, shownOrder } from "../fund/fund-house.ts";
import { soundLedger } from "./made-books.ts";
import { give, orderRow, sell } from "./sells.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

/** Ids of bank accounts that belong to no one. The last digits of every other account are those of its id. */
const unknown = new Set<string>();
const room = (isOn = true) => ({
  ...house.settlement,
  isOn: () => isOn,
  destination: async (_db: unknown, _person: string, account: string) =>
    unknown.has(account)
      ? null
      : { bank: "KBANK", number: account.slice(-10), holder: 'นางสาว "สมใจ" ใจดี', verified: true },
});

async function twoSold() {
  const people = [await house.addPerson(), await house.addPerson()];
  const orders: string[] = [];
  for (const personId of people) {
    await give(house, { personId, units: "1000.0000", cost: "10000.00" });
    orders.push(await sell(house, { personId, units: "400", reserved: "400" }));
  }
  house.clock.set("2026-11-24T08:30:00");
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', '2026-11-23', 12, 'APPROVED', true, now(), now())`.execute(
    house.fund.db,
  );
  expect(await allot(house.settlement)).toEqual({ orders: 2, setAside: 0 });
  return { people, orders };
}

const payoutsOf = async (order: string) =>
  await house.fund.db
    .selectFrom("payouts")
    .selectAll()
    .where("order_id", "=", order)
    .orderBy("due_on")
    .execute();

async function released() {
  const [maker, releaser] = [await house.addPerson("finance"), await house.addPerson("finance")];
  const made = await makePaymentFile(room(), maker);
  if (!made.ok) throw new Error(made.error.code);
  const { id } = made.value;
  expect(await decidePaymentFile(room(), maker, { id, decision: "RELEASED" })).toMatchObject({
    error: { code: "four-eyes" },
  });
  expect(await releasedFile(room(), id)).toBeNull();
  expect(await decidePaymentFile(room(), releaser, { id, decision: "RELEASED" })).toMatchObject({ ok: true });
  expect(await decidePaymentFile(room(), releaser, { id, decision: "RELEASED" })).toMatchObject({
    error: { code: "already-decided" },
  });
  return { id, maker, releaser };
}

describe("a payment file", () => {
  it("is made by one person and released by a second one, and pays each order once", async () => {
    const { people, orders } = await twoSold();
    // 400 × 12 = 4,800; the units cost 4,000; deducted are 10 % of the profit of 800, and VAT.
    expect(await orderRow(house, orders[0] as string)).toMatchObject({
      value: "4800.00",
      cost: "4000.00",
      fee: "80.00",
      vat: "5.60",
      proceeds: "4714.40",
      paid_out_at: null,
    });
    const { id, maker } = await released();
    expect(await makePaymentFile(room(), maker)).toMatchObject({ error: { code: "nothing-due" } });
    const file = await releasedFile(room(), id);
    const lines = file?.bytes.toString().split("\r\n") ?? [];
    expect(lines[0]).toBe("H,SAPHAN-PAYOUT-1,2026-11-24,2,9428.80");
    expect(lines[1]).toMatch(/^D,1,[0-9a-f-]{36},KBANK,[0-9a-f-]{10},"นางสาว ""สมใจ"" ใจดี",4714.40,R/);
    expect(lines[3]).toBe("T,2,9428.80");
    for (const order of orders)
      expect(await orderRow(house, order)).toMatchObject({
        sent_at: house.clock.now().toJSDate(),
        paid_out_at: null,
      });
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
    const events = await house.fund.db
      .selectFrom("order_events")
      .select(["actor", "detail"])
      .where("order_id", "=", orders[0] as string)
      .orderBy("id", "desc")
      .execute();
    expect(events[0]).toMatchObject({ detail: { what: "sent" } });
    const { rows } = await sql<{
      balance: string;
    }>`select balance from ledger_accounts where person_id = ${people[0]} and asset = 'THB'`.execute(
      house.fund.db,
    );
    expect(rows[0]?.balance).toBe("0.0000");
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${people[0]}@example.test` });
    expect(mails.filter((mail) => mail.template === "order-paid-out").map(({ body }) => body)).toEqual([
      expect.stringMatching(/4,714\.40.*(?:ส่งให้ธนาคาร|to your bank)/),
    ]);
  });

  it("a discarded payment file leaves its payouts still due", async () => {
    await twoSold();
    const maker = await house.addPerson("finance");
    const made = await makePaymentFile(room(), maker);
    const id = made.ok ? made.value.id : "";
    expect(await decidePaymentFile(room(), maker, { id, decision: "DISCARDED" })).toMatchObject({ ok: true });
    expect(await makePaymentFile(room(), maker)).toMatchObject({ ok: true });
  });

  it("cannot be released if an account differs from the one in the file", async () => {
    const { orders } = await twoSold();
    const made = await makePaymentFile(room(), await house.addPerson("finance"));
    const [payout] = await payoutsOf(orders[0] as string);
    unknown.add(payout?.account ?? "");
    const id = made.ok ? made.value.id : "";
    expect(
      await decidePaymentFile(room(), await house.addPerson("finance"), { id, decision: "RELEASED" }),
    ).toMatchObject({
      error: { code: "payment-file-changed" },
    });
  });

  it("has a returned payment booked once, and paid again to a second account", async () => {
    const { people, orders } = await twoSold();
    const { id, maker } = await released();
    const [payout] = await payoutsOf(orders[0] as string);
    const text = `H,RETURNS\r\nR,${payout?.line},${payout?.id},4714.40,"Account closed"\r\n`;
    const read = readReturnFile(text);
    const returned = read.ok ? read.value.returned : [];
    expect(
      await takeReturns(room(), maker, {
        file: id,
        returned: returned.map((line) => ({ ...line, amount: "4714.41" })),
      }),
    ).toMatchObject({
      error: { code: "return-not-of-file", line: payout?.line },
    });
    expect(await takeReturns(room(), maker, { file: id, returned })).toEqual({
      ok: true,
      value: { returned: 1 },
    });
    expect(await takeReturns(room(), maker, { file: id, returned })).toEqual({
      ok: false,
      error: { code: "return-file-known" },
    });
    expect(await orderRow(house, orders[0] as string)).toMatchObject({ sent_at: null, paid_out_at: null });
    expect((await orderRow(house, orders[1] as string)).paid_out_at).toEqual(house.clock.now().toJSDate());
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${people[0]}@example.test` });
    expect(mails.find((mail) => mail.template === "payout-returned")?.body).toContain("Account closed");
    // The investor sees that the payment came back, and no day of arrival.
    const seen = async () => {
      const { timeline } = await shownOrder(house.orders, orders[0] as string);
      const { onTheWay } = await overviewOf(house.portfolio, people[0] as string);
      const isBack = timeline.some(({ step, at }) => step === "returned" && at !== null);
      return [isBack, timeline.at(-1)?.expected, onTheWay[0]?.due];
    };
    expect(await seen()).toEqual([true, null, null]);
    const account = "00000000-0000-4000-8000-001234567890";
    const again = await reopenPayout(room(), maker, { id: payout?.id ?? "", account });
    expect(again).toMatchObject({ ok: true });
    expect(await reopenPayout(room(), maker, { id: payout?.id ?? "", account })).toMatchObject({
      error: { code: "already-decided" },
    });
    const last = await released();
    expect(await seen()).toEqual([true, "2026-11-24T00:00:00+07:00", "2026-11-24"]);
    expect((await orderRow(house, orders[0] as string)).paid_out_at).toBeNull();
    const [second] = (await payoutDesk(room(), maker)).files;
    expect(second).toMatchObject({ id: last.id, confirmed: false, madeBy: expect.stringContaining("@") });
    const confirms = (number: number) => takeReturns(room(), maker, { file: last.id, returned: [], number });
    expect(await confirms((second?.number ?? 0) + 1)).toMatchObject({
      error: { code: "return-not-of-file" },
    });
    expect(await confirms(second?.number ?? 0)).toEqual({ ok: true, value: { returned: 0 } });
    expect((await payoutDesk(room(), maker)).files[0]).toMatchObject({ confirmed: true });
    expect((await orderRow(house, orders[0] as string)).paid_out_at).not.toBeNull();
    expect((await payoutsOf(orders[0] as string)).map(({ state }) => state).sort()).toEqual([
      "PAID",
      "RETURNED",
    ]);
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
  });

  it("contains no spreadsheet formulas", () => {
    const { bytes } = paymentFile({
      valueDate: "2026-11-24",
      transfers: [
        { payout: "p", amount: "1.00", reference: "r", bank: "B", number: "1", holder: "=HYPERLINK(1)" },
      ],
    });
    expect(bytes.toString()).toContain("'=HYPERLINK(1)");
    expect(readReturnFile("H,x\r\nR,1,nothing")).toEqual({
      ok: false,
      error: { code: "not-valid", line: 2 },
    });
  });

  const payout = "00000000-0000-4000-8000-000000000001";
  const notValid = (line: number) => ({ code: "not-valid", line });
  it("accepts a return file whose footer matches its lines", () => {
    const text = `H,RETURNS,7\r\nR,3,${payout},12.50,"Closed"\r\nT,1,12.50\r\n`;
    expect(readReturnFile(text)).toEqual({
      ok: true,
      value: { number: 7, returned: [{ line: 3, payout, amount: "12.50", reason: "Closed" }] },
    });
  });

  it.each([
    ["nothing", "", { code: "empty" }],
    ["a header and a footer without a payment", "H,RETURNS\r\nT,0,0.00\r\n", { code: "empty" }],
    [
      "the same payment twice",
      `H,RETURNS\nR,1,${payout},1.00,Closed\nR,1,${payout},1.00,Closed\n`,
      { code: "twice", line: 3 },
    ],
    ["fewer lines than its footer states", `H,RETURNS,1\nR,1,${payout},1.00,Closed\nT,2,2.00\n`, notValid(3)],
    [
      "another total than its footer states",
      `H,RETURNS,1\nR,1,${payout},1.00,Closed\nT,1,2.00\n`,
      notValid(3),
    ],
    ["more lines after its footer", `H,RETURNS,1\nT,0,0.00\nR,1,${payout},1.00,Closed\n`, notValid(3)],
    ["two headers", "H,RETURNS,1\nH,RETURNS,2\n", notValid(2)],
    ["a negative amount", `H,RETURNS,1\nR,1,${payout},-1.00,Closed\n`, notValid(2)],
  ])("rejects a return file that contains %s", (_what, text, error) => {
    expect(readReturnFile(text)).toEqual({ ok: false, error });
  });
});

describe("the staff page for payouts", () => {
  it("lists investors, account owners and the file's author, and warns of repeated payments", async () => {
    const { people, orders } = await twoSold();
    const { id, maker, releaser } = await released();
    const [payout] = await payoutsOf(orders[0] as string);
    const returned = [
      { line: payout?.line ?? 0, payout: payout?.id ?? "", amount: "4714.40", reason: "Closed" },
    ];
    await takeReturns(room(), maker, { file: id, returned });
    await reopenPayout(room(), maker, { id: payout?.id ?? "", account: payout?.account ?? "" });
    await makePaymentFile(room(), maker);
    const desk = await payoutDesk(room(), releaser);
    expect(desk.payouts).toMatchObject([
      {
        investor: `${people[0]}@example.test`,
        holder: 'นางสาว "สมใจ" ใจดี',
        state: "FILED",
        file: desk.files[0]?.id,
        again: { on: "2026-11-24", reason: "Closed" },
      },
    ]);
    expect(desk.files).toMatchObject([
      { state: "MADE", madeBy: `${maker}@example.test`, madeByYou: false, decidedBy: null },
      { state: "RELEASED", decidedBy: `${releaser}@example.test`, confirmed: true },
    ]);
  });
});

/** Adds this many due refunds of one baht each. */
async function refunds(count: number) {
  const at = house.clock.now().toJSDate();
  const said = { account: "1234567890", name: "Somebody", ref1: null, ref2: null };
  const ids = Array.from({ length: count }, () => randomUUID());
  await house.fund.db.transaction().execute(async (tx) => {
    const sealed: (Buffer | null)[] = [];
    for (const payment of ids)
      sealed.push((await sealPayer(room(), tx, { payment, personId: null }, said)).sealed);
    await sql`insert into payments (id, bank, bank_reference, amount, transferred_at, received_at, outcome, reason, payer_bank, payer_ends)
      select id, 'TEST', 'many ' || id, 1, ${at}, ${at}, 'held', 'unknown-order', '014', '7890' from unnest(${ids}::uuid[]) as id`.execute(
      tx,
    );
    await sql`insert into payment_payers select * from unnest(${ids}::uuid[], ${sealed}::bytea[])`.execute(
      tx,
    );
    await sql`insert into payment_cases (payment_id, reason, amount, opened_at)
      select id, 'order-not-open', 1, ${at} from unnest(${ids}::uuid[]) as id`.execute(tx);
  });
}

describe("payouts beyond the end of the staff page's list", () => {
  it("payouts beyond the end of the page's list are included in the total; a payment file has no more lines than the list", async () => {
    await refunds(503);
    const [maker, releaser] = [await house.addPerson("finance"), await house.addPerson("finance")];
    const before = await payoutDesk(room(), maker);
    expect([before.payouts.length, before.total]).toEqual([500, 503]);
    const money = await moneyIn(house.payments, maker);
    expect([money.cases.length, money.casesTotal, money.slipsTotal]).toEqual([200, 503, 0]);
    house.clock.set("2026-11-24T09:00:00");
    const made = await makePaymentFile(room(), maker);
    if (!made.ok) throw new Error(made.error.code);
    const { id } = made.value;
    const { payouts, total, files } = await payoutDesk(room(), maker);
    expect([payouts.length, total, files[0]?.lines]).toEqual([503, 503, 500]);
    expect(payouts.filter(({ file }) => file === id)).toHaveLength(500);
    // The file looks like one from before the limit existed.
    await sql`alter table payment_files disable trigger user`.execute(house.fund.db);
    await sql`update payment_files set lines = 501`.execute(house.fund.db);
    await sql`alter table payment_files enable trigger user`.execute(house.fund.db);
    expect(await decidePaymentFile(room(), releaser, { id, decision: "RELEASED" })).toEqual({
      ok: false,
      error: { code: "payment-file-too-long" },
    });
    expect(await decidePaymentFile(room(), releaser, { id, decision: "DISCARDED" })).toMatchObject({
      ok: true,
    });
  });
});

describe("a payout while settlement-order is off", () => {
  it("is marked as paid by two people, and no payment file is created", async () => {
    const { orders } = await twoSold();
    const [one, other] = [await house.addPerson("finance"), await house.addPerson("finance")];
    const [payout] = await payoutsOf(orders[0] as string);
    const id = payout?.id ?? "";
    expect(await makePaymentFile(room(false), one)).toMatchObject({ error: { code: "paid-by-hand" } });
    expect(await payByHand(room(true), one, { id, reference: "FT1" })).toMatchObject({
      error: { code: "paid-by-file" },
    });
    expect(await payByHand(room(false), other, { id, confirmed: true })).toMatchObject({
      error: { code: "already-decided" },
    });
    expect(await payByHand(room(false), one, { id, reference: "FT1" })).toMatchObject({ ok: true });
    expect(await payByHand(room(false), one, { id, confirmed: true })).toMatchObject({
      error: { code: "four-eyes" },
    });
    expect(await payByHand(room(false), other, { id, confirmed: true })).toMatchObject({ ok: true });
    expect((await orderRow(house, orders[0] as string)).paid_out_at).not.toBeNull();
    expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
  });
});

describe("the database tables of payouts", () => {
  const writes: readonly (readonly [string, (id: string, order: string) => ReturnType<typeof sql>])[] = [
    [
      "pays without a released file or two people",
      (id) => sql`update payouts set state = 'PAID', paid_at = now() where id = ${id}`,
    ],
    [
      "pays a second time",
      (_id, order) =>
        sql`insert into payouts (order_id, person_id, account, amount, due_on) select order_id, person_id, account, amount, due_on from payouts where order_id = ${order}`,
    ],
    ["changes what is paid", (id) => sql`update payouts set amount = amount + 1 where id = ${id}`],
    ["pays to another account", (id) => sql`update payouts set account = gen_random_uuid() where id = ${id}`],
    ["removes a payout", (id) => sql`delete from payouts where id = ${id}`],
    [
      "confirms what the same person entered",
      (id) =>
        sql`update payouts set entered_by = p.id, reference = 'x', confirmed_by = p.id, state = 'PAID', paid_at = now() from people p where p.role = 'finance' and payouts.id = ${id}`,
    ],
  ];
  it.each(writes)("refuse a statement that %s", async (_what, write) => {
    const { orders } = await twoSold();
    const [payout] = await payoutsOf(orders[0] as string);
    await expect(write(payout?.id ?? "", orders[0] as string).execute(house.fund.db)).rejects.toThrow();
  });
});
