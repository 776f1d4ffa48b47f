import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { RiskBar } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { BehindFlag } from "../parts/behind-flag.tsx";
import type { Strategy } from "../parts/records.ts";
import { oneLiner } from "../parts/strategies.ts";
import { StrategyCell, StrategyItem, StrategyTable } from "../parts/strategy-list.tsx";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";

const PERIODS = [
  ["day1", "day1"],
  ["days7", "week1"],
  ["months3", "month3"],
  ["year1", "year1"],
  ["yearToDate", "ytd"],
] as const;

/** The market page: NAV and returns of all strategies, if the switch `market-menu` is on. */
export default function MarketScreen() {
  return (
    <BehindFlag flag="market-menu" title={useText()("portfolio:market.title")}>
      <Market />
    </BehindFlag>
  );
}

function Market() {
  const words = useText();
  const strategies = useQuery(get("/strategies"));
  if (strategies.isPending) return <LoadingShape rows={6} />;
  if (strategies.isLoadingError)
    return <ErrorState error={strategies.error} retry={() => void strategies.refetch()} />;
  return <MarketList of={strategies.data.strategies} note={words("my-account:strategy.past")} />;
}

/** The list of strategies: cards on phones, a table on wide screens. */
export function MarketList({ of, note }: { readonly of: readonly Strategy[]; readonly note: string }) {
  const words = useText();
  return (
    <>
      <ul className="card list onlyphone">
        {of.map(({ code, nav, returns, riskLevel }) => (
          <StrategyItem key={code} code={code} name={oneLiner(code)} below={<RiskBar level={riskLevel} />}>
            <b translate="no" className="num">
              {nav === null ? "–" : formatUnits(nav.value)}
            </b>
            <br />
            <StrategyReturn percent={returns.day1} />
            <br />
            <small>{words("my-account:strategy.return.day1")}</small>
          </StrategyItem>
        ))}
      </ul>
      <StrategyTable
        columns={[
          { name: words("my-account:strategies.name"), left: true },
          { name: words("my-account:strategy.nav") },
          ...PERIODS.map(([, word]) => ({ name: words(`my-account:strategy.return.${word}`) })),
        ]}
      >
        {of.map(({ code, nav, returns }) => (
          <tr key={code}>
            <StrategyCell code={code} name={oneLiner(code)} />
            <td className="r">
              {nav === null ? "–" : formatUnits(nav.value)}
              <br />
              <small className="mut">{nav === null ? "" : formatDate(nav.date)}</small>
            </td>
            {PERIODS.map(([field]) => (
              <td key={field} className="r">
                <StrategyReturn percent={returns[field]} />
              </td>
            ))}
          </tr>
        ))}
      </StrategyTable>
      <p className="small">{note}</p>
    </>
  );
}
