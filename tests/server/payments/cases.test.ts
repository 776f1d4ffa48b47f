import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Result } from "../../../engine/values/result.ts";
import type { Tx } from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import {
  approveRefund,
  askRefund,
  type CaseFailure,
  claimCase,
  denyRefund,
  holdCase,
  matchCase,
  sendRefund,
} from "../../../server/payments/cases.ts";
import { type Payment, receivePayment } from "../../../server/payments/index.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import type { PaymentsRoom } from "../../../server/payments/room.ts";
import { pay } from "../fund/fund-house.ts";
import { inAccount, openPaymentsHouse, orderRow, type PaymentsHouse, unpaid } from "./payments-house.ts";

let house: PaymentsHouse;
let ann: string;
let bob: string;
beforeEach(async () => {
  house = await openPaymentsHouse();
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
});
afterEach(() => house.close());

let references = 0;

async function receive(given: Partial<Payment>) {
  references += 1;
  const payer = { bank: "014", account: "1234567890", name: "น.ส. กานต์ชนก" };
  return await house.fund.db.transaction().execute((tx) =>
    receivePayment(house.payments, tx, {
      bank: "KTB",
      bankReference: `R${references}`,
      order: null,
      amount: "10000.00",
      at: house.clock.now(),
      payer,
      ...given,
    }),
  );
}

type Act<Given> = (
  room: PaymentsRoom,
  tx: Tx,
  act: Given,
) => Promise<Result<{ readonly state: string }, CaseFailure>>;

async function act<Given>(what: Act<Given>, given: Given) {
  return await house.fund.db.transaction().execute((tx) => what(house.payments, tx, given));
}

async function cases() {
  return (await moneyIn(house.payments, ann)).cases;
}

async function only() {
  const [one] = await cases();
  if (one === undefined) throw new Error("there is no case");
  return one.id;
}

const isState = (state: string) => ({ ok: true, value: { state } });
const isRefused = (code: string) => ({ ok: false, error: { code } });

describe("money that fits no order", () => {
  it.each([
    ["names none", async () => ({}), "unknown-order"],
    ["is too little", async () => ({ order: (await unpaid(house)).order, amount: "1.00" }), "amount-short"],
    ["is too much", async () => ({ order: (await unpaid(house)).order, amount: "10000.01" }), "amount-over"],
    [
      "comes from somebody else",
      async () => ({ order: (await unpaid(house)).order, thirdParty: true }),
      "third-party",
    ],
    [
      "comes twice",
      async () => {
        const { order } = await unpaid(house);
        await pay(house, { order });
        return { order };
      },
      "paid-already",
    ],
    [
      "comes when the order is over",
      async () => {
        const { order } = await unpaid(house);
        house.clock.set("2026-11-26T14:00:00");
        await house.jobs.runNow("fund.expire");
        return { order };
      },
      "order-not-open",
    ],
  ] as const)("because it %s is held in its account, with a case", async (_what, given, reason) => {
    expect(await receive(await given())).toMatchObject(isRefused(reason));
    expect(await cases()).toMatchObject([{ reason, state: "OPEN", owner: null, payerAccount: "1234567890" }]);
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("gets somebody who looks after it, and may be put on hold with the reason", async () => {
    await receive({});
    const id = await only();
    expect(await act(claimCase, { case: id, by: ann })).toEqual(isState("OPEN"));
    expect(await act(holdCase, { case: id, by: ann, note: "รอหลักฐาน" })).toEqual(isState("HELD"));
    expect(await cases()).toMatchObject([{ state: "HELD", yours: true, note: "รอหลักฐาน" }]);
  });

  it("is matched with an open order: its NAV day is that of the transfer, and the flow hears of it", async () => {
    const of = await unpaid(house);
    await receive({});
    house.clock.set("2026-11-24T09:00:00");
    const given = { case: await only(), by: ann, reference: of.reference.toLowerCase() };
    expect(await act(matchCase, given)).toEqual(isState("MATCHED"));
    expect(await orderRow(house, of.order)).toMatchObject({ status: "APPROVED", nav_date: "2026-11-23" });
    expect(house.delivered).toMatchObject([{ event: "payments.received", match: { order: of.order } }]);
    expect(await inAccount(house, "unmatched")).toBe("0.00");
    expect(await act(matchCase, given)).toEqual(isRefused("already-decided"));
  });

  it("leaves what is over to a case of its own", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, amount: "12000.00" });
    await act(matchCase, { case: await only(), by: ann, reference: of.reference });
    expect(await cases()).toMatchObject([{ amount: "2000.00", state: "OPEN" }]);
    expect(await inAccount(house, "unmatched")).toBe("2000.00");
  });

  it("is matched with no order that is not there, costs more or is paid", async () => {
    const [dear, paid] = [await unpaid(house, "20000.00"), await unpaid(house)];
    await pay(house, { order: paid.order });
    await receive({});
    const id = await only();
    for (const [reference, code] of [
      ["SP-000000-000000", "order-unknown"],
      [dear.reference, "amount-short"],
      [paid.reference, "order-not-open"],
    ] as const)
      expect(await act(matchCase, { case: id, by: ann, reference })).toMatchObject(isRefused(code));
  });

  it("of a third party goes back, and nowhere else", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, thirdParty: true });
    expect(await act(matchCase, { case: await only(), by: ann, reference: of.reference })).toMatchObject(
      isRefused("case-refund-only"),
    );
  });
});

describe("a refund", () => {
  it("goes back to the sending account on the next business day, by two people, through the books", async () => {
    await receive({});
    const id = await only();
    expect(await act(askRefund, { case: id, by: ann })).toEqual(isState("REFUND_ASKED"));
    expect(await cases()).toMatchObject([
      { refundOn: "2026-11-24", refundBank: "014", refundAccount: "1234567890", askedByYou: true },
    ]);
    expect(await act(approveRefund, { case: id, by: ann })).toEqual(isRefused("four-eyes"));
    expect(await act(approveRefund, { case: id, by: bob })).toEqual(isState("REFUND_APPROVED"));
    expect([await inAccount(house, "unmatched"), await inAccount(house, "refunds")]).toEqual([
      "0.00",
      "10000.00",
    ]);
    const sent = { case: id, by: ann, reference: "OUT1" };
    expect(await act(sendRefund, sent)).toEqual(isRefused("refund-not-due"));
    house.clock.set("2026-11-24T09:00:00");
    expect(await act(sendRefund, sent)).toEqual(isState("REFUNDED"));
    expect(await act(sendRefund, sent)).toEqual(isRefused("already-decided"));
    expect([await inAccount(house, "refunds"), await inAccount(house, "bank:clients")]).toEqual([
      "0.00",
      "0.00",
    ]);
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("of a paid order that is cancelled comes out of its owner's account", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order });
    await house.fund.db
      .updateTable("orders")
      .set({
        status: "CANCELLED",
        changed_by: "test",
        changed_at: house.clock.now().toJSDate(),
        change: "{}",
      })
      .where("id", "=", of.order)
      .execute();
    expect(await cases()).toMatchObject([{ reason: "order-ended", amount: "10000.00", mayMatch: false }]);
    const id = await only();
    await act(askRefund, { case: id, by: ann });
    await act(approveRefund, { case: id, by: bob });
    expect(await inAccount(house, "refunds")).toBe("10000.00");
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("that another person does not approve leaves the money where it was", async () => {
    await receive({});
    const id = await only();
    await act(askRefund, { case: id, by: ann });
    expect(await act(denyRefund, { case: id, by: bob })).toEqual(isState("OPEN"));
    expect(await inAccount(house, "unmatched")).toBe("10000.00");
  });

  it.each([
    ["no account", {}],
    ["too short an account", { bank: "014", account: "12345" }],
    ["no bank", { account: "1234567890" }],
  ])("is not asked for with %s where the bank did not say", async (_what, to) => {
    await receive({ payer: null });
    expect(await act(askRefund, { case: await only(), by: ann, ...to })).toMatchObject(
      isRefused("refund-account"),
    );
    expect(
      await act(askRefund, { case: await only(), by: ann, bank: "014", account: "123-4-56789-0" }),
    ).toEqual(isState("REFUND_ASKED"));
  });

  it("is bound to two people, and to what was decided, by the database as well", async () => {
    await receive({});
    const id = await only();
    await act(askRefund, { case: id, by: ann });
    const set = (values: object) =>
      house.fund.db.updateTable("payment_cases").set(values).where("id", "=", id).execute();
    await expect(set({ state: "REFUND_APPROVED", approved_by: ann })).rejects.toThrow();
    await expect(set({ reason: "amount-over" })).rejects.toThrow();
    await expect(house.fund.db.deleteFrom("payment_cases").execute()).rejects.toThrow();
    await expect(house.fund.db.updateTable("payments").set({ amount: "1.00" }).execute()).rejects.toThrow();
  });
});
