import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvOf } from "../../../domain/csv.ts";
import { listOrders } from "../../../server/orders/index.ts";
import { listTransactions } from "../../../server/portfolio/transactions.ts";
import { transactionsCsv } from "../../../server/portfolio/transactions-csv.ts";
import { type FundHouse, openFundHouse, placed, subscriptionOf } from "../fund/fund-house.ts";
import { approveSell, dayWith, experienced, portfolioOf } from "./investor.ts";

let house: FundHouse;
let them: Awaited<ReturnType<typeof experienced>>;
beforeAll(async () => {
  house = await openFundHouse();
  them = await experienced(house);
  for (const { order } of [them.sold, them.switched]) await approveSell(house, order);
  await dayWith(
    house,
    { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
    { date: "2026-11-24", next: "2026-11-25" },
  );
  await dayWith(
    house,
    { "M-BTCA": "12.0000", "M-LCAP": "20.0000" },
    { date: "2026-11-25", next: "2026-11-26" },
  );
});
afterAll(() => house.close());

const listed = (of: {
  kind?: "subscription" | "redemption" | "switch";
  search?: string;
  limit?: number;
  before?: string;
}) => listTransactions(house.portfolio, them.personId, { limit: 20, ...of });

describe("the transaction history", () => {
  it("contains units in or out, each charge with its name, and both references of a switch", async () => {
    const { transactions, total } = await listed({});
    expect(total).toBe(4);
    const of = (kind: string) => transactions.find((one) => one.kind === kind);
    expect(of("subscription")).toMatchObject({
      amount: "100000.00",
      unitsIn: "9893.0000",
      unitsOut: null,
      fee: "1000.00",
      feeKind: "front-end",
      vat: "70.00",
      net: "98930.00",
      counter: null,
    });
    expect(of("redemption")).toMatchObject({
      amount: "48000.00",
      unitsIn: null,
      unitsOut: "4000.0000",
      fee: "756.74",
      feeKind: "profit",
      vat: "52.97",
      net: "47190.29",
      paidOut: false,
    });
    const { reference, inReference, order, inOrder } = them.switched;
    expect(of("switch-out")).toMatchObject({
      reference,
      unitsOut: "3000.0000",
      counter: { id: inOrder, reference: inReference, strategy: "M-LCAP" },
    });
    expect(of("switch-in")).toMatchObject({
      reference: inReference,
      amount: "35392.72",
      unitsIn: "1760.1685",
      fee: "176.96",
      feeKind: "switch-in",
      counter: { id: order, reference, strategy: "M-BTCA" },
    });
  });

  it("can be filtered by kind, by strategy in any spelling, and by either reference of a switch", async () => {
    expect((await listed({ kind: "redemption" })).total).toBe(1);
    expect((await listed({ kind: "switch" })).total).toBe(2);
    expect((await listed({ search: "lcap" })).total).toBe(1);
    expect((await listed({ search: them.switched.inReference })).total).toBe(2);
    expect((await listed({ search: "%" })).total).toBe(0);
    expect((await listed({ kind: "subscription", search: "m btca" })).total).toBe(1);
  });

  it("consists of pages, newest line first, each line once, visible to the investor only", async () => {
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page = await listed({ limit: 1, ...(before === null ? {} : { before }) });
      expect(page.total).toBe(4);
      seen.push(...page.transactions.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(new Set(seen).size).toBe(4);
    expect(seen.at(-1)).toBe(them.bought);
    expect((await listTransactions(house.portfolio, randomUUID(), { limit: 20 })).total).toBe(0);
  });

  it("can be downloaded for spreadsheets, with exact decimals and one line per order", async () => {
    const { transactions } = await listed({});
    const file = transactionsCsv(transactions, portfolioOf(house).say("th"));
    expect(file.startsWith("\uFEFF")).toBe(true);
    const lines = file.slice(1).split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain("หน่วยที่ได้");
    expect(lines.find((line) => line.includes(them.sold.reference))).toContain(
      ",4000.0000,48000.00,756.74,52.97,47190.29,",
    );
    expect(lines.find((line) => line.includes(`${them.switched.inReference},สับเปลี่ยนเข้า`))).toContain(
      `${them.switched.reference},M-BTCA`,
    );
  });
});

describe("an order that ended without execution", () => {
  it.each(["CANCELLED", "EXPIRED"] as const)(
    "has no charge, on screen and in the file: %s",
    async (status) => {
      const personId = await house.addPerson();
      const { order, reference } = await placed(
        house,
        subscriptionOf({ personId, navDate: house.clock.today() }),
      );
      await house.fund.db
        .updateTable("orders")
        .set({ status, changed_by: "test", changed_at: house.clock.now().toJSDate(), change: "{}" })
        .where("id", "=", order)
        .execute();
      const { transactions } = await listTransactions(house.portfolio, personId, { limit: 20 });
      expect(transactions).toMatchObject([
        { reference, status, amount: "10000.00", fee: "0.00", vat: "0.00", net: null },
      ]);
      expect(transactionsCsv(transactions, portfolioOf(house).say("en"))).toContain(",10000.00,0.00,0.00,,");
      expect(await listOrders(house.orders, personId, { limit: 20 })).toMatchObject({
        orders: [{ fee: "0.00", vat: "0.00", net: null }],
      });
    },
  );
});

describe("the cells of a CSV file", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+66812345678", "'+66812345678"],
    ["@cmd", "'@cmd"],
    ["-2+3", "'-2+3"],
    ["\tx", "'\tx"],
    ["-107.00", "-107.00"],
    ["10000000000.01", "10000000000.01"],
    ['say "a, b"', '"say ""a, b"""'],
    ["two\nlines", '"two\nlines"'],
  ])("have for the text %j the value %j", (value, cell) => {
    expect(csvOf([[value, null]])).toBe(`\uFEFF${cell},\r\n`);
  });
});
