import type { ReactNode } from "react";
import { shareOf, subscriptionCharges } from "../../../domain/fund.ts";
import { formatBaht as decimalBaht } from "../../../domain/money.ts";
import { bpsOfPercent } from "../../../domain/strategy-returns.ts";
import { riskKeysOf } from "../../../domain/strategy-risks.ts";
import { Delta, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatBps, formatDate, formatUnits } from "../../kit/text/format.ts";
import type { Language, Translate } from "../../kit/text/i18n.ts";
import type { Returns, Strategy } from "../parts/records.ts";
import { netAssetsText } from "../site/compare.ts";
import "./strategy-facts.css";

/**
 * Functions and language that all components in this file need. The server renders these components for
 * visitors, and the app renders them for investors.
 */
export type Told = {
  readonly words: Translate;
  readonly lng: Language;
  /** Prevents line breaks inside listed words of a text from the server. */
  readonly keep: (text: string) => string;
};

type Of<Shown> = { readonly of: Shown; readonly told: Told };

const PERIODS = [
  ["day1", "day1"],
  ["days7", "week1"],
  ["months3", "month3"],
  ["months6", "month6"],
  ["year1", "year1"],
  ["yearToDate", "ytd"],
  ["sinceInception", "inception"],
] as const satisfies readonly (readonly [keyof Returns, string])[];

/** Amount in satang that the examples of costs and losses use. */
const EXAMPLE_SATANG = 10_000_000n;

/** The latest NAV, its change since the previous NAV, and the risk level. */
export function NavNow({
  of,
  told,
  heading: Heading = "h1",
  children,
}: Of<Strategy> & {
  /** Heading level of the NAV: `h2` if the page has a main heading elsewhere. */
  readonly heading?: "h1" | "h2";
  /** The drawing of the risk level. */
  readonly children: ReactNode;
}) {
  const { words } = told;
  const { day1 } = of.returns;
  return (
    <section aria-labelledby="nav">
      <Heading id="nav" className="small" tabIndex={Heading === "h1" ? -1 : undefined}>
        <span className="sr">{of.code} </span>
        {words("my-account:strategy.navPerUnit", { date: of.nav ? formatDate(of.nav.date) : "–" })}
      </Heading>
      <p className="bignum">
        {of.nav ? formatUnits(of.nav.value) : "–"}
        <em>{words("common:baht")}</em>
      </p>
      <p className="navline">
        <span>
          {day1 === null ? null : <Delta percent={day1} />}{" "}
          <span className="small">{words("my-account:strategy.fromDayBefore")}</span>
        </span>
        {children}
      </p>
    </section>
  );
}

/** The returns of each period with enough history. */
export function ReturnsOf({ of, told }: Of<Strategy>) {
  const { words } = told;
  return (
    <section className="gap8">
      <h2>{words("my-account:strategy.returns")}</h2>
      <dl className="card returns">
        {PERIODS.map(([field, word]) => {
          const value = of.returns[field];
          return (
            <div key={field}>
              <dt>
                {words(
                  `my-account:strategy.return.${word === "inception" && !of.returns.sinceInceptionPerYear ? "inceptionWhole" : word}`,
                )}
              </dt>
              <dd>
                {value === null ? (
                  <small>{words("my-account:strategies.notAvailable")}</small>
                ) : (
                  <Delta percent={value} />
                )}
              </dd>
            </div>
          );
        })}
        <div>
          <dt>{words("my-account:strategy.nav")}</dt>
          <dd translate="no" className="num">
            {of.nav ? formatUnits(of.nav.value) : "–"}
          </dd>
        </div>
      </dl>
      <p className="small">
        {words(
          of.returns.sinceInceptionPerYear
            ? "my-account:strategy.averaged"
            : "my-account:strategy.sinceStart",
          { date: formatDate(of.startedOn) },
        )}
        <br />
        {words("my-account:strategy.notYours")}
      </p>
    </section>
  );
}

/** The strategy's description, whom it suits and does not suit, and how it is managed. */
export function About({ of, told }: Of<Strategy>) {
  const { words, lng, keep } = told;
  const text = (name: keyof Strategy["texts"]) => keep(of.texts[name][lng]);
  const rows: readonly (readonly [string, string])[] = [
    ["type", words(of.typeKey)],
    ["managedBy", text("managedBy")],
    ["model", text("model")],
    ["currencyPolicy", words(of.currencyPolicyKey)],
    ["dividendPolicy", words(of.dividendPolicyKey)],
    ["registeredOn", formatDate(of.registeredOn)],
    ["startedOn", formatDate(of.startedOn)],
    ["businessDay", text("businessDay")],
    ["timeWindow", text("timeWindow")],
    ["servicePeriod", text("servicePeriod")],
    ["supporters", text("supporters")],
    ["netAssets", netAssetsText(of.netAssets, words)],
  ];
  return (
    <section className="gap8" aria-labelledby="about">
      <h2 id="about">{words("strategy:about.title")}</h2>
      <p>{text("about")}</p>
      {(["suits", "suitsNot"] as const).map((who) => (
        <div key={who}>
          <h3>{words(`strategy:about.${who}`)}</h3>
          <ul className="reasons">
            {text(who)
              .split("\n")
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
          </ul>
        </div>
      ))}
      <h3>{words("strategy:about.facts")}</h3>
      <dl className="card card--pad facts2">
        {rows.map(([row, value]) => (
          <div key={row}>
            <dt>{words(`strategy:about.row.${row}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={`/api/strategies/${encodeURIComponent(of.code)}/factsheet?language=${lng}`} download>
          {words("strategy:about.factsheet")}
        </a>
      </p>
    </section>
  );
}

/** The risks, line by line. */
export function Risks({ of, told }: Of<Strategy>) {
  const { words, keep } = told;
  const lines = riskKeysOf(of).flatMap((key) => words(key).split("\n"));
  return (
    <section className="gap8" aria-labelledby="risks">
      <h2 id="risks">{words("strategy:risks.title")}</h2>
      <p className="small">{words("strategy:risks.level", { level: of.riskLevel })}</p>
      <ul className="reasons">
        {lines.map((line) => (
          <li key={line}>{keep(line)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The largest fall of the NAV since inception, or a note that the NAV has never fallen. */
export function Fall({ of, told }: Of<Strategy>) {
  const { words } = told;
  const { maxDrawdown } = of.returns;
  return (
    <section className="card card--pad gap4">
      <div className="row between">
        <h2>{words("my-account:strategy.fall.title")}</h2>
        {maxDrawdown === null ? null : (
          <span className="s18">
            <Delta percent={maxDrawdown.percent} />
          </span>
        )}
      </div>
      <p className="small">
        {maxDrawdown === null
          ? words("my-account:strategy.drawdownNone")
          : words("my-account:strategy.fall.when", {
              peak: formatDate(maxDrawdown.peak),
              trough: formatDate(maxDrawdown.trough),
            })}
      </p>
      {maxDrawdown === null ? null : (
        <p className="small">
          {words("my-account:strategy.fall.example", {
            left: formatBaht(
              decimalBaht(shareOf(EXAMPLE_SATANG, 10_000n + bpsOfPercent(maxDrawdown.percent))),
            ),
          })}
        </p>
      )}
    </section>
  );
}

/** Fees and minimum amounts, with an example. */
export function Costs({ of, told }: Of<Strategy>) {
  const { words } = told;
  const { fees } = of;
  const baht = (amount: string) => `${formatBaht(amount)} ${words("common:baht")}`;
  const plusVat = (bps: number) => words("my-account:strategy.plusVat", { rate: formatBps(bps) });
  const { fee, vat } = subscriptionCharges({
    amount: EXAMPLE_SATANG,
    feeBps: BigInt(fees.frontEndBps),
    vatBps: BigInt(fees.vatBps),
  });
  return (
    <section className="gap8">
      <h2>{words("my-account:strategy.costs")}</h2>
      <div className="card card--pad">
        <Pairs
          of={[
            { key: "fee", label: words("my-account:strategy.once"), value: plusVat(fees.frontEndBps) },
            {
              key: "management",
              label: words("my-account:strategy.daily"),
              value: words("my-account:strategy.perYear", { rate: formatBps(fees.managementBps) }),
            },
            {
              key: "totalCost",
              label: words("strategy:compare.row.totalCost"),
              value: words("strategy:compare.withVat", { rate: formatBps(fees.totalCostBps) }),
            },
            {
              key: "profitFee",
              label: words("my-account:strategy.onProfit"),
              value: plusVat(fees.reductionProfitBps),
            },
            {
              key: "switchIn",
              label: words("my-account:strategy.intoSwitch"),
              value: plusVat(fees.switchInBps),
            },
            {
              key: "minFirst",
              label: words("my-account:strategy.minFirst"),
              value: baht(of.minimums.first),
              look: "sum",
            },
            { key: "minNext", label: words("my-account:strategy.minNext"), value: baht(of.minimums.next) },
          ]}
        />
      </div>
      <p className="small">
        {words("my-account:strategy.example", {
          cost: formatBaht(decimalBaht(fee + vat)),
        })}
      </p>
    </section>
  );
}
