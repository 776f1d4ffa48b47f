import { satangOf } from "../../domain/money.ts";
import { changeBps, percentOfBps } from "../../domain/strategy-returns.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { History } from "../fund/index.ts";
import { movementsOf } from "./account.ts";
import type { AccountDocument, PerformanceReport } from "./answers.ts";
import { type DocumentError, isPeriod, make } from "./documents.ts";
import { openPaper } from "./pdf/paper.ts";
import type { PortfolioRoom } from "./room.ts";
import type { Movement } from "./standing.ts";
import { type Period, periodOf } from "./statement.ts";
import type { About } from "./statement-file.ts";

/**
 * Returns the performance of an account and of each of its strategies in a period. A statement of the same
 * period has the same figures. Errors: `period-not-valid`.
 */
export async function performanceReport(
  room: PortfolioRoom,
  personId: string,
  period: Period,
): Promise<Result<PerformanceReport, DocumentError>> {
  if (!isPeriod(room, period)) return fail({ code: "period-not-valid" });
  const histories = await room.history(room.db);
  const parts = [...(await movementsOf(room.db, personId))].flatMap(([code, movements]) => {
    const history = histories.get(code);
    return history === undefined ? [] : [{ code, movements, history }];
  });
  return ok(reportOf(parts, period));
}

/**
 * Computes the figures of a report, for each strategy and in total. A statement of the same period has the
 * same figures.
 */
export function reportOf(
  parts: readonly {
    readonly code: string;
    readonly movements: readonly Movement[];
    readonly history: History;
  }[],
  period: Period,
): PerformanceReport {
  const figures = (of: typeof parts) => periodOf(of, { ...period, waiting: 0n });
  const whole = figures(parts);
  return {
    ...period,
    demo: whole.demo,
    before: whole.before.value,
    paidIn: whole.paidIn,
    paidOut: whole.paidOut,
    switched: whole.switched,
    profit: whole.profit,
    after: whole.after.value,
    strategies: parts
      .toSorted((one, other) => (one.code < other.code ? -1 : 1))
      .map((part) => {
        const { before, after, profit } = figures([part]);
        return {
          code: part.code,
          before: before.value,
          after: after.value,
          profit,
          strategyReturn: returnOver(part.history, period),
        };
      })
      .filter(({ before, after, profit }) =>
        [before, after, profit].some((figure) => satangOf(figure) !== 0n),
      ),
  };
}

/**
 * Returns the change of a strategy's NAV over a period, in percent. It starts from the last NAV before the
 * period; if there is none, returns `null`.
 */
export function returnOver({ points }: History, { from, to }: Period): string | null {
  const before = points.findLast(({ date }) => date < from);
  const last = points.findLast(({ date }) => date <= to);
  if (before === undefined || last === undefined) return null;
  return percentOfBps(changeBps({ from: before.nav, to: last.nav }));
}

/** Returns the performance report as a PDF. The first call makes it. */
export async function makePerformanceReport(
  room: PortfolioRoom,
  personId: string,
  { language, ...period }: Period & { readonly language: Language },
): Promise<Result<AccountDocument, DocumentError>> {
  const report = await performanceReport(room, personId, period);
  if (!report.ok) return report;
  const wish = {
    kind: "performance-report",
    format: "pdf",
    language,
    ...period,
    order: null,
    monthly: false,
  } as const;
  return await make(room, personId, wish, report.value, (about) => reportPdf(report.value, about));
}

/** Renders a performance report as a PDF. */
export async function reportPdf(of: PerformanceReport, about: About): Promise<Buffer> {
  const { say } = about;
  const day = (date: string) => formatTypedDate(date as LocalDate);
  const title = say("performance.title");
  const paper = openPaper({ title: `${title} ${day(of.from)}–${day(of.to)}`, author: about.brand, ...about });
  const baht = (text: string) =>
    text.startsWith("-") ? `−${groupThousands(text.slice(1))}` : groupThousands(text);
  const taken = (text: string) => (/^[0.]*$/.test(text) ? text : `−${groupThousands(text)}`);
  const amount = (text: string) => `${baht(text)} ${say("baht")}`;
  paper.title(title);
  paper.paragraph(`${about.brand} · ${say("statement.period", { from: day(of.from), to: day(of.to) })}`);
  if (about.holder !== null) paper.paragraph(say("holder", { name: about.holder }));
  if (of.demo) paper.paragraph(say("demo"));
  paper.heading(say("statement.summary"));
  paper.pairs([
    { label: say("statement.before"), value: amount(of.before) },
    { label: say("statement.paidIn"), value: amount(of.paidIn) },
    { label: say("statement.paidOut"), value: `${taken(of.paidOut)} ${say("baht")}` },
    ...(/^-?[0.]*$/.test(of.switched)
      ? []
      : [{ label: say("statement.switched"), value: amount(of.switched) }]),
    { label: say("statement.profit"), value: amount(of.profit) },
    { label: say("statement.after", { date: day(of.to) }), value: amount(of.after), strong: true },
  ]);
  paper.heading(say("performance.strategies"));
  if (of.strategies.length === 0) paper.paragraph(say("statement.noHoldings"));
  else
    paper.table(
      [
        { name: say("column.strategy"), share: 3 },
        { name: say("performance.before"), share: 3, figures: true },
        { name: say("performance.after"), share: 3, figures: true },
        { name: say("column.profit"), share: 3, figures: true },
        { name: say("performance.return"), share: 3, figures: true },
      ],
      of.strategies.map((one) => [
        one.code,
        baht(one.before),
        baht(one.after),
        baht(one.profit),
        one.strategyReturn === null ? say("factsheet.notAvailable") : `${baht(one.strategyReturn)}%`,
      ]),
    );
  paper.paragraph("");
  paper.paragraph(say("performance.apart"), { quiet: true });
  for (const note of ["navDay", "fees", "past"]) paper.paragraph(say(`note.${note}`), { quiet: true });
  return await paper.end((page, pages) => say("foot", { brand: about.brand, page, pages }));
}
