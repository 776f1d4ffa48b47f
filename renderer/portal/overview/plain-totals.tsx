import type { ReactNode } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { Delta, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { About, CurrencySwitch, RateNote, useDisplayRate } from "../parts/about-currency.tsx";
import type { WholeOverview } from "../parts/records.ts";
import { hideAmounts } from "./amounts-hidden.ts";

/** The totals without a panel, for when the switch `new-overall-page` is off. */
export function PlainTotals({ of, hidden }: { readonly of: WholeOverview; readonly hidden: boolean }) {
  const words = useText();
  const { total } = of;
  const rate = useDisplayRate();
  const secret = (text: ReactNode) => (hidden ? "••••" : text);
  const line = (key: string, value: ReactNode) => ({
    key,
    label: words(`my-account:overview.${key}`),
    value: secret(value),
  });
  return (
    <section className="card card--pad gap8 hometotals" aria-labelledby="total">
      <div className="screenhead">
        <h1 id="total" tabIndex={-1}>
          {words("my-account:overview.title")}
        </h1>
        <Button kind="plain" small aria-pressed={hidden} onClick={() => hideAmounts(!hidden)}>
          {words(hidden ? "my-account:overview.show" : "my-account:overview.hide")}
        </Button>
        <CurrencySwitch className="btn btn--plain btn--small" />
      </div>
      <Pairs
        of={[
          {
            ...line(
              "total",
              <>
                {formatBaht(total.value)} <About baht={total.value} rate={rate} hidden={hidden} />
              </>,
            ),
            look: "strong",
          },
          line("principal", formatBaht(total.principal)),
          line("profit", <Delta baht={total.profit} />),
          line("totalProfit", <Delta baht={total.totalProfit} />),
          { ...line("mine", null), value: of.holdings.length },
        ]}
      />
      <p className="small">
        {of.asOf === null
          ? words("my-account:overview.noNav")
          : words("my-account:overview.asOf", { date: formatDate(of.asOf) })}
      </p>
      <RateNote rate={rate} />
    </section>
  );
}
