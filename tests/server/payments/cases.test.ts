import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Result } from "../../../engine/values/result.ts";
import type { Vault } from "../../../server/accounts/index.ts";
import type { Tx } from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { cancelOrder } from "../../../server/orders/index.ts";
import {
  type CaseFailure,
  claimCase,
  holdCase,
  matchCase,
  refundCase,
  refundWhereKnown,
} from "../../../server/payments/cases.ts";
import { type Payment, receivePayment } from "../../../server/payments/index.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import { payInCodeOf } from "../../../server/payments/pay-in-code.ts";
import type { PaymentsRoom } from "../../../server/payments/room.ts";
import { goingBack } from "../../../server/portfolio/on-the-way.ts";
import {
  decidePaymentFile,
  makePaymentFile,
  releasedFile,
  reopenPayout,
  takeReturns,
} from "../../../server/settlement/index.ts";
import { payoutDesk } from "../../../server/settlement/list-payouts.ts";
import { pay, verifiedAccount } from "../fund/fund-house.ts";
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

const vaultOf = (of: PaymentsHouse) => of.payments.vault as Vault;

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

describe("money that has paid no order", () => {
  it.each([
    ["names no order", async () => ({}), "unknown-order"],
    ["is too little", async () => ({ order: (await unpaid(house)).order, amount: "1.00" }), "amount-short"],
    ["is too much", async () => ({ order: (await unpaid(house)).order, amount: "10000.01" }), "amount-over"],
    [
      "comes from another person",
      async () => ({ order: (await unpaid(house)).order, thirdParty: true }),
      "third-party",
    ],
    [
      "arrives twice",
      async () => {
        const { order } = await unpaid(house);
        await pay(house, { order });
        return { order };
      },
      "paid-already",
    ],
    [
      "arrives after the order has ended",
      async () => {
        const { order } = await unpaid(house);
        house.clock.set("2026-11-26T14:00:00");
        await house.jobs.runNow("fund.expire");
        return { order };
      },
      "order-not-open",
    ],
  ] as const)("money that %s is held in a separate account, with a case", async (_what, given, reason) => {
    expect(await receive(await given())).toMatchObject(isRefused(reason));
    expect(await cases()).toMatchObject([{ reason, owner: null, payerAccount: "1234567890" }]);
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("is assigned to a colleague, who may put it on hold with a reason", async () => {
    await receive({});
    const id = await only();
    expect(await act(claimCase, { case: id, by: ann })).toEqual(isState("OPEN"));
    expect(await act(holdCase, { case: id, by: ann, note: "รอหลักฐาน" })).toEqual(isState("HELD"));
    expect(await cases()).toMatchObject([{ state: "HELD", yours: true, note: "รอหลักฐาน" }]);
  });

  it("held money can be matched with an open order, which gets the NAV day of the transfer", async () => {
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

  it("any surplus of matched money becomes a separate case", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, amount: "12000.00" });
    await act(matchCase, { case: await only(), by: ann, reference: of.reference });
    expect(await cases()).toMatchObject([{ amount: "2000.00", state: "ACCOUNT_WANTED" }]);
    expect(await inAccount(house, "unmatched")).toBe("2000.00");
  });

  it("held money cannot be matched with an order that is unknown, paid or larger", async () => {
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

  it("money from a third party is paid back only to that third party", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, thirdParty: true });
    expect(await act(matchCase, { case: await only(), by: ann, reference: of.reference })).toMatchObject(
      isRefused("case-refund-only"),
    );
  });
});

/** Returns the refunds with the columns that the staff page for payouts shows. */
async function payouts() {
  return await house.fund.db
    .selectFrom("payouts")
    .select(["refund", "person_id", "account", "label", "amount", "due_on", "state"])
    .where("refund", "is not", null)
    .orderBy("due_on")
    .orderBy("id")
    .execute();
}

const room = () => house.settlement;

/** Releases the due payouts as two people of finance, after which the money has left the bank. */
async function paidOut() {
  const made = await makePaymentFile(room(), ann);
  if (!made.ok) throw new Error(made.error.code);
  const { id } = made.value;
  expect(await decidePaymentFile(room(), ann, { id, decision: "RELEASED" })).toMatchObject(
    isRefused("four-eyes"),
  );
  expect(await decidePaymentFile(room(), bob, { id, decision: "RELEASED" })).toMatchObject({ ok: true });
  return id;
}

async function ended(order: string, status: "CANCELLED" | "REJECTED") {
  const changed_at = house.clock.now().toJSDate();
  await house.fund.db
    .updateTable("orders")
    .set({ status, changed_by: "test", changed_at, change: "{}" })
    .where("id", "=", order)
    .execute();
}

describe("a refund", () => {
  it.each([
    ["cancelled", async (order: string) => await ended(order, "CANCELLED")],
    ["rejected", async (order: string) => await ended(order, "REJECTED")],
  ] as const)(
    "a refund of an order that is paid and %s starts by itself, to the source account",
    async (_how, end) => {
      const of = await unpaid(house);
      await receive({ order: of.order, thirdParty: false });
      await end(of.order);
      expect(await payouts()).toMatchObject([
        {
          person_id: of.personId,
          account: null,
          label: "014 xxx-xxx-7890",
          amount: "10000.00",
          due_on: "2026-11-24",
          state: "DUE",
        },
      ]);
      expect(await cases()).toMatchObject([
        { reason: "order-ended", state: "REFUND_DUE", refundOn: "2026-11-24", mayMatch: false },
      ]);
    },
  );

  it.each([
    [
      "too little",
      async (order: string): Promise<void> =>
        void (await receive({ order, amount: "9000.00", thirdParty: false })),
    ],
    [
      "a second time",
      async (order: string) => {
        await pay(house, { order });
        await receive({ order, amount: "9000.00", thirdParty: false });
      },
    ],
    [
      "too late",
      async (order: string) => {
        house.clock.set("2026-11-26T14:00:00");
        await house.jobs.runNow("fund.expire");
        await receive({ order, amount: "9000.00", thirdParty: false });
      },
    ],
  ] as const)("a refund of money that arrives %s starts by itself", async (_how, come) => {
    const { order } = await unpaid(house);
    await come(order);
    expect(await payouts()).toMatchObject([{ state: "DUE", amount: "9000.00" }]);
    expect(await cases()).toMatchObject([{ state: "REFUND_DUE" }]);
  });

  it("is sent in a payment file made by two people, booked, and confirmed by the return file", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, thirdParty: false });
    await ended(of.order, "CANCELLED");
    expect(await makePaymentFile(room(), ann)).toMatchObject(isRefused("nothing-due"));
    house.clock.set("2026-11-24T09:00:00");
    const file = await paidOut();
    const bytes = (await releasedFile(room(), file))?.bytes.toString() ?? "";
    expect(bytes).toMatch(
      new RegExp(`\r\nD,1,[0-9a-f-]{36},014,1234567890,น.ส. กานต์ชนก,10000.00,${of.reference}\r\n`),
    );
    expect(await cases()).toEqual([]);
    expect(await inAccount(house, "bank:clients")).toBe("0.00");
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
    await house.jobs.drain();
    const mails = await house.messages.mailbox({ to: `${of.personId}@example.test` });
    expect(mails.filter(({ template }) => template === "refund-sent").map(({ body }) => body)).toEqual([
      expect.stringMatching(/10,000\.00[\s\S]*(?:ไทยพาณิชย์|Siam Commercial Bank) xxx-xxx-7890/),
    ]);
    const payout = /D,1,([0-9a-f-]{36})/.exec(bytes)?.[1] ?? "";
    const returned = [{ line: 1, payout, amount: "10000.00", reason: "Account closed" }];
    expect(await takeReturns(room(), ann, { file, returned })).toMatchObject({ ok: true });
    expect(await cases()).toMatchObject([{ state: "REFUND_DUE" }]);
    const own = {
      ...room(),
      destination: async () => ({ bank: "004", number: "1119876", holder: "กานต์ชนก", verified: true }),
    };
    const account = await verifiedAccount(house, of.personId);
    expect(await reopenPayout(own, ann, { id: payout, account })).toMatchObject({ ok: true });
    expect((await payouts()).map(({ state, account: to }) => [state, to]).sort()).toEqual([
      ["DUE", account],
      ["RETURNED", null],
    ]);
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("has the same state and day on every page, from the promise to its arrival", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, thirdParty: false });
    const told = async () => {
      const { aside, ifCancelled } = await payInCodeOf(house.payments, await orderRow(house, of.order));
      const [open] = (await payoutDesk(room(), ann)).payouts;
      return {
        dialog: ifCancelled && [ifCancelled.state, ifCancelled.backOn],
        page: aside.map(({ state, backOn }) => [state, backOn]),
        overview: (await goingBack(house.fund.db, of.personId)).map(({ state, due }) => [state, due]),
        payouts: open && [open.state, open.dueOn],
        moneyIn: (await cases()).map(({ refund, refundOn }) => [refund, refundOn]),
      };
    };
    const letters = async (template: string) => {
      await house.jobs.drain();
      const mails = await house.messages.mailbox({ to: `${of.personId}@example.test` });
      return mails.filter((mail) => mail.template === template).map(({ body }) => body);
    };
    const nowhere = { dialog: null, page: [], overview: [], payouts: undefined, moneyIn: [] };
    const everywhere = (refund: readonly [string, string | null], payout: string) => ({
      dialog: null,
      page: [refund],
      overview: [refund],
      payouts: [payout, refund[1]],
      moneyIn: [refund],
    });
    expect(await told()).toEqual({ ...nowhere, dialog: ["due", "2026-11-24"] });
    await house.fund.db.transaction().execute((tx) => cancelOrder(house.orders, tx, of));
    expect(await told()).toEqual(everywhere(["due", "2026-11-24"], "DUE"));
    expect(await letters("order-cancelled-paid")).toEqual([
      expect.stringMatching(/10,000\.00 baht go back on 24\/11\/2026 to .*xxx-xxx-7890/),
    ]);

    house.clock.set("2026-11-24T09:00:00");
    const file = await paidOut();
    const sent = ["sent", "2026-11-24"];
    expect(await told()).toEqual({ ...nowhere, page: [sent], overview: [sent] });
    expect(await letters("refund-sent")).toEqual([expect.stringContaining("24/11/2026")]);

    house.clock.set("2026-11-25T09:00:00");
    const { id: payout, number } = await house.fund.db
      .selectFrom("payouts as p")
      .innerJoin("payment_files as f", "f.id", "p.file_id")
      .select(["p.id", "f.number"])
      .executeTakeFirstOrThrow();
    const returned = [{ line: 1, payout, amount: "10000.00", reason: "Account closed" }];
    expect(await takeReturns(room(), ann, { file, returned })).toMatchObject({ ok: true });
    expect(await told()).toEqual(everywhere(["returned", null], "RETURNED"));
    expect(await letters("refund-returned")).toEqual([expect.not.stringMatching(/\d\d\/\d\d\/\d{4}/)]);

    house.clock.set("2026-11-26T09:00:00");
    expect(await reopenPayout(room(), ann, { id: payout, account: null })).toMatchObject({ ok: true });
    expect(await told()).toEqual(everywhere(["due", "2026-11-26"], "DUE"));
    const again = await paidOut();
    const confirmed = { file: again, returned: [], number: Number(number) + 1 };
    expect(await takeReturns(room(), ann, confirmed)).toMatchObject({ ok: true });
    expect(await told()).toEqual({ ...nowhere, page: [["arrived", "2026-11-26"]] });
  });

  it("goes to the investor's verified account if the money's source is unknown", async () => {
    const of = await unpaid(house);
    const account = await verifiedAccount(house, of.personId);
    await receive({ order: of.order, amount: "1.00" });
    expect(await payouts()).toMatchObject([{ account, label: "004 xxx-xxx-9876" }]);
  });

  it("a refund never goes to the investor if the money belongs to another person", async () => {
    const of = await unpaid(house);
    await verifiedAccount(house, of.personId);
    await receive({ order: of.order, thirdParty: true });
    expect(await act(refundCase, { case: await only(), by: ann })).toEqual(isState("REFUND_DUE"));
    expect(await payouts()).toMatchObject([{ account: null, label: "014 xxx-xxx-7890" }]);
  });

  it("a refund without a known account waits as a task of finance, and starts once an account is known", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, amount: "1.00", payer: null });
    expect(await cases()).toMatchObject([{ state: "ACCOUNT_WANTED", investor: expect.any(String) }]);
    await verifiedAccount(house, of.personId);
    await refundWhereKnown(house.payments);
    expect(await cases()).toMatchObject([{ state: "REFUND_DUE", refundTo: "004 xxx-xxx-9876" }]);
  });

  it("a refund of money without an order goes to the sender, or to the owner whom finance names", async () => {
    await receive({});
    expect(await act(refundCase, { case: await only(), by: ann })).toEqual(isState("REFUND_DUE"));
    expect(await payouts()).toMatchObject([{ person_id: null, account: null }]);
    house.clock.set("2026-11-24T09:00:00");
    await paidOut();
    await receive({ payer: null });
    const id = await only();
    expect(await act(refundCase, { case: id, by: ann })).toEqual(isState("ACCOUNT_WANTED"));
    expect(await act(refundCase, { case: id, by: ann, reference: "SP-000000-000000" })).toMatchObject(
      isRefused("order-unknown"),
    );
    const of = await unpaid(house);
    const account = await verifiedAccount(house, of.personId);
    expect(await act(refundCase, { case: id, by: ann, reference: of.reference })).toEqual(
      isState("REFUND_DUE"),
    );
    expect((await payouts()).at(-1)).toMatchObject({ person_id: of.personId, account });
  });

  it("a refund can be withdrawn as long as it is in no payment file, and the money is then held", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, amount: "9000.00", thirdParty: false });
    const id = await only();
    expect(await act(holdCase, { case: id, by: ann, note: "รอหลักฐาน" })).toEqual(isState("HELD"));
    expect(await payouts()).toMatchObject([{ state: "WITHDRAWN" }]);
    expect(await act(refundCase, { case: id, by: ann })).toEqual(isState("REFUND_DUE"));
    house.clock.set("2026-11-24T09:00:00");
    expect(await makePaymentFile(room(), ann)).toMatchObject({ ok: true });
    expect(await act(holdCase, { case: id, by: ann, note: "รอหลักฐาน" })).toEqual(
      isRefused("already-decided"),
    );
  });

  it("a refund must match the decision, which the database enforces", async () => {
    await receive({});
    await act(refundCase, { case: await only(), by: ann });
    const { db } = house.fund;
    await expect(db.updateTable("payment_cases").set({ reason: "amount-over" }).execute()).rejects.toThrow();
    await expect(db.deleteFrom("payment_cases").execute()).rejects.toThrow();
    await expect(db.updateTable("payments").set({ amount: "1.00" }).execute()).rejects.toThrow();
    await expect(db.updateTable("payouts").set({ state: "PAID" }).execute()).rejects.toThrow();
    await expect(db.updateTable("payouts").set({ amount: "1.00" }).execute()).rejects.toThrow();
  });
});

describe("the bank's data of a payer", () => {
  const ACCOUNT = "1234567890";
  const stored = async () =>
    (await house.fund.db.selectFrom("payment_payers").select("sealed").execute()).map(({ sealed }) =>
      sealed.subarray(0, 16).toString("hex"),
    );
  const erase = async (personId: string) =>
    await house.fund.db
      .transaction()
      .execute((tx) => vaultOf(house).erase(tx, personId, house.clock.now().toJSDate()));

  it("is encrypted with the key of the person who proves to own the money", async () => {
    const of = await unpaid(house);
    await receive({ amount: "14000.00", ref2: "call 0812345678" });
    expect(await stored()).toEqual(["0".repeat(32)]);
    expect(await cases()).toMatchObject([{ payerAccount: ACCOUNT, ref2: "call 0812345678" }]);
    await act(holdCase, { case: await only(), by: ann, note: "asked for a slip" });
    expect((await cases())[0]?.note).toBe("asked for a slip");
    await act(matchCase, { case: await only(), by: ann, reference: of.reference });
    expect(await stored()).toEqual([of.personId.replaceAll("-", "")]);
    // The surplus is paid back to its source.
    expect(await cases()).toMatchObject([{ payerAccount: ACCOUNT, payerErased: false }]);
    await erase(of.personId);
    expect(await cases()).toMatchObject([{ payerAccount: null, payerName: null, payerErased: true }]);
    house.clock.set("2026-11-24T10:00:00");
    expect(await makePaymentFile(house.settlement, ann)).toEqual(isRefused("nothing-due"));
  });

  it("a payer's bank data and the notes about it are erased with the order's owner if the bank names the order", async () => {
    const of = await unpaid(house);
    await receive({ order: of.order, amount: "1.00" });
    expect(await stored()).toEqual([of.personId.replaceAll("-", "")]);
    await act(holdCase, { case: await only(), by: ann, note: "asked for the rest" });
    await erase(of.personId);
    expect(await cases()).toMatchObject([{ payerErased: true, note: null, state: "HELD" }]);
    // Notes written after the erasure can be read.
    await act(holdCase, { case: await only(), by: bob, note: "nobody answers" });
    expect((await cases())[0]?.note).toBe("nobody answers");
  });
});
