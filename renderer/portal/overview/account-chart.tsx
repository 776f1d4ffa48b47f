import { useState } from "react";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChartPanel } from "../parts/chart-panel.tsx";
import { profitChange, type Shown } from "../parts/chart-range.ts";
import type { Overview } from "../parts/records.ts";
import "../parts/portal.css";

type Series = Overview["series"];

/** How the account did: profit first, since deposits make cliffs in a value; value against principal second. */
export function AccountChart({ of }: { readonly of: Series }) {
  const words = useText();
  const [shows, setShows] = useState<"profit" | "value">("profit");
  const profits = shows === "profit";
  return (
    <div className="gap8">
      <fieldset className="range">
        <legend className="sr">{words("my-account:overview.chart.what")}</legend>
        {(["profit", "value"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === shows} onClick={() => setShows(one)}>
            {words(`my-account:overview.chart.${one}`)}
          </button>
        ))}
      </fieldset>
      <ChartPanel
        key={shows}
        onBrand
        points={of.map(({ date, value, principal, profit }) =>
          profits ? { date, value: profit, profit } : { date, value, reference: principal, profit },
        )}
        names={
          profits
            ? [words("my-account:overview.totalProfit")]
            : [words("my-account:overview.value"), words("my-account:overview.principal")]
        }
      >
        {(shown, range) => <ProfitChange shown={shown} range={range} />}
      </ChartPanel>
    </div>
  );
}

/** What the profit did in the range that is shown: deposits move the value, never this. Over the whole time it is the total profit, the fees of the first day included. */
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
