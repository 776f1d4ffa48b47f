import { ChartLine, Table2 } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { Skeleton } from "../../kit/parts/states.tsx";
import { formatDate, formatNumber } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { navChange, RANGES, type Range, type Shown, shownIn } from "./chart-range.ts";
import type { LinePoint } from "./line-chart.tsx";
import "./portal.css";

const LineChart = lazy(() => import("./line-chart.tsx"));

/** A chart with its range switch, a sentence that follows the range, and the same data as a table. */
export function ChartPanel({
  points,
  names,
  onBrand,
  children,
}: {
  readonly points: readonly LinePoint[];
  readonly names: readonly [string, string?];
  readonly onBrand?: boolean;
  /** The sentence about what is shown; `null` leaves it to the change in percent. */
  readonly children?: (shown: Shown, range: string) => React.ReactNode;
}) {
  const words = useText();
  const [range, setRange] = useState<Range>("6m");
  const [asTable, setAsTable] = useState(false);
  const idle = useIdle();
  const shown = shownIn(points, range);
  // A history shorter than the range is named by its own beginning, not by a period that it does not fill.
  const rangeWord = shown.whole
    ? words("my-account:strategy.range.since", { date: formatDate(points[0]?.date ?? "") })
    : words(`my-account:strategy.range.${range}`);
  const Icon = asTable ? ChartLine : Table2;
  return (
    <div className="gap8">
      <div className="screenhead">
        <p className="small">
          {children ? children(shown, rangeWord) : <Change shown={shown} range={rangeWord} />}
        </p>
        <button
          type="button"
          className="iconbtn"
          aria-pressed={asTable}
          aria-label={words(asTable ? "my-account:strategy.chartShow" : "my-account:strategy.table")}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon size={22} aria-hidden="true" />
        </button>
      </div>
      {asTable ? (
        <Figures points={shown.points} names={names} />
      ) : idle && shown.points.length > 0 ? (
        <Suspense fallback={<Skeleton height="240px" />}>
          <LineChart
            points={shown.points}
            names={names}
            label={`${names[0]} ${rangeWord}`}
            onBrand={onBrand ?? false}
          />
        </Suspense>
      ) : (
        <Skeleton height="240px" />
      )}
      {names[1] && !asTable ? (
        <p className={onBrand ? "legend" : "legend legend--plain"} aria-hidden="true">
          <span>
            <i /> {names[0]}
          </span>
          <span>
            <i className="dashed" /> {names[1]}
          </span>
        </p>
      ) : null}
      <fieldset className="range">
        <legend className="sr">{words("my-account:strategy.chart")}</legend>
        {(Object.keys(RANGES) as Range[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
            {words(`my-account:strategy.range.${one}`)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function Change({ shown, range }: { readonly shown: Shown; readonly range: string }) {
  const words = useText();
  const percent = navChange(shown);
  if (percent === null) return null;
  const [before = "", after = ""] = words("my-account:strategy.sentence", { range, change: "\u0000" }).split(
    "\u0000",
  );
  return (
    <>
      {before}
      <Delta percent={percent} />
      {after}
    </>
  );
}

function Figures({
  points,
  names,
}: {
  readonly points: readonly LinePoint[];
  readonly names: readonly [string, string?];
}) {
  const words = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <section className="tablewrap figures" tabIndex={0} aria-label={names[0]}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{words("my-account:strategy.date")}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="r">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.date}>
              <td>{formatDate(point.date)}</td>
              <td className="r">{formatNumber(point.value)}</td>
              {names.length > 1 ? <td className="r">{formatNumber(point.reference ?? "")}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

// The chart's code is fetched when the page has nothing better to do.
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const later =
      typeof requestIdleCallback === "function"
        ? requestIdleCallback
        : (run: () => void) => setTimeout(run, 200);
    later(() => setIdle(true));
  }, []);
  return idle;
}
