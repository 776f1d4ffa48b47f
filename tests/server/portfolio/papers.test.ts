import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import type { PerformanceReport, Transaction } from "../../../server/portfolio/answers.ts";
import { contractPdf } from "../../../server/portfolio/contracts.ts";
import { invoicePdf } from "../../../server/portfolio/invoice.ts";
import { openPaper } from "../../../server/portfolio/pdf/paper.ts";
import { reportPdf } from "../../../server/portfolio/performance-report.ts";
import type { Say } from "../../../server/portfolio/room.ts";
import type { Statement } from "../../../server/portfolio/statement.ts";
import { type About, contractNotePdf, statementPdf } from "../../../server/portfolio/statement-file.ts";
import { factsheetPdf } from "../../../server/portfolio/strategy-files.ts";
import { createTexts } from "../../../server/texts.ts";

describe("a character that the font lacks", () => {
  it("is printed as a replacement sign, and its code point is reported", async () => {
    const lacking = new Set<string>();
    const paper = openPaper({
      title: "Names",
      author: "Saphan",
      language: "en",
      at: new Date("2026-11-24T03:00:00Z"),
      lacks: (codePoints) => {
        for (const one of codePoints) lacking.add(one);
      },
    });
    paper.pairs([{ label: "Name", value: "漢字 Somchai 👩‍👩‍👧 ดี" }]);
    paper.pairs([{ label: "Reference", value: "X".repeat(200) }]);
    const bytes = await paper.end((page, of) => `${page} of ${of}`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain("◊◊ Somchai ◊ ดี");
    expect(text.replace(/[^X]/g, "")).toHaveLength(200);
    expect([...lacking]).toEqual(expect.arrayContaining(["U+6F22", "U+5B57", "U+1F469"]));
  });
});

/** Folder in which `KEEP_SCREENS=1` saves the documents for inspection. */
const PAPERS = resolve(import.meta.dirname, "../../../.cache/papers");
const A4_WIDTH = 595.28;
const MARGIN = 46;
/** Name of sixty letters without a blank, with every mark that fonts often misplace. */
const NAME = "น้ำปู่ปั๊มก๊าซฐานปื้นผู้ซื้อที่นี้ฟ้ากตัญญูเชิญฐูปญี่ปุ่นกฎุมพีรัฏฐ์";
const MUCH = "123456789012.34";
const GROUPED = "123,456,789,012.34";
const UNITS = "123456789012.3456";
const LONG = "ผู้รับฝากทรัพย์สินซึ่งได้รับใบอนุญาตจากผู้กำกับ ตั้งอยู่ที่กรุงเทพฯ และผู้สอบบัญชีที่ตรวจทุกสิ้นปี ".repeat(2).trim();
const DAY = "2026-11-24";

const texts = createTexts({ rootDir: resolve(import.meta.dirname, "../../.."), fresh: false });
const about = (language: Language): About & { readonly demo: boolean } => ({
  language,
  brand: "Saphan",
  holder: NAME,
  at: new Date("2026-11-24T03:00:00Z"),
  demo: true,
  say: sayIn(language),
});
function sayIn(language: Language): Say {
  return (key, params = {}) =>
    texts.find(key.includes(":") ? key : `document:${key}`, params)?.[language] ?? `no text ${key}`;
}

const transaction: Transaction = {
  id: "1",
  reference: "SP-20261124-000001",
  kind: "switch-out",
  status: "ALLOTTED",
  step: "success",
  strategy: "M-METAVERSE",
  placedAt: `${DAY}T10:00:00+07:00`,
  navDate: DAY,
  allottedOn: DAY,
  amount: MUCH,
  nav: "123456.7890",
  unitsIn: null,
  unitsOut: UNITS,
  sellAll: false,
  fee: MUCH,
  feeKind: "profit",
  vat: MUCH,
  net: MUCH,
  counter: { id: "2", reference: "SP-20261124-000002", strategy: "M-STABLE" },
  paidOut: false,
  corrections: [],
};
const statement = {
  from: "2026-11-01",
  to: DAY,
  demo: true,
  before: { value: MUCH, principal: MUCH },
  paidIn: MUCH,
  paidOut: MUCH,
  switched: `-${MUCH}`,
  profit: `-${MUCH}`,
  fees: { frontEnd: MUCH, switchIn: MUCH, profit: MUCH, vat: MUCH },
  waiting: MUCH,
  after: {
    value: MUCH,
    principal: MUCH,
    profit: `-${MUCH}`,
    invested: MUCH,
    realised: `-${MUCH}`,
    feesOnSells: MUCH,
    totalProfit: `-${MUCH}`,
  },
  holdings: ["M-BTCA", "M-METAVERSE"].map((code) => ({
    code,
    units: UNITS,
    nav: "123456.7890",
    navDate: DAY,
    value: MUCH,
    principal: MUCH,
    profit: `-${MUCH}`,
  })),
  transactions: Array.from({ length: 40 }, () => transaction),
} as unknown as Statement;
const report: PerformanceReport = {
  from: "2026-11-01",
  to: DAY,
  demo: true,
  before: MUCH,
  paidIn: MUCH,
  paidOut: MUCH,
  switched: `-${MUCH}`,
  profit: `-${MUCH}`,
  after: MUCH,
  strategies: ["M-BTCA", "M-METAVERSE"].map((code) => ({
    code,
    before: MUCH,
    after: MUCH,
    profit: `-${MUCH}`,
    strategyReturn: "-12.34",
  })),
};
const both = {
  th: LONG,
  en: "A custodian licensed by the regulator, with its seat in Bangkok, and an auditor that looks at every year's end. "
    .repeat(2)
    .trim(),
};
const told = [
  "about",
  "managedBy",
  "suits",
  "suitsNot",
  "model",
  "businessDay",
  "timeWindow",
  "servicePeriod",
  "supporters",
];
const strategy = {
  code: "M-METAVERSE",
  demo: true,
  texts: Object.fromEntries(told.map((name) => [name, both])),
  fees: { frontEndBps: 100, reductionProfitBps: 1_000, totalCostBps: 250 },
  minimums: { first: MUCH, next: MUCH },
  typeKey: "demo",
  currencyPolicyKey: "demo",
  dividendPolicyKey: "demo",
  riskLevel: 8,
  startingNav: "10.0000",
  registeredOn: DAY,
  startedOn: DAY,
  nav: { value: "123456.7890", date: DAY },
  netAssets: MUCH,
  returns: {
    day1: "1.00",
    days7: null,
    months3: "-1.00",
    months6: "1.00",
    year1: "1.00",
    yearToDate: "1.00",
    sinceInception: "1.00",
    sinceInceptionPerYear: false,
    maxDrawdown: null,
  },
} as Parameters<typeof factsheetPdf>[0];

const KINDS: readonly {
  readonly kind: string;
  readonly make: (language: Language) => Promise<Buffer>;
  readonly says: (language: Language) => readonly string[];
}[] = [
  {
    kind: "statement",
    make: (language) => statementPdf(statement, about(language)),
    says: () => [NAME, GROUPED, "123,456,789,012.3456"],
  },
  {
    kind: "contract note",
    make: (language) => contractNotePdf(transaction, about(language)),
    says: () => [NAME, GROUPED],
  },
  {
    kind: "performance report",
    make: (language) => reportPdf(report, about(language)),
    says: () => [NAME, GROUPED],
  },
  {
    kind: "invoice",
    make: (language) =>
      invoicePdf(
        {
          number: "INV-00000-202611-000001",
          issuedOn: DAY,
          reference: transaction.reference,
          kind: "switch-out",
          strategy: "M-METAVERSE",
          charge: MUCH,
          vat: MUCH,
          demo: true,
        },
        about(language),
      ),
    says: () => [NAME, GROUPED],
  },
  {
    kind: "contract",
    make: (language) =>
      contractPdf(
        {
          version: "2026-01",
          language,
          textHash: "a".repeat(64),
          signedAt: `${DAY}T10:00:00+07:00`,
          words: {
            title: "สัญญา",
            mark: null,
            sections: [{ heading: "1. คู่สัญญา", text: `${LONG}\n${both.en}\n${NAME}` }],
          },
        },
        about(language),
      ),
    says: () => [NAME, LONG, both.en],
  },
  {
    kind: "fact sheet",
    make: (language) => factsheetPdf(strategy, about(language)),
    says: (language) => [both[language], GROUPED],
  },
];

describe.each(KINDS)("a $kind with long names and twelve digits", ({ kind, make, says }) => {
  it.each(LANGUAGES)(
    "keeps in %s every character inside its margins and without overlaps",
    async (language) => {
      const bytes = await make(language);
      if (process.env.KEEP_SCREENS === "1") {
        mkdirSync(PAPERS, { recursive: true });
        writeFileSync(resolve(PAPERS, `${kind.replaceAll(" ", "-")}-${language}.pdf`), bytes);
      }
      const pdf = await getDocumentProxy(new Uint8Array(bytes));
      const { text } = await extractText(pdf, { mergePages: true });
      const bare = bareOf(text);
      for (const said of says(language)) expect(bare).toContain(bareOf(said));
      expect(bare).not.toContain("notext");
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const { items } = await (await pdf.getPage(number)).getTextContent();
        const placed = items.flatMap((item) =>
          "str" in item && item.str.trim() !== ""
            ? [
                {
                  text: item.str,
                  x: item.transform[4] as number,
                  y: Math.round(item.transform[5] as number),
                  end: (item.transform[4] as number) + item.width,
                },
              ]
            : [],
        );
        for (const { text, x, end } of placed) {
          expect([text, x >= MARGIN - 1]).toEqual([text, true]);
          expect([text, end <= A4_WIDTH - MARGIN + 1]).toEqual([text, true]);
        }
        const over = placed.flatMap((one, at) =>
          placed
            .slice(at + 1)
            .filter((other) => one.y === other.y && one.x + 1 < other.end && other.x + 1 < one.end)
            .map((other) => [one.text, other.text]),
        );
        expect(over).toEqual([]);
      }
    },
  );
});

/** Returns a text without blanks, where lines may break, and with the Thai vowel am as one character. */
function bareOf(text: string): string {
  return text.replaceAll(/\s|\u200B/g, "").replaceAll(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, "$1\u0E33");
}
