import { useState } from "react";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChartPanel } from "../parts/chart-panel.tsx";
import { profitChange, type Shown } from "../parts/chart-range.ts";
import type { LinePoint } from "../parts/line-point.ts";
import type { Overview } from "../parts/records.ts";
import "../parts/portal.css";

type Series = Overview["series"];

type Shows = "profit" | "value" | "invested";

/**
 * Charts of the account over time: first the profit, then value and principal. The profit comes first,
 * because deposits do not affect it. `invested` adds a chart of the cumulative investment.
 */
export function AccountChart({
  of,
  onBrand = true,
  invested = false,
}: {
  readonly of: Series;
  /** Whether the chart is drawn on the brand's background. */
  readonly onBrand?: boolean;
  readonly invested?: boolean;
}) {
  const words = useText();
  const [shows, setShows] = useState<Shows>("profit");
  const all: readonly Shows[] = invested ? ["profit", "value", "invested"] : ["profit", "value"];
  return (
    <div className="gap8">
      <fieldset className="range">
        <legend className="sr">{words("my-account:overview.chart.what")}</legend>
        {all.map((one) => (
          <button key={one} type="button" aria-pressed={one === shows} onClick={() => setShows(one)}>
            {words(`my-account:overview.chart.${one}`)}
          </button>
        ))}
      </fieldset>
      <ChartPanel
        key={shows}
        onBrand={onBrand}
        points={of.map((day) => pointOf(day, shows))}
        names={
          shows === "profit"
            ? [words("my-account:overview.totalProfit")]
            : shows === "invested"
              ? [words("my-account:overview.investedOverTime")]
              : [words("my-account:overview.value"), words("my-account:overview.principal")]
        }
      >
        {(shown, range) => <ProfitChange shown={shown} range={range} />}
      </ChartPanel>
    </div>
  );
}

function pointOf({ date, value, principal, profit, invested }: Series[number], shows: Shows): LinePoint {
  switch (shows) {
    case "profit":
      return { date, value: profit, profit };
    case "value":
      return { date, value, reference: principal, profit };
    case "invested":
      return { date, value: invested, profit };
  }
}

/**
 * The change in profit over the shown range, which deposits do not affect. Over the whole history, this is
 * the total profit, including the first day's fees.
 */
export function ProfitChange({ shown, range }: { readonly shown: Shown; readonly range: string }) {
  const words = useText();
  const [before = "", after = ""] = words(
    `my-account:overview.${shown.whole ? "profitSinceBegin" : "profitChange"}`,
    {
      range,
      change: "\u0000",
    },
  ).split("\u0000");
  return (
    <>
      {before}
      <Delta baht={profitChange(shown)} />
      {after}
    </>
  );
}
