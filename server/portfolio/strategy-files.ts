import { csvOf } from "../../domain/csv.ts";
import { percentOfBps } from "../../domain/strategy-returns.ts";
import { riskKeysOf } from "../../domain/strategy-risks.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import type { Strategy } from "../fund/index.ts";
import { openPaper } from "./pdf/paper.ts";
import type { Say } from "./room.ts";

type Row = { readonly label: string; readonly value: string };

/**
 * Returns a comparison of strategies as CSV, with one row for each attribute that the specification lists
 * (section 2).
 */
export function comparisonCsv(
  strategies: readonly Strategy[],
  about: { language: Language; say: Say },
): string {
  const columns = strategies.map((strategy) => comparedRows(strategy, about));
  const labels = (columns[0] ?? []).map(({ label }) => label);
  return csvOf([
    [about.say("comparison.strategy"), ...strategies.map(({ code }) => code)],
    ...labels.map((label, at) => [label, ...columns.map((rows) => rows[at]?.value ?? "")]),
  ]);
}

/** Renders the factsheet of a strategy as a PDF. */
export async function factsheetPdf(
  strategy: Strategy,
  about: { readonly language: Language; readonly brand: string; readonly say: Say; readonly at: Date },
): Promise<Buffer> {
  const { say, language } = about;
  const { texts } = strategy;
  const title = say("factsheet.title", { code: strategy.code });
  const paper = openPaper({ title, author: about.brand, language, at: about.at });
  paper.title(title);
  paper.paragraph(texts.about[language]);
  if (strategy.demo) paper.paragraph(say("demo"));
  paper.heading(say("factsheet.figures"));
  paper.pairs(comparedRows(strategy, about));
  paper.heading(say("factsheet.returns"));
  paper.pairs(returnRows(strategy, say));
  for (const name of ["suits", "suitsNot"] as const) {
    paper.heading(say(`factsheet.${name}`));
    for (const line of texts[name][language].split("\n")) paper.paragraph(`• ${line}`);
  }
  paper.heading(say("strategy:risks.title"));
  for (const key of riskKeysOf(strategy))
    for (const line of say(key).split("\n")) paper.paragraph(`• ${line}`);
  paper.heading(say("factsheet.how"));
  paper.pairs([
    { label: say("comparison.managedFrom"), value: day(strategy.startedOn) },
    ...(["model", "businessDay", "timeWindow", "servicePeriod", "supporters"] as const).map((name) => ({
      label: say(`factsheet.${name}`),
      value: texts[name][language],
    })),
  ]);
  paper.paragraph("");
  paper.paragraph(say("factsheet.risk"), { quiet: true });
  return await paper.end((page, of) => say("foot", { brand: about.brand, page, pages: of }));
}

function comparedRows(
  strategy: Strategy,
  { language, say }: { language: Language; say: Say },
): readonly Row[] {
  const { fees, minimums } = strategy;
  const rows = {
    managedBy: strategy.texts.managedBy[language],
    type: say(strategy.typeKey),
    risk: String(strategy.riskLevel),
    startingNav: groupThousands(strategy.startingNav),
    currencyPolicy: say(strategy.currencyPolicyKey),
    dividendPolicy: say(strategy.dividendPolicyKey),
    entryFee: rate(fees.frontEndBps),
    reductionFee: rate(fees.reductionProfitBps),
    totalCost: rate(fees.totalCostBps),
    minFirst: groupThousands(minimums.first),
    minNext: groupThousands(minimums.next),
    registered: day(strategy.registeredOn),
    nav: strategy.nav === null ? "–" : `${groupThousands(strategy.nav.value)} (${day(strategy.nav.date)})`,
    netAssets: strategy.netAssets === null ? "–" : groupThousands(strategy.netAssets),
  };
  return Object.entries(rows).map(([name, value]) => ({ label: say(`comparison.${name}`), value }));
}

function returnRows({ returns }: Strategy, say: Say): readonly Row[] {
  const { maxDrawdown, sinceInceptionPerYear, ...figures } = returns;
  const percent = (value: string | null) => (value === null ? say("factsheet.notAvailable") : `${value}%`);
  return [
    ...(["day1", "days7", "months3", "months6", "year1", "yearToDate"] as const).map((name) => ({
      label: say(`factsheet.return.${name}`),
      value: percent(figures[name]),
    })),
    {
      label: say(`factsheet.return.${sinceInceptionPerYear ? "sinceInceptionPerYear" : "sinceInception"}`),
      value: percent(figures.sinceInception),
    },
    {
      label: say("factsheet.return.maxDrawdown"),
      value: maxDrawdown === null ? say("factsheet.noDrawdown") : `${maxDrawdown.percent}%`,
    },
  ];
}

const rate = (bps: number) => `${percentOfBps(BigInt(bps))}%`;
const day = (date: string) => formatTypedDate(date as LocalDate);
