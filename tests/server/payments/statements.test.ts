import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { billReference, customerNumber } from "../../../domain/bill-payment.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { listControls, listStatements } from "../../../server/payments/books-beside.ts";
import {
  controlBank,
  controlCustodian,
  decideBreak,
  signControl,
} from "../../../server/payments/controls.ts";
import { importStatement } from "../../../server/payments/import-statement.ts";
import { moneyIn } from "../../../server/payments/money-in.ts";
import { readStatement, STATEMENT_COLUMNS } from "../../../server/payments/statement.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { approveNav, pay } from "../fund/fund-house.ts";
import {
  confirm,
  inAccount,
  newCode,
  openPaymentsHouse,
  orderRow,
  type PaymentsHouse,
  send,
  unpaid,
} from "./payments-house.ts";

const now = fixedClock("2026-11-24T09:00:00").now();
const head = STATEMENT_COLUMNS.join(",");

type Line = { readonly [Column in (typeof STATEMENT_COLUMNS)[number]]?: string };

/**
 * Returns a statement file of our format; each balance follows from the previous one unless a line has
 * another.
 */
function fileOf(lines: readonly Line[]): string {
  let balance = 0n;
  const rows = lines.map((line, at) => {
    const moved = satang(line.credit ?? "") - satang(line.debit ?? "");
    balance += moved;
    const row: Line = {
      bank: "006",
      account: "0000000000",
      date: "2026-11-23",
      time: "10:31:00",
      reference: `L${at + 1}`,
      balance: baht(balance),
      ...line,
    };
    return STATEMENT_COLUMNS.map((column) => row[column] ?? "").join(",");
  });
  return [head, ...rows].join("\n");
}

const satang = (text: string) => (/^\d+\.\d{2}$/.test(text) ? BigInt(text.replace(".", "")) : 0n);
const baht = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

describe("a bank statement file", () => {
  it("is parsed with its opening and closing balance, and with Thai digits", () => {
    const read = readStatement(
      fileOf([{ credit: "100.00" }, { debit: "40.00" }, { credit: "๕.๕๐", balance: "65.50" }]),
      now,
    );
    expect(read).toMatchObject({
      ok: true,
      value: {
        account: "0000000000",
        opening: "0.00",
        closing: "65.50",
        lines: [{}, { debit: "40.00" }, { credit: "5.50" }],
      },
    });
  });

  it.each<readonly [what: string, line: Line, read: object]>([
    ["a date in a common notation", { date: "23/11/2026" }, {}],
    ["a Buddhist year", { date: "23/11/2569" }, {}],
    ["an account number without its zeros", { account: "0", bank: "6" }, {}],
    ["an account number in groups", { account: "000-0-00000-0" }, {}],
    ["a thousands separator", { credit: '"1,234.50"', balance: '"1,234.50"' }, { credit: "1234.50" }],
    ["a comma for the decimal sign", { credit: '"1234,50"', balance: '"1234,50"' }, { credit: "1234.50" }],
    ["a line break in a name", { payer_name: '"นาย สมชาย\nใจดี"' }, { payer: { name: "นาย สมชาย ใจดี" } }],
  ])("a bank statement file with %s is accepted", (_what, line, read) => {
    const file = fileOf([{ credit: "1.00", balance: "1.00", ...line }]);
    expect(readStatement(file, now)).toMatchObject({
      ok: true,
      value: { bank: "006", account: "0000000000", lines: [read] },
    });
  });

  it.each([
    [
      "an amount with two possible readings",
      fileOf([{ credit: '"1,234"', balance: "1.00" }]),
      "statement-two-readings",
      2,
    ],
    ["other columns", "date,amount\n2026-11-23,1.00", "statement-header", 1],
    ["a line that ends too early", `${head}\n006,0000000000,2026-11-23`, "statement-header", 1],
    ["an open quotation mark", `${head}\n"006,0000000000`, "statement-header", 1],
    ["no lines", head, "statement-empty", 1],
    ["an unknown bank", fileOf([{ bank: "KTB", credit: "1.00" }]), "statement-account", 2],
    [
      "two accounts",
      fileOf([{ credit: "1.00" }, { credit: "1.00", account: "1111111111" }]),
      "statement-account",
      3,
    ],
    ["an invalid day", fileOf([{ date: "2026-02-30", credit: "1.00" }]), "statement-date", 2],
    [
      "a line with a future date",
      fileOf([{ date: "2026-11-24", time: "09:00:01", credit: "1.00" }]),
      "statement-ahead",
      2,
    ],
    ["no reference", fileOf([{ reference: "", credit: "1.00" }]), "statement-reference", 2],
    [
      "the same reference twice",
      fileOf([{ credit: "1.00" }, { credit: "1.00", reference: "L1" }]),
      "statement-twice",
      3,
    ],
    ["an amount of zero", fileOf([{ credit: "0.00" }]), "statement-amount", 2],
    ["a negative amount", fileOf([{ credit: "-1.00" }]), "statement-amount", 2],
    ["three decimals", fileOf([{ credit: "1.005" }]), "statement-amount", 2],
    ["an amount with an exponent", fileOf([{ credit: "1e21" }]), "statement-amount", 2],
    ["an amount that is no number", fileOf([{ credit: "NaN" }]), "statement-amount", 2],
    ["both credit and debit", fileOf([{ credit: "1.00", debit: "1.00" }]), "statement-amount", 2],
    ["neither credit nor debit", fileOf([{}]), "statement-amount", 2],
    [
      "a balance that does not follow from the previous one",
      fileOf([{ credit: "1.00" }, { credit: "1.00", balance: "3.00" }]),
      "statement-balance",
      3,
    ],
  ])("a bank statement file with %s is rejected, with its line number", (_what, file, code, line) => {
    expect(readStatement(file, now)).toEqual({ ok: false, error: { code, line } });
  });
});

describe("an imported statement", () => {
  let house: PaymentsHouse;
  let ann: string;
  beforeEach(async () => {
    house = await openPaymentsHouse();
    ann = await house.addPerson("finance");
  });
  afterEach(() => house.close());

  async function imported(file: string) {
    return await house.fund.db
      .transaction()
      .execute((tx) => importStatement(house.payments, tx, { file, by: ann }));
  }
  const inTx = <Value>(work: (tx: Parameters<typeof signControl>[1]) => Promise<Value>) =>
    house.fund.db.transaction().execute(work);

  it("pays the orders that it names, recognises booked transfers, and leaves the rest on hold", async () => {
    const [paid, bySlip, short, over, twice, late] = [
      await unpaid(house),
      await unpaid(house),
      await unpaid(house),
      await unpaid(house),
      await unpaid(house),
      await unpaid(house),
    ];
    const slip = await send(house, bySlip, null);
    if (!slip.ok) throw new Error(slip.error.code);
    house.clock.set("2026-11-23T13:00:00");
    await confirm(house, slip.value.slip, { ...newCode(), at: "2026-11-23T10:32:00" });
    await pay(house, { order: twice.order });
    await house.fund.db
      .updateTable("orders")
      .set({ status: "CANCELLED", changed_by: "test", changed_at: FIXED_MOMENT, change: "{}" })
      .where("id", "=", late.order)
      .execute();
    const of = (order: { readonly reference: string; readonly personId: string }) => ({
      ref1: billReference(order.reference),
      ref2: customerNumber(order.personId),
    });
    const file = fileOf([
      { ...of(paid), credit: "10000.00" },
      { ...of(bySlip), credit: "10000.00", time: "10:32:41" },
      { ...of(short), credit: "9999.99" },
      { ...of(over), credit: "10000.01" },
      { ...of(twice), credit: "10000.00" },
      { ...of(late), credit: "10000.00" },
      { credit: "77.00", payer_bank: "014", payer_account: "1234567890", payer_name: "Somebody" },
      { debit: "5.00" },
    ]);
    house.clock.set("2026-11-24T09:00:00");
    expect(await imported(file)).toMatchObject({
      ok: true,
      value: { matched: 1, known: 1, held: 5, out: 1 },
    });
    expect(await orderRow(house, paid.order)).toMatchObject({ status: "APPROVED", nav_date: "2026-11-23" });
    const { cases } = await moneyIn(house.payments, ann);
    expect(cases.map(({ reason, amount }) => [reason, amount]).sort()).toEqual([
      ["amount-over", "10000.01"],
      ["amount-short", "9999.99"],
      ["order-not-open", "10000.00"],
      ["paid-already", "10000.00"],
      ["unknown-order", "77.00"],
    ]);
    expect(await imported(file)).toEqual({ ok: false, error: { code: "statement-known" } });
    // The next day's statement begins with the same lines.
    expect(await imported(`${file}\n`)).toMatchObject({ ok: true, value: { matched: 0, known: 7, held: 0 } });
    expect(await listStatements(house.payments)).toHaveLength(2);
    expect(await checkLedger(house.fund.db)).toMatchObject({ unbalancedAssets: [], wrongBalances: [] });
  });

  it("money from an account in a different name stays on hold", async () => {
    const of = await unpaid(house);
    house.likeness.current = "OTHER";
    const line = { ref1: billReference(of.reference), credit: "10000.00", payer_name: "Somebody Else" };
    house.clock.set("2026-11-24T09:00:00");
    expect(await imported(fileOf([line]))).toMatchObject({ ok: true, value: { held: 1 } });
    expect((await moneyIn(house.payments, ann)).cases).toMatchObject([
      { reason: "third-party", mayMatch: false },
    ]);
    expect(await inAccount(house, "unmatched")).toBe("10000.00");
  });

  it("money stays on hold if the bank shortened the sender's name, and a person sees both names", async () => {
    const of = await unpaid(house);
    house.likeness.current = "PARTIAL";
    const line = { ref1: billReference(of.reference), credit: "10000.00", payer_name: "นาย สมชาย ใ" };
    house.clock.set("2026-11-24T09:00:00");
    expect(await imported(fileOf([line]))).toMatchObject({ ok: true, value: { held: 1 } });
    expect((await moneyIn(house.payments, ann)).cases).toMatchObject([
      {
        reason: "payer-partial",
        mayMatch: true,
        payerName: "นาย สมชาย ใ",
        investorName: { th: "สมชาย ใจดี", en: "Somchai Jaidee" },
      },
    ]);
  });

  it("a statement for an unknown account books nothing, even if it names an order", async () => {
    const { order, reference, personId } = await unpaid(house);
    const of = { ref1: billReference(reference), ref2: customerNumber(personId) };
    const elsewhere = fileOf([{ ...of, account: "1112223334", credit: "10000.00" }]);
    house.clock.set("2026-11-24T09:00:00");
    expect(await imported(elsewhere)).toMatchObject({ ok: false, error: { code: "statement-not-ours" } });
    expect(await orderRow(house, order)).toMatchObject({ status: "SUBMITTED" });
    expect(await listStatements(house.payments)).toEqual([]);
  });

  it("changes nothing if it is rejected", async () => {
    const of = await unpaid(house);
    const good = { ref1: billReference(of.reference), credit: "10000.00" };
    house.clock.set("2026-11-24T09:00:00");
    expect(await imported(fileOf([good, { credit: "1.00", balance: "9.00" }]))).toMatchObject({ ok: false });
    expect((await orderRow(house, of.order)).status).toBe("SUBMITTED");
  });

  it("is compared with the ledger, and a colleague handles a difference before the day is signed", async () => {
    const of = await unpaid(house);
    await pay(house, { order: of.order });
    house.clock.set("2026-11-24T09:00:00");
    const day = "2026-11-23";
    expect(await inTx((tx) => controlBank(house.payments, tx, { day, by: ann }))).toEqual({
      ok: false,
      error: { code: "control-no-statement" },
    });
    await imported(
      fileOf([
        { ref1: billReference(of.reference), credit: "10000.00", time: "10:00:00" },
        { debit: "15.00" },
      ]),
    );
    expect(await inTx((tx) => controlBank(house.payments, tx, { day, by: ann }))).toEqual({
      ok: true,
      value: { differences: 1 },
    });
    const at = { day, kind: "bank", by: ann } as const;
    const sign = () => inTx((tx) => signControl(house.payments, tx, at));
    expect(await sign()).toEqual({ ok: false, error: { code: "controls-not-closed" } });
    const [subject] = (await listControls(house.payments))[0]?.breaks ?? [];
    expect(subject).toMatchObject({ ours: "10000.0000", theirs: "9985.0000", owner: null });
    const decide = (reason?: string) =>
      inTx((tx) =>
        decideBreak(house.payments, tx, {
          ...at,
          subject: "0000000000",
          ...(reason === undefined ? {} : { reason }),
        }),
      );
    expect(await decide()).toMatchObject({ ok: true });
    expect(await sign()).toMatchObject({ ok: true });
    expect(await sign()).toEqual({ ok: false, error: { code: "control-signed" } });
    expect(await decide("ค่าธรรมเนียมธนาคาร ตั้งเบิกแล้ว")).toMatchObject({ ok: true });
    expect(await decide("again")).toEqual({ ok: false, error: { code: "already-decided" } });
    expect(await listControls(house.payments)).toMatchObject([
      { day, kind: "bank", signedBy: `${ann}@example.test`, breaks: [{ closed: true }] },
    ]);
    await expect(
      house.fund.db.updateTable("daily_controls").set({ signed_by: null, signed_at: null }).execute(),
    ).rejects.toThrow("signed");
    await expect(house.fund.db.deleteFrom("bank_statement_lines").execute()).rejects.toThrow();
  });

  it("a statement from the custodian is compared with the register of units", async () => {
    const of = await unpaid(house);
    await pay(house, { order: of.order });
    house.clock.set("2026-11-24T08:30:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    await house.jobs.runNow("fund.allot");
    const made = async (day: string, units: string) =>
      await inTx((tx) =>
        controlCustodian(house.payments, tx, {
          day,
          by: ann,
          file: `date,strategy,units\n${day},M-BTCA,${units}`,
        }),
      );
    expect(await made("2026-11-24", "989.3000")).toEqual({ ok: true, value: { differences: 0 } });
    expect(await made("2026-11-25", "989.2999")).toEqual({ ok: true, value: { differences: 1 } });
    for (const wrong of ["units", "-1.0000", "1e21", "1.00001"])
      expect(await made("2026-11-26", wrong)).toEqual({ ok: false, error: { code: "custodian-not-read" } });
  });
});
