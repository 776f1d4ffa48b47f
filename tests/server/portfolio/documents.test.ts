import { createHash } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { satangOf } from "../../../domain/money.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { findDocument, handOut } from "../../../server/portfolio/documents.ts";
import {
  makeContractNote,
  makeStatement,
  monthlyStatements,
  overviewOf,
  type PortfolioRoom,
} from "../../../server/portfolio/index.ts";
import { monthBefore } from "../../../server/portfolio/monthly.ts";
import { statementOf } from "../../../server/portfolio/statement.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { approveNav, type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { approveSell, dayWith, experienced, portfolioOf } from "./investor.ts";

let house: FundHouse;
let room: PortfolioRoom;
let them: Awaited<ReturnType<typeof experienced>>;
const november = { from: "2026-11-01", to: "2026-11-26" } as const;

beforeAll(async () => {
  house = await openFundHouse();
  room = portfolioOf(house);
  them = await experienced(house);
  for (const { order } of [them.sold, them.switched]) await approveSell(house, order);
  await dayWith(
    house,
    { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
    { date: "2026-11-24", next: "2026-11-25" },
  );
  await dayWith(
    house,
    { "M-BTCA": "12.5000", "M-LCAP": "20.0000" },
    { date: "2026-11-25", next: "2026-11-26" },
  );
});
afterAll(() => house.close());

async function made(of: ReturnType<typeof makeStatement> | ReturnType<typeof makeContractNote>) {
  const document = await of;
  if (!document.ok) throw new Error(document.error.code);
  const kept = await findDocument(room, document.value.id);
  const bytes = kept === null ? null : await handOut(room, kept);
  if (bytes === null || !bytes.ok) throw new Error("made: not handed out");
  return { document: document.value, bytes: bytes.value };
}

/**
 * Returns the text of a PDF as another program reads it. The Thai vowel am is read as two characters, which
 * Unicode treats as equal to one.
 */
async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll("\u0E4D\u0E32", "\u0E33").replaceAll(/\u0E4D([\u0E48-\u0E4B])\u0E32/g, "$1\u0E33");
}

describe("a statement", () => {
  it("adds up, and ends at the value that the overview shows", async () => {
    const statement = await statementOf(room, them.personId, november);
    const { total } = await overviewOf(room, them.personId);
    const { demo: _, strategyReturn1y: __, ...figures } = { demo: false, ...total };
    expect(statement.after).toEqual(figures);
    const [before, paidIn, paidOut, switched, profit, after] = [
      statement.before.value,
      statement.paidIn,
      statement.paidOut,
      statement.switched,
      statement.profit,
      statement.after.value,
    ].map(satangOf) as [bigint, bigint, bigint, bigint, bigint, bigint];
    expect(before + paidIn - paidOut + switched + profit).toBe(after);
    expect(statement).toMatchObject({
      paidIn: "100000.00",
      paidOut: "47190.29",
      switched: "0.00",
      profit: "18556.16",
      fees: { frontEnd: "1000.00", switchIn: "176.96", profit: "1324.29", vat: "175.09" },
    });
    expect(statement.transactions.map(({ kind }) => kind).sort()).toEqual([
      "redemption",
      "subscription",
      "switch-in",
      "switch-out",
    ]);
  });

  it.each([
    { from: "2026-11-23", to: "2026-11-23", before: "0.00", after: "98930.00", switched: "0.00" },
    // On this day the money is in transit between the legs of the switch.
    { from: "2026-11-24", to: "2026-11-24", before: "98930.00", after: "34716.00", switched: "-35392.72" },
    { from: "2026-11-25", to: "2026-11-25", before: "34716.00", after: "71365.87", switched: "35392.72" },
    { from: "2026-01-01", to: "2026-10-31", before: "0.00", after: "0.00", switched: "0.00" },
  ])(
    "a statement from $from to $to begins with the closing balance of the previous statement",
    async ({ before, after, switched, ...period }) => {
      const statement = await statementOf(room, them.personId, period);
      expect([statement.before.value, statement.after.value, statement.switched]).toEqual([
        before,
        after,
        switched,
      ]);
      const cash = satangOf(statement.paidIn) - satangOf(statement.paidOut) + satangOf(switched);
      expect(satangOf(before) + cash + satangOf(statement.profit)).toBe(satangOf(after));
    },
  );

  it.each(LANGUAGES)("a statement as a PDF in %s has text that can be read and copied", async (language) => {
    const { bytes } = await made(
      makeStatement(room, them.personId, { ...november, format: "pdf", language }),
    );
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const text = await textOf(bytes);
    const said =
      language === "th"
        ? ["รายงานการลงทุน", "ผู้ลงทุน กาญจนก สะพานน้ำ", "กำไรในช่วงนี้ หักค่าธรรมเนียมแล้ว", "หน่วยที่ถือ ณ 26/11/2026"]
        : ["Statement of account", "Investor: Kanchanok Saphan", "Profit in this period, after fees"];
    for (const words of said) expect(text).toContain(words);
    for (const figure of [
      "100,000.00",
      "−47,190.29",
      "18,556.16",
      "71,365.87",
      "1,760.1685",
      "+9,893.0000",
      "−4,000.0000",
    ])
      expect(text).toContain(figure);
    for (const reference of [them.sold.reference, them.switched.reference, them.switched.inReference])
      expect(text).toContain(reference);
  });

  it("a statement as a table has exact decimals", async () => {
    const { bytes } = await made(
      makeStatement(room, them.personId, { ...november, format: "csv", language: "en" }),
    );
    const file = bytes.toString("utf8");
    expect(file.startsWith("\uFEFFStatement of account,Saphan\r\n")).toBe(true);
    expect(file).toContain("Paid out,-47190.29".replace("Paid out", '"Paid out, after fees"'));
    expect(file).toContain("M-LCAP,1760.1685,20.0000,2026-11-25,35203.37,35392.72,-189.35");
  });

  it("has the same bytes for every request, until its content would differ", async () => {
    const wish = { ...november, format: "pdf", language: "th" } as const;
    const first = await made(makeStatement(room, them.personId, wish));
    house.clock.set("2026-11-26T09:15:00");
    const again = await made(makeStatement(room, them.personId, wish));
    expect(again.document).toEqual(first.document);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(createHash("sha256").update(first.bytes).digest("hex")).toBe(first.document.sha256);
    const both = await Promise.all(
      ["en", "en"].map(() =>
        makeStatement(room, them.personId, {
          from: "2026-11-02",
          to: "2026-11-26",
          format: "pdf",
          language: "en",
        }),
      ),
    );
    expect(both[0]).toEqual(both[1]);
    house.clock.set("2026-11-26T18:00:00");
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-26", nav: "13.0000" });
    const later = await made(makeStatement(room, them.personId, wish));
    expect(later.document.id).not.toBe(first.document.id);
    expect((await findDocument(room, first.document.id))?.sha256).toBe(first.document.sha256);
  });

  it("is stored encrypted and never changed, and its creation and download are recorded", async () => {
    const { document } = await made(
      makeStatement(room, them.personId, { ...november, format: "csv", language: "th" }),
    );
    await expect(
      room.db.updateTable("account_documents").set({ size: 1 }).where("id", "=", document.id).execute(),
    ).rejects.toThrow(/never removed or changed/);
    await expect(
      room.db.deleteFrom("account_documents").where("id", "=", document.id).execute(),
    ).rejects.toThrow(/never removed or changed/);
    const { sealed } = await room.db
      .selectFrom("account_documents")
      .select("sealed")
      .where("id", "=", document.id)
      .executeTakeFirstOrThrow();
    expect(sealed.includes(Buffer.from("กาญจนก"))).toBe(false);
    const lines = await room.db
      .selectFrom("audit_lines")
      .select(["actor", "action"])
      .where("subject", "=", `document:${document.id}`)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { actor: `person:${them.personId}`, action: "portfolio.document" },
      { actor: `person:${them.personId}`, action: "portfolio.handOut" },
    ]);
  });

  it.each([
    { why: "backwards", from: "2026-11-26", to: "2026-11-25" },
    { why: "later than today", from: "2026-11-01", to: "2026-12-31" },
    { why: "longer than a year", from: "2025-11-01", to: "2026-11-20" },
  ])("a statement for a period that is $why is rejected", async ({ from, to }) => {
    expect(await makeStatement(room, them.personId, { from, to, format: "pdf", language: "th" })).toEqual({
      ok: false,
      error: { code: "period-not-valid" },
    });
  });
});

describe("a contract note", () => {
  it("contains the order, the price and the costs, with the opposite leg of a switch", async () => {
    const { bytes } = await made(
      makeContractNote(room, them.personId, { order: them.switched.inOrder, language: "en" }),
    );
    const text = await textOf(bytes);
    for (const words of [
      "Contract note",
      "Switch in M-LCAP",
      "35,392.72",
      "−176.96",
      "−12.39",
      "35,203.37",
      "1,760.1685",
    ])
      expect(text).toContain(words);
    expect(text).toContain(them.switched.reference);
  });

  it("stays the same after the money is paid out", async () => {
    const wish = { order: them.sold.order, language: "th" } as const;
    const first = await made(makeContractNote(room, them.personId, wish));
    await room.db
      .updateTable("orders")
      .set({ paid_out_at: FIXED_MOMENT, changed_by: "test", changed_at: FIXED_MOMENT, change: "{}" })
      .where("id", "=", them.sold.order)
      .execute();
    expect((await made(makeContractNote(room, them.personId, wish))).document).toEqual(first.document);
    expect(await textOf(first.bytes)).toContain("เงินที่คุณได้รับ 47,190.29 บาท");
  });
});

describe("monthly statements", () => {
  it.each([
    ["2026-12-01", "2026-11-01", "2026-11-30"],
    ["2027-01-15", "2026-12-01", "2026-12-31"],
    ["2028-03-31", "2028-02-01", "2028-02-29"],
  ])("monthly statements created on %s cover %s to %s", (today, from, to) => {
    expect(monthBefore(today)).toEqual({ from, to });
  });

  it("are generated once after the month, with a letter, for each person with units in it", async () => {
    const nobody = await house.addPerson();
    house.clock.set("2026-12-01T06:00:00");
    expect(await monthlyStatements(room)).toEqual({ statements: 1 });
    expect(await monthlyStatements(room)).toEqual({ statements: 0 });
    const rows = await room.db
      .selectFrom("account_documents")
      .select(["person_id", "language", "period_from", "period_to"])
      .where("monthly", "=", true)
      .execute();
    expect(rows).toEqual([
      { person_id: them.personId, language: "en", period_from: "2026-11-01", period_to: "2026-11-30" },
    ]);
    expect(rows.some(({ person_id }) => person_id === nobody)).toBe(false);
    const letters = await room.db
      .selectFrom("outbox")
      .selectAll()
      .where("key", "like", "statement-ready:%")
      .execute();
    expect(letters).toHaveLength(1);
  });
});
