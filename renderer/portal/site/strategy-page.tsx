import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBaht, formatChange, formatDate, formatUnits } from "../../kit/text/format.ts";
import { monthsOf } from "../parts/chart-figures.ts";
import { navChange } from "../parts/chart-range.ts";
import type { LinePoint } from "../parts/line-point.ts";
import { LineSketch } from "../parts/line-sketch.tsx";
import { followAddress } from "../strategies/follow-address.ts";
import { About, Costs, Fall, NavNow, ReturnsOf, Risks, type Told } from "../strategies/strategy-facts.tsx";
import { TableBox } from "./blocks.tsx";
import { RiskBar } from "./cards.tsx";
import { Below } from "./frame.tsx";
import { crumbsOf, nameOfStrategy } from "./pages.tsx";
import type { Site } from "./site.ts";
import type { SiteShown } from "./site-data.ts";

/** Number of columns of the drawn line. A phone cannot show more detail. */
const COLUMNS = 90;

/** The public page of a strategy. It shows what investors see, without personal data and without a script. */
export function StrategyPage({
  site,
  of: shown,
}: {
  readonly site: Site;
  readonly of: Extract<SiteShown, { page: "strategy" }>;
}) {
  const { words } = site;
  const of = shown.strategy;
  const told: Told = { words, lng: site.language, keep: (text) => text };
  const points = of.history.map(({ date, nav }) => ({ date, value: nav }));
  return (
    <Below site={site} crumbs={crumbsOf(site, shown)}>
      <h1>
        {of.code} <span className="small">{nameOfStrategy(site, of)}</span>
      </h1>
      <div className="strategycols">
        <div className="gap16">
          <NavNow of={of} told={told} heading="h2">
            <RiskBar site={site} level={of.riskLevel} />
          </NavNow>
          <History site={site} points={points} />
          <ReturnsOf of={of} told={told} />
        </div>
        <div className="gap16">
          <section className="gap8" aria-label={words("my-account:strategy.investIn", { code: of.code })}>
            {of.open ? (
              <>
                <p className="small">
                  {words("my-account:strategy.from", { amount: formatBaht(of.minimums.first) })}
                </p>
                {site.places.invest ? (
                  <ButtonLink kind="main" wide href={`/invest?strategy=${encodeURIComponent(of.code)}`}>
                    {words("my-account:strategy.investIn", { code: of.code })}
                  </ButtonLink>
                ) : null}
              </>
            ) : (
              <Note tone="warn">{words("my-account:strategy.closed")}</Note>
            )}
            <a href={`${site.to("/strategies/compare")}?codes=${encodeURIComponent(of.code)}`}>
              {words("strategy:compare.button")}
            </a>
            <a href={followAddress(of.code)}>{words("my-account:follow.button")}</a>
          </section>
          <About of={of} told={told} />
          <Risks of={of} told={told} />
          <Fall of={of} told={told} />
          <Costs of={of} told={told} />
        </div>
      </div>
    </Below>
  );
}

/** The NAV history as a line, a sentence, and a table of months. */
function History({ site, points }: { readonly site: Site; readonly points: readonly LinePoint[] }) {
  const { words } = site;
  const [first] = points;
  const change = navChange({ points, whole: true });
  if (first === undefined || change === null) return null;
  const range = words("my-account:strategy.range.since", { date: formatDate(first.date) });
  const nav = words("my-account:strategy.nav");
  return (
    <section className="gap8" aria-labelledby="over-time">
      <h2 id="over-time">{words("my-account:strategy.chart")}</h2>
      <p className="small">
        {words("my-account:strategy.sentence", { range, change: formatChange(change) })}
      </p>
      <LineSketch points={points} label={`${nav} ${range}`} lng={site.language} columns={COLUMNS} />
      <details>
        <summary>{words("my-account:strategy.table")}</summary>
        <TableBox label={nav}>
          <table>
            <caption className="sr">{nav}</caption>
            <thead>
              <tr>
                <th scope="col">{words("my-account:strategy.date")}</th>
                <th scope="col">{nav}</th>
              </tr>
            </thead>
            <tbody>
              {monthsOf(points).map(({ last }) => (
                <tr key={last.date}>
                  <th scope="row">{formatDate(last.date)}</th>
                  <td>{formatUnits(last.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      </details>
    </section>
  );
}
