import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { billReference } from "../../../domain/bill-payment.ts";
import type { Result } from "../../../engine/values/result.ts";
import type { Tx } from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { takeMessage } from "../../../server/payments/bank-message.ts";
import {
  type CaseFailure,
  type CaseNow,
  matchCase,
  refundCase,
  sameCase,
} from "../../../server/payments/cases.ts";
import { refuseSlip } from "../../../server/payments/decide-slip.ts";
import { readStored } from "../../../server/payments/effects.ts";
import { importStatement } from "../../../server/payments/import-statement.ts";
import { inTransaction } from "../../../server/payments/in-transaction.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import type { PaymentsRoom } from "../../../server/payments/room.ts";
import { sendSlip } from "../../../server/payments/send-slip.ts";
import { STATEMENT_COLUMNS } from "../../../server/payments/statement.ts";
import { placed, subscriptionOf } from "../fund/fund-house.ts";
import {
  confirm,
  inAccount,
  newCode,
  openPaymentsHouse,
  orderRow,
  type PaymentsHouse,
  send,
  sendStored,
  unpaid,
  uploadSlip,
} from "./payments-house.ts";

let house: PaymentsHouse;
let ann: string;
let bob: string;
beforeEach(async () => {
  house = await openPaymentsHouse();
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  house.clock.set("2026-11-23T12:00:00");
});
afterEach(() => house.close());

const used = { ok: false, error: { code: "slip-used" } };
const CODE = { bank: "014", reference: "TX1000001" };
const SMALL = { bank: "014", reference: "tx1000001" };

async function sent(of: Parameters<typeof send>[1], code: Parameters<typeof send>[2]): Promise<string> {
  const slip = await send(house, of, code);
  if (!slip.ok) throw new Error(slip.error.code);
  return slip.value.slip;
}

/** Sends a bank message about 10,000 baht at 10:00, the time that `confirm` reads on a slip. */
async function message(of: object) {
  const told = {
    bank: "014",
    reference: CODE.reference,
    amount: "10000.00",
    at: "2026-11-23T10:00:20+07:00",
    payer: { bank: "014", account: "1234567890", name: "น.ส. กานต์ชนก" },
    ...of,
  };
  const taken = await takeMessage(house.payments, JSON.stringify(told));
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.value;
}

async function approved(): Promise<number> {
  const rows = await house.fund.db
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "APPROVED")
    .execute();
  return rows.length;
}

async function payments(): Promise<number> {
  return (await house.fund.db.selectFrom("payments").select("id").execute()).length;
}

async function act<Given>(
  what: (room: PaymentsRoom, tx: Tx, act: Given) => Promise<Result<CaseNow, CaseFailure>>,
  given: Given,
) {
  return await house.fund.db.transaction().execute((tx) => what(house.payments, tx, given));
}

async function theCase(by = ann) {
  const [one, ...more] = (await moneyIn(house.payments, by)).cases;
  if (one === undefined || more.length > 0) throw new Error("there is not one case");
  return one;
}

describe("one bank transfer", () => {
  it("a transfer can be submitted as a slip only once, even if its reference is spelled in different ways", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await sent(one, CODE);
    expect(await send(house, other, SMALL)).toEqual(used);
  });

  it("pays only one order, even if finance reads a different reference from a second picture of it", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await confirm(house, await sent(one, CODE), CODE, ann);
    const blurred = await sent(other, null);
    for (const reference of ["tx1000001", "TX-1000001", " tx 1000001"])
      expect(await confirm(house, blurred, { ...SMALL, reference }, ann)).toMatchObject(used);
    expect(await approved()).toBe(1);
  });

  it("a transfer can be submitted as a picture once, and again for the right order if the picture was rejected", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const slip = await sent(one, null);
    expect(await send(house, other, null)).toEqual(used);
    await house.fund.db
      .transaction()
      .execute((tx) => refuseSlip(house.payments, tx, { slip, by: ann, reason: "คนละคำสั่ง" }));
    await sent(other, null);
  });

  it("a transfer can be submitted again in a slip after the first slip has been replaced", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const first = await sent(one, CODE);
    await sent({ ...one, replaces: first }, newCode());
    await sent(other, SMALL);
  });

  it("a picture of a transfer is rejected if the same picture is submitted for a second order", async () => {
    const { personId, order } = await unpaid(house);
    const second = await placed(house, subscriptionOf({ personId, navDate: house.clock.today() }));
    const file = await uploadSlip(house, personId, CODE);
    const read = await readStored(house.payments, file);
    const post = (to: string, key = `slip:${file}`) =>
      sendStored(house, { personId, order: to, file, key, read });
    const first = await post(order);
    expect(first.ok && (await post(order))).toEqual(first);
    expect(await post(second.order)).toEqual(used);
    // The second submission comes from another screen, and each submission has a separate key.
    expect(await post(second.order, "another screen")).toEqual(used);
  });

  it("a transfer that the bank reports after a slip is recognised, by the number of either bank", async () => {
    const of = await unpaid(house);
    await confirm(house, await sent(of, CODE), CODE, ann);
    expect(await message({ reference: "tx-1000001" })).toMatchObject({ outcome: "known" });
    expect(await message({ bank: "006" })).toMatchObject({ outcome: "known" });
    expect(await message({ bank: "006", reference: CODE.reference, payer: null })).toMatchObject({
      outcome: "known",
    });
    expect(await payments()).toBe(1);
  });

  it("a slip for a transfer is no longer accepted once the bank has reported that transfer", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const slip = await sent(one, SMALL);
    expect(await message({ ref1: billReference(other.reference) })).toMatchObject({ outcome: "matched" });
    expect(await confirm(house, slip, CODE, ann)).toMatchObject(used);
    expect(await approved()).toBe(1);
  });

  it("a transfer counts once if two slips, or a slip and the bank's message, arrive at the same time", async () => {
    const orders = [await unpaid(house), await unpaid(house), await unpaid(house), await unpaid(house)];
    const uploads = await Promise.all(
      orders.map(async ({ personId, order }, at) => {
        const file = await uploadSlip(house, personId, at % 2 === 0 ? CODE : SMALL);
        return { personId, order, file, key: file, read: await readStored(house.payments, file) };
      }),
    );
    const slips = await Promise.allSettled(
      uploads.map((given) => inTransaction(house.payments, (tx) => sendSlip(house.payments, tx, given))),
    );
    expect(slips.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const waiting = await house.fund.db.selectFrom("slips").select(["id", "order_id"]).execute();
    expect(waiting).toHaveLength(1);
    const [slip] = waiting;
    const named = orders.find(({ order }) => order === slip?.order_id);
    const ref1 = billReference(named?.reference ?? "");
    const outcomes = await Promise.allSettled([
      confirm(house, slip?.id ?? "", CODE, ann),
      message({ ref1 }),
      message({ ref1, reference: "tx1000001" }),
      message({ ref1, bank: "006" }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
    expect(await payments()).toBe(1);
    expect(await approved()).toBe(1);
    expect(await inAccount(house, "bank:clients")).toBe("-10000.00");
  });

  it("pays only one order, even if messages about the transfer spell its bank in different ways", async () => {
    const orders = [await unpaid(house), await unpaid(house), await unpaid(house), await unpaid(house)];
    const outcomes: string[] = [];
    for (const [at, bank] of ["004", "004 ", "KBANK", "4"].entries()) {
      const ref1 = billReference(orders[at]?.reference ?? "");
      outcomes.push((await message({ bank, ref1, payer: null })).outcome);
    }
    expect(outcomes).toEqual(["matched", "known", "known", "known"]);
    expect(await approved()).toBe(1);
  });

  it("a transfer is recognised after a slip by the sending bank's code, number or short name", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await confirm(house, await sent(one, CODE), CODE, ann);
    const ref1 = billReference(other.reference);
    for (const bank of ["SCB", "14", " scb", "๐๑๔"])
      expect(await message({ bank: "006", ref1, payer: { bank } })).toMatchObject({ outcome: "known" });
    expect(await payments()).toBe(1);
  });

  it("transfers whose references differ in letters or digits are counted separately, in any script", async () => {
    for (const reference of ["AB๑๑๑", "AB๒๒๒", "กข 333", "คง 333"])
      expect(await message({ reference, payer: null })).toMatchObject({ outcome: "held" });
    for (const reference of ["ab-111", "AB２２２", "กข\u200b333"])
      expect(await message({ reference, payer: null })).toMatchObject({ outcome: "known" });
    expect(await payments()).toBe(4);
  });

  it.each([
    ["reference", { reference: "TX\u00001" }],
    ["bank", { bank: "0\u000014" }],
    ["payer", { payer: { name: "half \ud800" } }],
  ])("a transfer is rejected with a %s that cannot be stored", async (_field, of) => {
    await expect(message(of)).rejects.toThrow("text-not-storable");
    expect(await payments()).toBe(0);
  });

  it("a transfer has a unique reference in the database, and is booked once and never removed", async () => {
    const of = await unpaid(house);
    await confirm(house, await sent(of, CODE), CODE, ann);
    const { db } = house.fund;
    await expect(db.deleteFrom("transfer_names").execute()).rejects.toThrow("stays");
    await expect(db.updateTable("transfer_names").set({ payment_id: null }).execute()).rejects.toThrow();
  });
});

describe("a transfer that resembles a booked one", () => {
  async function twice() {
    const of = await unpaid(house);
    await confirm(house, await sent(of, CODE), CODE, ann);
    expect(await message({ reference: "KK77", bank: "006" })).toMatchObject({ outcome: "held" });
    return of;
  }

  it("a transfer that resembles a booked one is held for a decision by two people; the same transfer is never booked twice", async () => {
    await twice();
    const { id, ...held } = await theCase();
    expect(held).toMatchObject({ reason: "alike", state: "OPEN", alike: { bankReference: CODE.reference } });
    expect(await act(sameCase, { case: id, by: ann })).toEqual({
      ok: true,
      value: { state: "OPEN", second: true },
    });
    expect(await theCase()).toMatchObject({ confirmed: { byYou: true, act: "same" } });
    expect(await theCase(bob)).toMatchObject({ confirmed: { byYou: false, by: `${ann}@example.test` } });
    expect(await act(sameCase, { case: id, by: ann })).toEqual({ ok: false, error: { code: "four-eyes" } });
    expect(await act(sameCase, { case: id, by: bob })).toEqual({
      ok: true,
      value: { state: "KNOWN" },
    });
    expect((await moneyIn(house.payments, ann)).cases).toEqual([]);
    expect(await inAccount(house, "unmatched")).toBe("0.00");
    expect(await inAccount(house, "bank:clients")).toBe("-10000.00");
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], unfounded: [] });
    // The transfer is recognised if either bank reports it again.
    expect(await message({ reference: "kk77", bank: "006" })).toMatchObject({ outcome: "known" });
  });

  it("is detected if a slip and the bank's message arrive together with different references", async () => {
    const of = await unpaid(house);
    const slip = await sent(of, CODE);
    const told = { reference: "KK77", bank: "006", ref1: billReference(of.reference) };
    const [confirmed, reported] = await Promise.all([confirm(house, slip, CODE, ann), message(told)]);
    const outcomes = [confirmed.ok && confirmed.value.kind, reported.outcome];
    expect([
      ["confirmed", "held"],
      ["second-needed", "matched"],
    ]).toContainEqual(outcomes);
    expect(await approved()).toBe(1);
    const cases = await house.fund.db.selectFrom("payment_cases").select("reason").execute();
    expect(cases).toEqual(reported.outcome === "held" ? [{ reason: "alike" }] : []);
  });

  it("a transfer is paid back, or pays a second order, if two people decide that the transfer is a separate one", async () => {
    await twice();
    const other = await unpaid(house);
    const { id } = await theCase();
    const reference = other.reference;
    expect(await act(refundCase, { case: id, by: ann })).toMatchObject({ value: { second: true } });
    // A different decision by the second person needs another confirmation.
    expect(await act(matchCase, { case: id, by: bob, reference })).toMatchObject({ value: { second: true } });
    expect((await orderRow(house, other.order)).status).toBe("SUBMITTED");
    expect(await act(matchCase, { case: id, by: ann, reference })).toEqual({
      ok: true,
      value: { state: "MATCHED" },
    });
    expect((await orderRow(house, other.order)).status).toBe("APPROVED");
  });

  it("needs two people if it comes as a slip, and the staff page states that", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await confirm(house, await sent(one, CODE), CODE, ann);
    const code = newCode();
    const slip = await sent(other, code);
    expect(await confirm(house, slip, code, ann)).toMatchObject({ value: { kind: "second-needed" } });
    expect((await moneyIn(house.payments, bob)).slips).toMatchObject([
      { id: slip, confirmed: { byYou: false, by: `${ann}@example.test`, why: "alike" } },
    ]);
    expect(await confirm(house, slip, code, bob)).toMatchObject({ value: { kind: "confirmed" } });
  });

  it.each([
    ["of another amount", { amount: "10000.01" }],
    ["of more than two minutes later", { at: "2026-11-23T10:02:01+07:00" }],
    ["of more than two minutes before", { at: "2026-11-23T09:57:59+07:00" }],
    ["of another bank", { payer: { bank: "004", account: "1234567890", name: "Somebody" } }],
  ])("a transfer does not count as the booked one if the transfer is %s", async (_what, of) => {
    const order = await unpaid(house);
    await confirm(house, await sent(order, CODE), CODE, ann);
    await message({ reference: "KK77", bank: "006", ...of });
    expect((await theCase()).reason).toBe("unknown-order");
  });

  it.each(["2026-11-23T09:58:00+07:00", "2026-11-23T10:02:00+07:00"])(
    "a transfer is recognised if its time is %s, two minutes from that of the booked transfer",
    async (at) => {
      await confirm(house, await sent(await unpaid(house), CODE), CODE, ann);
      await message({ reference: "KK77", bank: "006", at });
      expect((await theCase()).reason).toBe("alike");
    },
  );

  it.each([
    ["another bank", { bank: "025" }],
    ["an unknown bank", { bank: "Some Bank" }],
    ["another bank, two days before", { bank: "025", at: "2026-11-21T10:00:00+07:00", amount: "9000.00" }],
  ])("a transfer is recognised by the reference of an earlier slip, even under %s", async (_what, of) => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await confirm(house, await sent(one, CODE), CODE, ann);
    await message({ payer: null, ref1: billReference(other.reference), ...of });
    expect((await theCase()).reason).toBe("alike");
    expect(await approved()).toBe(1);
  });

  it("a transfer is recognised by the same reference and amount, even under a different bank", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await message({ bank: "025", payer: null, ref1: billReference(one.reference) });
    const later = { payer: null, at: "2026-11-23T11:00:00+07:00", ref1: billReference(other.reference) };
    expect(await message({ ...later, bank: "MY BANK" })).toMatchObject({ outcome: "held" });
    expect((await theCase()).reason).toBe("alike");
    const slip = await sent(other, CODE);
    const at = "2026-11-23T11:30:00";
    expect(await confirm(house, slip, { ...CODE, at }, ann)).toMatchObject({
      value: { kind: "second-needed" },
    });
  });

  it.each([
    ["time", { at: "2026-11-23T09:30:00" }, "again"],
    ["bank", { bank: "025" }, "again"],
    ["reference", { reference: "ZZ900000009" }, "alike"],
  ])("needs a second person even if the first person types a different %s", async (_what, retyped, why) => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await confirm(house, await sent(one, CODE), CODE, ann);
    const slip = await sent(other, null);
    const first = { bank: "014", reference: "ZZ900000001" };
    const second = { ...first, ...retyped };
    for (const reading of [first, second])
      expect(await confirm(house, slip, reading, ann)).toMatchObject({ value: { kind: "second-needed" } });
    expect((await moneyIn(house.payments, bob)).slips).toMatchObject([{ confirmed: { why } }]);
    expect(await approved()).toBe(1);
    expect(await confirm(house, slip, second, bob)).toMatchObject({ value: { kind: "confirmed" } });
  });

  it("counts two transfers if the bank's references assign them to different orders", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    for (const { reference } of [one, other])
      expect(await message({ reference: reference.slice(-6), ref1: billReference(reference) })).toMatchObject(
        {
          outcome: "matched",
        },
      );
  });

  it("a statement line that names the slip's order counts, and a second line is held", async () => {
    const of = await unpaid(house);
    await confirm(house, await sent(of, CODE), CODE, ann);
    const line = (reference: string, ref1: string, balance: string) => {
      const row: Readonly<Record<string, string>> = {
        bank: "006",
        account: "0000000000",
        date: "2026-11-23",
        time: "10:00:30",
        reference,
        ref1,
        payer_bank: "014",
        payer_account: "1234567890",
        credit: "10000.00",
        balance,
      };
      return STATEMENT_COLUMNS.map((column) => row[column] ?? "").join(",");
    };
    const file = [
      STATEMENT_COLUMNS.join(","),
      line("L1", billReference(of.reference), "10000.00"),
      line("L2", "", "20000.00"),
    ].join("\n");
    expect(
      await house.fund.db
        .transaction()
        .execute((tx) => importStatement(house.payments, tx, { file, by: ann })),
    ).toMatchObject({ ok: true, value: { matched: 0, known: 1, held: 1 } });
    expect((await theCase()).reason).toBe("alike");
  });
});

describe("the decision that money belongs to an order", () => {
  it.each([
    ["50000.00", "confirmed"],
    ["50000.01", "second-needed"],
  ])(
    "a slip over %s baht has, after the decision of one person of finance, the result %s",
    async (amount, outcome) => {
      const of = await unpaid(house, amount);
      const slip = await sent(of, CODE);
      expect(await confirm(house, slip, { ...CODE, amount }, ann)).toMatchObject({
        value: { kind: outcome },
      });
      if (outcome === "confirmed") return;
      expect((await moneyIn(house.payments, ann)).slips).toMatchObject([
        { confirmed: { why: "limit", byYou: true } },
      ]);
      expect(await confirm(house, slip, { ...CODE, amount }, ann)).toMatchObject({
        error: { code: "four-eyes" },
      });
      expect(await confirm(house, slip, { ...CODE, amount }, bob)).toMatchObject({
        value: { kind: "confirmed" },
      });
    },
  );

  it.each([
    ["50000.00", false],
    ["50000.01", true],
  ])(
    "held money over %s baht has, after a second decision by the same person, the result %s",
    async (amount, second) => {
      const of = await unpaid(house, amount);
      await message({ amount });
      const { id } = await theCase();
      const given = { case: id, reference: of.reference };
      expect(await act(matchCase, { ...given, by: ann })).toEqual({
        ok: true,
        value: second ? { state: "OPEN", second } : { state: "MATCHED" },
      });
      expect((await orderRow(house, of.order)).status).toBe(second ? "SUBMITTED" : "APPROVED");
      if (!second) return;
      expect(await theCase()).toMatchObject({ confirmed: { act: "match", reference: of.reference } });
      expect(await theCase(bob)).toMatchObject({ confirmed: { act: "match", reference: null } });
      expect(await act(matchCase, { ...given, by: ann })).toMatchObject({ error: { code: "four-eyes" } });
      expect(await act(matchCase, { ...given, by: bob })).toMatchObject({ value: { state: "MATCHED" } });
      expect((await orderRow(house, of.order)).status).toBe("APPROVED");
    },
  );
});
