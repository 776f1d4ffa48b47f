import { createHash } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { satangOf } from "../../../domain/money.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { makeContract } from "../../../server/portfolio/contracts.ts";
import { documentOfHash, findDocument, handOut, listDocuments } from "../../../server/portfolio/documents.ts";
import { type SignedContract, sandboxEStamps } from "../../../server/portfolio/e-stamps.ts";
import type { PortfolioRoom } from "../../../server/portfolio/index.ts";
import { makeInvoice } from "../../../server/portfolio/invoice.ts";
import {
  makePerformanceReport,
  performanceReport,
  returnOver,
} from "../../../server/portfolio/performance-report.ts";
import { statementOf } from "../../../server/portfolio/statement.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { experienced, portfolioOf } from "./investor.ts";

let house: FundHouse;
let room: PortfolioRoom;
let them: Awaited<ReturnType<typeof experienced>>;
let on: ReadonlySet<string> = new Set();
const november = { from: "2026-11-01", to: "2026-11-24" } as const;
const signed: SignedContract = {
  version: "2026-01",
  language: "th",
  textHash: "a".repeat(64),
  signedAt: "2026-11-20T10:00:00+07:00",
};
/** Text with every Thai mark that fonts often misplace. */
const MARKS = "น้ำ ปู่ ปั๊ม ก๊าซ ฐาน ปื้น ผู้ซื้อ ที่นี้ ฟ้า";

beforeAll(async () => {
  house = await openFundHouse();
  them = await experienced(house);
  room = {
    ...portfolioOf(house, (flag) => on.has(flag)),
    signedContracts: async () => [signed, { ...signed, version: "2020-01", textHash: "unknown" }],
    contractWords: async ({ textHash }) =>
      textHash === "unknown"
        ? null
        : { title: "สัญญา", mark: null, sections: [{ heading: "1. คู่สัญญา", text: `${MARKS}\nบรรทัดสอง` }] },
    eStamps: sandboxEStamps(),
  };
});
afterAll(() => house.close());

async function bytesOf(id: string): Promise<Buffer> {
  const kept = await findDocument(room, id);
  const bytes = kept === null ? null : await handOut(room, kept);
  if (bytes === null || !bytes.ok) throw new Error("bytesOf: not handed out");
  return bytes.value;
}

/** Returns the text of a PDF as another program reads it; the Thai vowel am is read as two characters. */
async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll("\u0E4D\u0E32", "\u0E33").replaceAll(/\u0E4D([\u0E48-\u0E4B])\u0E32/g, "$1\u0E33");
}

describe("an invoice", () => {
  it("does not exist before its number is assigned, and is visible to its owner only", async () => {
    expect(await makeInvoice(room, them.personId, { order: them.bought, language: "th" })).toEqual({
      ok: false,
      error: { code: "no-invoice" },
    });
  });

  it.each(LANGUAGES)("states number, fee and VAT as charged, in %s", async (language) => {
    await house.fund.db.transaction().execute(async (tx) => {
      const { sql } = await import("kysely");
      await sql`select issue_tax_invoices('00000', ${[them.bought]}::uuid[], '2026-11-24')`.execute(tx);
    });
    const made = await makeInvoice(room, them.personId, { order: them.bought, language });
    if (!made.ok) throw new Error(made.error.code);
    const bytes = await bytesOf(made.value.id);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(made.value.sha256);
    const text = await textOf(bytes);
    for (const said of ["INV-00000-202611-000001", "24/11/2026", "1,000.00", "70.00", "1,070.00"])
      expect(text).toContain(said);
    expect(text).toContain(language === "th" ? "ใบกำกับภาษี" : "Tax invoice");
    expect(await makeInvoice(room, them.personId, { order: them.bought, language })).toEqual(made);
    const stranger = await house.addPerson();
    expect((await makeInvoice(room, stranger, { order: them.bought, language })).ok).toBe(false);
  });
});

describe("a performance report", () => {
  it("has the same figures as the statement, and its strategies add up to the total", async () => {
    const report = await performanceReport(room, them.personId, november);
    if (!report.ok) throw new Error(report.error.code);
    const statement = await statementOf(room, them.personId, november);
    expect(report.value).toMatchObject({
      before: statement.before.value,
      paidIn: statement.paidIn,
      paidOut: statement.paidOut,
      profit: statement.profit,
      after: statement.after.value,
    });
    const sum = (field: "before" | "after" | "profit") =>
      report.value.strategies.reduce((all, one) => all + satangOf(one[field]), 0n);
    expect(sum("before")).toBe(satangOf(report.value.before));
    expect(sum("after")).toBe(satangOf(report.value.after));
    expect(sum("profit")).toBe(satangOf(report.value.profit));
  });

  it("contains a strategy's return over the period separately, or none if the history is shorter", () => {
    const history = {
      demo: false,
      points: [
        { date: "2026-10-30", nav: 100_000n },
        { date: "2026-11-20", nav: 112_500n },
        { date: "2026-12-01", nav: 200_000n },
      ],
    };
    expect(returnOver(history, november)).toBe("12.50");
    expect(returnOver(history, { from: "2026-10-30", to: "2026-11-24" })).toBeNull();
  });

  it.each(LANGUAGES)("a performance report in %s is stored as a PDF", async (language) => {
    const made = await makePerformanceReport(room, them.personId, { ...november, language });
    if (!made.ok) throw new Error(made.error.code);
    expect(made.value).toMatchObject({ kind: "performance-report", ...november });
    const text = await textOf(await bytesOf(made.value.id));
    expect(text).toContain(language === "th" ? "รายงานผลการดำเนินงาน" : "Performance report");
    expect(text).toContain("M-BTCA");
    expect(await makePerformanceReport(room, them.personId, { ...november, language })).toEqual(made);
  });

  it("is refused for a period that no document can cover", async () => {
    for (const period of [
      { from: "2026-11-24", to: "2026-11-01" },
      { from: "2025-01-01", to: "2026-11-01" },
      { from: "2026-11-01", to: "2027-01-01" },
    ])
      expect(await performanceReport(room, them.personId, period)).toMatchObject({ ok: false });
  });
});

describe("a signed contract", () => {
  it("is stored with the hash that was signed, and shows every Thai mark in its place", async () => {
    const made = await makeContract(room, them.personId, "2026-01");
    if (!made.ok) throw new Error(made.error.code);
    const text = await textOf(await bytesOf(made.value.document.id));
    for (const said of ["สัญญา", ...MARKS.split(" "), "บรรทัดสอง", "a".repeat(20)])
      expect(text).toContain(said);
    expect(made.value.stamp).toBeNull();
  });

  it("is generated from the signed text only", async () => {
    expect(await makeContract(room, them.personId, "2020-01")).toMatchObject({ ok: false });
    expect(await makeContract(room, them.personId, "1999-01")).toMatchObject({ ok: false });
  });

  it("gets one electronic stamp of its stored bytes if create-e-stamp is on", async () => {
    on = new Set(["create-e-stamp"]);
    const made = await makeContract(room, them.personId, "2026-01");
    if (!made.ok) throw new Error(made.error.code);
    const { document, stamp } = made.value;
    expect(stamp).toEqual({
      number: `TRY-${document.sha256.slice(0, 12).toUpperCase()}`,
      issuedOn: house.clock.today(),
      documentSha256: document.sha256,
    });
    house.clock.set("2026-12-01T10:00:00");
    expect(await makeContract(room, them.personId, "2026-01")).toEqual(made);
    on = new Set();
    expect(await makeContract(room, them.personId, "2026-01")).toEqual(made);
    await expect(
      house.fund.db.updateTable("e_stamps").set({ number: "TRY-OTHER" }).execute(),
    ).rejects.toThrow();
  });

  it("has no stamp without a stamp service", async () => {
    on = new Set(["create-e-stamp"]);
    const alone = { ...room, eStamps: null };
    const person = await house.addPerson();
    expect(await makeContract(alone, person, "2026-01")).toMatchObject({ ok: true, value: { stamp: null } });
    on = new Set();
  });
});

it("anyone with a copy of a document learns whether the portal made it, and nothing about its owner", async () => {
  const [document] = await listDocuments(room, them.personId);
  if (document === undefined) throw new Error("no document");
  expect(await documentOfHash(room, document.sha256)).toEqual({
    kind: document.kind,
    madeAt: document.madeAt,
  });
  expect(await documentOfHash(room, "0".repeat(64))).toBeNull();
});
