import { csvOf } from "../../domain/csv.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { kindOf } from "../orders/index.ts";
import type { Transaction } from "./answers.ts";
import { openPaper, type Paper } from "./pdf/paper.ts";
import type { Say } from "./room.ts";
import type { Statement } from "./statement.ts";

/** For whom a document is made, and what is needed to lay it out. */
export type About = {
  readonly language: Language;
  readonly brand: string;
  /** Name of the investor. It is null until the identity is verified. */
  readonly holder: string | null;
  readonly at: Date;
  readonly say: Say;
};

/** Renders a statement as a PDF. */
export async function statementPdf(of: Statement, about: About): Promise<Buffer> {
  const { say } = about;
  const title = say("statement.title");
  const paper = openPaper({ title: `${title} ${day(of.from)}–${day(of.to)}`, author: about.brand, ...about });
  paper.title(title);
  paper.paragraph(`${about.brand} · ${say("statement.period", { from: day(of.from), to: day(of.to) })}`);
  if (about.holder !== null) paper.paragraph(say("holder", { name: about.holder }));
  if (of.demo) paper.paragraph(say("demo"));

  drawSummary(paper, of, say);
  drawHoldings(paper, of, say);
  drawTransactions(paper, of, say);
  drawFees(paper, of, say);
  paper.paragraph("");
  for (const note of ["navDay", "fees", "past"]) paper.paragraph(say(`note.${note}`), { quiet: true });
  return await paper.end((page, pages) => say("foot", { brand: about.brand, page, pages }));
}

function drawSummary(paper: Paper, of: Statement, say: Say): void {
  const amount = amountIn(say);
  const taken = takenIn(say);
  paper.heading(say("statement.summary"));
  paper.pairs([
    { label: say("statement.before"), value: amount(of.before.value) },
    { label: say("statement.paidIn"), value: amount(of.paidIn) },
    { label: say("statement.paidOut"), value: taken(of.paidOut) },
    ...(isZero(of.switched) ? [] : [{ label: say("statement.switched"), value: amount(of.switched) }]),
    { label: say("statement.profit"), value: amount(of.profit) },
    { label: say("statement.after", { date: day(of.to) }), value: amount(of.after.value), strong: true },
    ...(of.waiting === undefined ? [] : [{ label: say("statement.waiting"), value: amount(of.waiting) }]),
  ]);
}

function drawHoldings(paper: Paper, of: Statement, say: Say): void {
  paper.heading(say("statement.holdings", { date: day(of.to) }));
  if (of.holdings.length === 0) paper.paragraph(say("statement.noHoldings"));
  else
    paper.table(
      [
        { name: say("column.strategy"), share: 3 },
        { name: say("column.units"), share: 3, figures: true },
        { name: say("column.nav"), share: 2.4, figures: true },
        { name: say("column.navDate"), share: 2.4, figures: true },
        { name: say("column.value"), share: 3, figures: true },
        { name: say("column.principal"), share: 3, figures: true },
        { name: say("column.profit"), share: 3, figures: true },
      ],
      of.holdings.map((one) => [
        one.code,
        groupThousands(one.units),
        groupThousands(one.nav),
        day(one.navDate),
        baht(one.value),
        baht(one.principal),
        baht(one.profit),
      ]),
    );
}

function drawTransactions(paper: Paper, of: Statement, say: Say): void {
  paper.heading(say("statement.transactions"));
  if (of.transactions.length === 0) paper.paragraph(say("statement.noTransactions"));
  else
    paper.table(
      [
        { name: say("column.navDate"), share: 2.2 },
        { name: say("column.order"), share: 4.2 },
        { name: say("column.unitsMoved"), share: 2.6, figures: true },
        { name: say("column.nav"), share: 2.2, figures: true },
        { name: say("column.amount"), share: 2.8, figures: true },
        { name: say("column.feeAndVat"), share: 2.3, figures: true },
        { name: say("column.net"), share: 2.8, figures: true },
      ],
      of.transactions.flatMap((one) => [
        [
          day(one.navDate),
          `${say(`kind.${one.kind}`)} ${one.strategy} ${one.reference}`,
          one.unitsOut === null
            ? `+${groupThousands(one.unitsIn ?? "")}`
            : minus(groupThousands(one.unitsOut)),
          groupThousands(one.nav ?? ""),
          baht(one.amount ?? "0.00"),
          baht(formatBaht(satangOf(one.fee) + satangOf(one.vat))),
          baht(one.net ?? "0.00"),
        ],
        ...(one.corrections ?? []).map((more) => [
          day(one.navDate),
          `${say("kind.correction")} ${one.strategy} ${one.reference}`,
          isZero(more.units) ? more.units : `+${groupThousands(more.units)}`,
          groupThousands(more.nav),
          baht(more.amount),
          baht(formatBaht(satangOf(more.fee) + satangOf(more.vat))),
          baht(more.net),
        ]),
      ]),
    );
}

function drawFees(paper: Paper, of: Statement, say: Say): void {
  const amount = amountIn(say);
  const taken = takenIn(say);
  paper.heading(say("statement.fees"));
  paper.pairs([
    { label: say("fee.front-end"), value: amount(of.fees.frontEnd) },
    { label: say("fee.switch-in"), value: amount(of.fees.switchIn) },
    { label: say("fee.profit"), value: amount(of.fees.profit) },
    { label: say("fee.vat"), value: amount(of.fees.vat) },
  ]);
  paper.heading(say("statement.since"));
  paper.pairs([
    { label: say("statement.invested"), value: amount(of.after.invested) },
    { label: say("statement.unrealised"), value: amount(of.after.profit) },
    { label: say("statement.realised"), value: amount(of.after.realised) },
    { label: say("statement.feesOnSells"), value: taken(of.after.feesOnSells) },
    { label: say("statement.totalProfit"), value: amount(of.after.totalProfit), strong: true },
  ]);
}

const amountIn = (say: Say) => (text: string) => `${baht(text)} ${say("baht")}`;

/** Formats an amount in baht that is subtracted, with a minus sign. */
const takenIn = (say: Say) => (text: string) => `${minus(baht(text))} ${say("baht")}`;

/** Returns a statement as CSV with summary, holdings and transactions. Decimals are not rounded. */
export function statementCsv(of: Statement, { say, holder, brand }: About): Buffer {
  const rows: (readonly (string | null)[])[] = [
    [say("statement.title"), brand],
    [say("statement.from"), of.from],
    [say("statement.to"), of.to],
    ...(holder === null ? [] : [[say("statement.holder"), holder]]),
    ...(of.demo ? [[say("demo")]] : []),
    [],
    [say("statement.before"), of.before.value],
    [say("statement.paidIn"), of.paidIn],
    [say("statement.paidOut"), `-${of.paidOut}`],
    [say("statement.switched"), of.switched],
    [say("statement.profit"), of.profit],
    [say("statement.after", { date: day(of.to) }), of.after.value],
    ...(of.waiting === undefined ? [] : [[say("statement.waiting"), of.waiting]]),
    [],
    ["strategy", "units", "nav", "navDate", "value", "principal", "profit"].map((name) =>
      say(`column.${name}`),
    ),
    ...of.holdings.map((one) => [
      one.code,
      one.units,
      one.nav,
      one.navDate,
      one.value,
      one.principal,
      one.profit,
    ]),
    [],
    [
      "navDate",
      "reference",
      "kind",
      "strategy",
      "unitsIn",
      "unitsOut",
      "nav",
      "amount",
      "fee",
      "vat",
      "net",
    ].map((name) => say(`column.${name}`)),
    ...of.transactions.flatMap(transactionRows(say)),
  ];
  return Buffer.from(csvOf(rows), "utf8");
}

/** Returns the lines for one transaction, and below it the lines for its corrections. */
function transactionRows(say: Say) {
  return (one: Statement["transactions"][number]): readonly (readonly (string | null)[])[] => [
    [
      one.navDate,
      one.reference,
      say(`kind.${one.kind}`),
      one.strategy,
      one.unitsIn,
      one.unitsOut,
      one.nav,
      one.amount,
      one.fee,
      one.vat,
      one.net,
    ],
    ...(one.corrections ?? []).map((more) => [
      one.navDate,
      one.reference,
      say("kind.correction"),
      one.strategy,
      more.units,
      null,
      more.nav,
      more.amount,
      more.fee,
      more.vat,
      more.net,
    ]),
  ];
}

/** Renders the contract note of an allotted order as a PDF: order, price and cost. */
export async function contractNotePdf(
  of: Transaction,
  about: About & { readonly demo: boolean },
): Promise<Buffer> {
  const { say } = about;
  const title = say("note.title");
  const paper = openPaper({ title: `${title} ${of.reference}`, author: about.brand, ...about });
  const amount = (text: string | null) => `${baht(text ?? "0.00")} ${say("baht")}`;
  const taken = takenIn(say);
  const sells = of.unitsOut !== null;
  paper.title(title);
  paper.paragraph(`${about.brand} · ${of.reference}`);
  if (about.holder !== null) paper.paragraph(say("holder", { name: about.holder }));
  if (about.demo) paper.paragraph(say("demo"));
  paper.heading(`${say(`kind.${of.kind}`)} ${of.strategy}`);
  paper.pairs([
    { label: say("column.placed"), value: `${day(of.placedAt.slice(0, 10))} ${of.placedAt.slice(11, 16)}` },
    { label: say("column.navDate"), value: day(of.navDate) },
    { label: say("column.allotted"), value: day(of.allottedOn ?? "") },
    ...(of.counter === null
      ? []
      : [
          {
            label: say(kindOf(of.kind).leg === "out" ? "note.into" : "note.outOf"),
            value: `${of.counter.strategy} ${of.counter.reference}`,
          },
        ]),
    { label: say("column.nav"), value: `${groupThousands(of.nav ?? "")} ${say("baht")}` },
    {
      label: say(sells ? "column.unitsOut" : "column.unitsIn"),
      value: groupThousands(of.unitsOut ?? of.unitsIn ?? ""),
    },
    { label: say(sells ? "note.gross" : "note.paid"), value: amount(of.amount) },
    { label: say(`fee.${of.feeKind}`), value: taken(of.fee) },
    { label: say("column.vat"), value: taken(of.vat) },
    { label: say(`note.net.${of.kind}`), value: amount(of.net), strong: true },
  ]);
  paper.paragraph("");
  for (const note of ["navDay", "past"]) paper.paragraph(say(`note.${note}`), { quiet: true });
  return await paper.end((page, pages) => say("foot", { brand: about.brand, page, pages }));
}

/** Formats an amount in baht. A negative amount gets a real minus sign instead of a hyphen. */
function baht(amount: string): string {
  return amount.startsWith("-") ? minus(groupThousands(amount.slice(1))) : groupThousands(amount);
}

/** Formats an amount in baht that is subtracted. Zero has no minus sign. */
function minus(amount: string): string {
  return isZero(amount) ? amount : `−${amount}`;
}

function isZero(amount: string): boolean {
  return /^-?[0.]*$/.test(amount);
}

function day(date: string): string {
  return date === "" ? "" : formatTypedDate(date as LocalDate);
}
