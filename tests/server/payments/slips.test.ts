import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withCrc } from "../../../domain/emv-code.ts";
import { slipCodeText } from "../../../domain/slip-code.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { expireOrders } from "../../../server/orders/index.ts";
import { refuseSlip } from "../../../server/payments/decide-slip.ts";
import { tellExpired } from "../../../server/payments/index.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import { payInCodeOf } from "../../../server/payments/pay-in-code.ts";
import { readSlip } from "../../../server/payments/read-slip.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { slipPicture } from "../../support/slip-picture.ts";
import { approveNav } from "../fund/fund-house.ts";
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
beforeEach(async () => {
  house = await openPaymentsHouse();
});
afterEach(() => house.close());

/** Submits a slip with a code; throws if the slip is rejected. */
async function sent(of: { readonly personId: string; readonly order: string }, code = newCode()) {
  const slip = await send(house, of, code);
  if (!slip.ok) throw new Error(slip.error.code);
  return { slip: slip.value.slip, code };
}

async function refuse(slip: string, reason = "ภาพไม่ชัด") {
  const by = await house.addPerson("finance");
  return await house.fund.db
    .transaction()
    .execute((tx) => refuseSlip(house.payments, tx, { slip, by, reason }));
}

const statusOf = async (order: string) => (await orderRow(house, order)).status;

describe("the code in the picture of a slip", () => {
  const code = { bank: "014", reference: "202611231234ABCDEF012" };
  it.each([
    ["a screenshot", { width: 720 }],
    ["a small picture", { width: 520 }],
    ["a large photo that is rotated", { width: 1_900, turned: 8 }],
    ["a picture that is upside down", { width: 900, turned: 180 }],
  ])("is read automatically: %s", async (_what, look) => {
    expect(await readSlip(await slipPicture(code, look))).toEqual({ code: "read", ...code });
  });
  it.each([
    ["a picture without a code", null, "none"],
    ["a code with the address of a shop", "https://example.test/", "none"],
    ["an overwritten code", slipCodeText(code).replace("ABCDEF", "ABCDEE"), "damaged"],
    ["a code for paying", withCrc("000201010211", "63"), "none"],
  ])("must be read by a person: %s", async (_what, text, state) => {
    expect(await readSlip(await slipPicture(text))).toEqual({ code: state, bank: null, reference: null });
  });
});

describe("a submitted payment slip", () => {
  it("is shown to staff with its order, and on the order page as waiting", async () => {
    const of = await unpaid(house);
    expect(await payInCodeOf(house.payments, await orderRow(house, of.order))).toMatchObject({
      maySendSlip: true,
      slip: null,
    });
    const { slip, code } = await sent(of);
    expect((await moneyIn(house.payments, of.personId)).slips).toMatchObject([
      { id: slip, reference: of.reference, amount: "10000.00", bank: "014", bankReference: code.reference },
    ]);
    expect(await payInCodeOf(house.payments, await orderRow(house, of.order))).toMatchObject({
      maySendSlip: true,
      slip: { state: "WAITING", reason: null },
    });
  });

  it("is stored once for any number of submissions with the same key", async () => {
    const of = await unpaid(house);
    const file = await uploadSlip(house, of.personId, null);
    const read = { code: "none", bank: null, reference: null } as const;
    const again = () => sendStored(house, { ...of, file, key: "one", read });
    const [first, second] = [await again(), await again()];
    expect(first.ok && second).toEqual(first);
  });

  it("a slip is rejected if its transfer was submitted before, for any order", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const { slip, code } = await sent(one);
    expect(await send(house, other, code)).toEqual({ ok: false, error: { code: "slip-used" } });
    expect(await send(house, one, newCode())).toEqual({ ok: false, error: { code: "slip-waiting" } });
    await refuse(slip);
    expect((await send(house, other, code)).ok).toBe(true);
  });

  it("a rejected payment slip causes a letter with the reason and what the investor can do now", async () => {
    const [open, late] = [await unpaid(house), await unpaid(house)];
    await refuse((await sent(open)).slip);
    const { slip } = await sent(late);
    house.clock.set("2026-11-26T14:01:00");
    await refuse(slip);
    await house.jobs.drain();
    const letter = async (personId: string) => {
      const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
      return mails.filter(({ template }) => template === "slip-refused").map(({ body }) => body);
    };
    const [first, second] = [await letter(open.personId), await letter(late.personId)];
    expect(first).toEqual([expect.stringMatching(/ภาพไม่ชัด.*02-000-0000/s)]);
    expect(second).toEqual([expect.stringContaining("ภาพไม่ชัด")]);
    expect(second).not.toEqual(first);
  });

  it("a slip can be replaced before a decision; the transfer of the old slip then no longer counts", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const first = await sent(one);
    const stranger = await sent(other);
    expect(await send(house, { ...one, replaces: stranger.slip }, newCode())).toEqual({
      ok: false,
      error: { code: "slip-waiting" },
    });
    const second = await send(house, { ...one, replaces: first.slip }, newCode());
    if (!second.ok) throw new Error(second.error.code);
    expect(await confirm(house, first.slip, first.code)).toEqual({
      ok: false,
      error: { code: "already-decided" },
    });
    expect(await payInCodeOf(house.payments, await orderRow(house, one.order))).toMatchObject({
      maySendSlip: true,
      slip: { id: second.value.slip, state: "WAITING" },
    });
    // Another person submits a better picture of the same transfer, and a transfer whose slip was replaced.
    expect((await send(house, { ...one, replaces: second.value.slip }, first.code)).ok).toBe(true);
    expect((await send(house, { ...other, replaces: stranger.slip }, newCode())).ok).toBe(true);
    expect(await send(house, { ...one, replaces: second.value.slip }, newCode())).toEqual({
      ok: false,
      error: { code: "slip-waiting" },
    });
  });

  it("is rejected if the order is paid, cancelled or past its deadline, or belongs to someone else", async () => {
    const [paid, late] = [await unpaid(house), await unpaid(house)];
    const { slip, code } = await sent(paid);
    await confirm(house, slip, code);
    const stranger = await house.addPerson();
    const closed = { ok: false, error: { code: "order-not-open" } };
    expect(await send(house, paid, newCode())).toEqual(closed);
    expect(await send(house, { ...late, personId: stranger }, newCode())).toEqual(closed);
    const file = await uploadSlip(house, stranger, null);
    const read = { code: "none", bank: null, reference: null } as const;
    expect(await sendStored(house, { ...late, file, key: "x", read })).toEqual({
      ok: false,
      error: { code: "slip-not-yours" },
    });
    house.clock.set("2026-11-26T14:00:00");
    expect(await send(house, late, newCode())).toEqual(closed);
  });

  it("prevents its order from expiring until the slip is decided", async () => {
    const [waiting, none] = [await unpaid(house), await unpaid(house)];
    house.clock.set("2026-11-26T13:59:59");
    const { slip } = await sent(waiting);
    house.clock.set("2026-11-26T14:01:00");
    expect(
      await expireOrders(house.orders, (tx, order) => tellExpired(house.payments, tx, order)),
    ).toMatchObject({ orders: 1 });
    expect([await statusOf(waiting.order), await statusOf(none.order)]).toEqual(["SUBMITTED", "EXPIRED"]);
    await refuse(slip);
    expect(await statusOf(waiting.order)).toBe("EXPIRED");
  });
});

describe("a confirmed payment slip", () => {
  it("pays its order once in the ledger, at the time of the transfer", async () => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    house.clock.set("2026-11-24T09:00:00");
    expect(await confirm(house, slip, { ...code, at: "2026-11-23T10:31:00" })).toEqual({
      ok: true,
      value: { kind: "confirmed" },
    });
    expect(await orderRow(house, of.order)).toMatchObject({ status: "APPROVED", nav_date: "2026-11-23" });
    expect(house.delivered).toMatchObject([{ event: "payments.received", match: { order: of.order } }]);
    expect(await confirm(house, slip, code)).toEqual({ ok: false, error: { code: "already-decided" } });
    expect(await inAccount(house, "bank:clients")).toBe("-10000.00");
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("gives its order the next day's NAV if the transfer was made at 14:00:00", async () => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    house.clock.set("2026-11-23T15:00:00");
    await confirm(house, slip, { ...code, at: "2026-11-23T14:00:00" });
    expect((await orderRow(house, of.order)).nav_date).toBe("2026-11-24");
  });

  it("needs the same reading by two people if the NAV of its day is already approved", async () => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    house.clock.set("2026-11-23T18:30:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "12.0000" });
    const [ann, bob] = [await house.addPerson("finance"), await house.addPerson("finance")];
    const reading = { ...code, at: "2026-11-23T10:31:00" };
    expect(await confirm(house, slip, reading, ann)).toEqual({ ok: true, value: { kind: "second-needed" } });
    expect(await statusOf(of.order)).toBe("SUBMITTED");
    expect(await confirm(house, slip, reading, ann)).toEqual({ ok: false, error: { code: "four-eyes" } });
    expect(await confirm(house, slip, { ...reading, at: "2026-11-23T10:32:00" }, bob)).toEqual({
      ok: false,
      error: { code: "slip-differs" },
    });
    expect(await confirm(house, slip, reading, bob)).toEqual({ ok: true, value: { kind: "confirmed" } });
    expect(await orderRow(house, of.order)).toMatchObject({ status: "APPROVED", nav_date: "2026-11-23" });
  });

  it.each([
    ["a slip with a future date", { at: "2026-11-23T10:00:00.001" }, "transfer-ahead"],
    ["a slip without a bank", { bank: "KBK" }, "slip-bank"],
    ["a slip with another bank than its code", { bank: "004" }, "slip-code-differs"],
    ["a slip with another reference than its code", { reference: "OTHER123456" }, "slip-code-differs"],
    ["a slip without a reference", { reference: "-" }, "slip-reference"],
    ["a slip with the amount zero", { amount: "0.00" }, "slip-amount"],
    ["a slip with a negative amount", { amount: "-10000.00" }, "slip-amount"],
  ])("is refused if it is %s", async (_what, given, code) => {
    const of = await unpaid(house);
    const one = await sent(of);
    expect(await confirm(house, one.slip, { ...one.code, ...given })).toMatchObject({
      ok: false,
      error: { code },
    });
    expect(await statusOf(of.order)).toBe("SUBMITTED");
  });

  it("a slip is refused if its transfer has already paid an order, whichever picture shows the transfer", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    const { slip, code } = await sent(one);
    await confirm(house, slip, code);
    const blurred = await send(house, other, null);
    if (!blurred.ok) throw new Error(blurred.error.code);
    expect(await confirm(house, blurred.value.slip, code)).toMatchObject({
      ok: false,
      error: { code: "slip-used" },
    });
  });

  it.each([
    ["too small an amount", "9999.99", "amount-short"],
    ["too large an amount", "10000.01", "amount-over"],
  ])("money of a confirmed slip with %s is held, and not lost", async (_what, amount, reason) => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    expect(await confirm(house, slip, { ...code, amount })).toEqual({
      ok: true,
      value: { kind: "second-needed" },
    });
    expect(await inAccount(house, "unmatched")).toBe("0.00");
    expect(await confirm(house, slip, { ...code, amount })).toEqual({
      ok: true,
      value: { kind: "held", reason },
    });
    expect(await statusOf(of.order)).toBe("SUBMITTED");
    expect(await inAccount(house, "unmatched")).toBe(amount);
    expect((await moneyIn(house.payments, of.personId)).cases).toMatchObject([
      { reason, amount, state: reason === "amount-over" ? "OPEN" : "ACCOUNT_WANTED" },
    ]);
  });

  it("a payment slip with a misread amount is corrected if two people read the same amount", async () => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    const [ann, bob] = [await house.addPerson("finance"), await house.addPerson("finance")];
    const misread = { ...code, amount: "10000.10" };
    expect(await confirm(house, slip, misread, ann)).toMatchObject({ value: { kind: "second-needed" } });
    expect(await confirm(house, slip, misread, ann)).toMatchObject({ error: { code: "four-eyes" } });
    expect(await confirm(house, slip, code, bob)).toMatchObject({ error: { code: "slip-differs" } });
    const again = { ...code, amount: "10001.00" };
    expect(await confirm(house, slip, again, ann)).toMatchObject({ value: { kind: "second-needed" } });
    expect((await moneyIn(house.payments, ann)).slips).toMatchObject([
      { id: slip, confirmed: { byYou: true, amount: "10001.00" } },
    ]);
    expect(await confirm(house, slip, code, ann)).toMatchObject({ value: { kind: "second-needed" } });
    expect((await moneyIn(house.payments, bob)).slips).toMatchObject([{ confirmed: { why: "again" } }]);
    expect(await confirm(house, slip, code, bob)).toEqual({ ok: true, value: { kind: "confirmed" } });
    expect(await statusOf(of.order)).toBe("APPROVED");
    expect(await inAccount(house, "bank:clients")).toBe("-10000.00");
  });

  it("the money of a confirmed slip is held if the order was cancelled before the confirmation", async () => {
    const of = await unpaid(house);
    const { slip, code } = await sent(of);
    await house.fund.db
      .updateTable("orders")
      .set({
        status: "CANCELLED",
        changed_by: `person:${of.personId}`,
        changed_at: FIXED_MOMENT,
        change: "{}",
      })
      .where("id", "=", of.order)
      .execute();
    expect(await confirm(house, slip, code)).toEqual({
      ok: true,
      value: { kind: "held", reason: "order-not-open" },
    });
  });
});
