import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../kit/api/query.ts";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatBaht, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { BehindFlag } from "../parts/behind-flag.tsx";
import type { Strategy } from "../parts/records.ts";
import { costOf, fallOf, typedBaht } from "./calculate.ts";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "../portfolio/portfolio.css";

/**
 * The page of calculators: the cost of buying, and the effect of the largest fall. It is available if the
 * switch `tools-menu` is on.
 */
export default function ToolsScreen() {
  return (
    <BehindFlag flag="tools-menu" title={useText()("portfolio:tools.title")}>
      <Tools />
    </BehindFlag>
  );
}

function Tools() {
  const strategies = useQuery(get("/strategies"));
  if (strategies.isPending) return <LoadingShape rows={4} />;
  if (strategies.isLoadingError)
    return <ErrorState error={strategies.error} retry={() => void strategies.refetch()} />;
  return <Calculators of={strategies.data.strategies} />;
}

/** Both calculators, for one amount and one strategy. */
export function Calculators({ of }: { readonly of: readonly Strategy[] }) {
  const words = useText();
  const [typed, setTyped] = useState("100000");
  const [code, setCode] = useState(of[0]?.code ?? "");
  const strategy = of.find((one) => one.code === code);
  const amount = typedBaht(typed);
  return (
    <>
      <div className="card card--pad halves">
        <TextField
          id="tool-amount"
          label={words("portfolio:tools.amount")}
          inputMode="decimal"
          value={typed}
          error={amount === null ? words("portfolio:tools.wrong") : null}
          onValue={setTyped}
        />
        <SelectField
          id="tool-strategy"
          label={words("my-account:overview.strategy")}
          value={code}
          onValue={setCode}
        >
          {of.map((one) => (
            <option key={one.code} value={one.code}>
              {one.code}
            </option>
          ))}
        </SelectField>
      </div>
      {strategy === undefined || amount === null ? null : (
        <div className="halves">
          <Cost of={strategy} amount={amount} />
          <Fall of={strategy} amount={amount} />
        </div>
      )}
      <p className="small">{words("portfolio:tools.note")}</p>
    </>
  );
}

function Cost({ of, amount }: { readonly of: Strategy; readonly amount: bigint }) {
  const words = useText();
  const cost = costOf(of, amount);
  const line = (key: string, value: string) => ({ key, label: words(`portfolio:tools.cost.${key}`), value });
  return (
    <section className="card card--pad gap8" aria-labelledby="cost">
      <h2 id="cost">{words("portfolio:tools.cost.title")}</h2>
      <Pairs
        of={[
          line("fee", formatBaht(cost.fee)),
          line("vat", formatBaht(cost.vat)),
          { ...line("net", formatBaht(cost.net)), look: "sum" },
          ...(cost.units === null ? [] : [line("units", formatUnits(cost.units))]),
          line("year", formatBaht(cost.managementYear)),
        ]}
      />
      <p className="small">{words("portfolio:tools.cost.text")}</p>
    </section>
  );
}

function Fall({ of, amount }: { readonly of: Strategy; readonly amount: bigint }) {
  const words = useText();
  const fall = fallOf(of, amount);
  return (
    <section className="card card--pad gap8" aria-labelledby="fall">
      <h2 id="fall">{words("portfolio:tools.fall.title")}</h2>
      {fall === null ? (
        <p>{words("my-account:strategy.drawdownNone")}</p>
      ) : (
        <>
          <Pairs
            of={[
              { key: "percent", label: words("portfolio:tools.fall.percent"), value: `−${fall.percent}%` },
              { key: "lost", label: words("portfolio:tools.fall.lost"), value: `−${formatBaht(fall.lost)}` },
              {
                key: "left",
                label: words("portfolio:tools.fall.left"),
                value: formatBaht(fall.left),
                look: "sum",
              },
            ]}
          />
          <p className="small">{words("portfolio:tools.fall.text")}</p>
        </>
      )}
    </section>
  );
}
