import { satangOf } from "../../../domain/money.ts";
import { Delta } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import "./portal.css";

type Part = { readonly code: string; readonly profit: string };

/**
 * Bars with the unrealised profit of each strategy, best first. Gains extend to the right, losses to the
 * left.
 */
export function ProfitBars({ of }: { readonly of: readonly Part[] }) {
  const words = useText();
  const sorted = of.toSorted((one, other) => (satangOf(one.profit) < satangOf(other.profit) ? 1 : -1));
  const most = sorted.reduce((size, { profit }) => (sizeOf(profit) > size ? sizeOf(profit) : size), 1n);
  return (
    <ul className="profitbars" aria-label={words("my-account:overview.profitOf.bars")}>
      {sorted.map(({ code, profit }) => {
        const width = Number((sizeOf(profit) * 100n) / most);
        const falls = profit.startsWith("-");
        return (
          <li key={code}>
            <span className="nb">{code}</span>
            <svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={falls ? 100 - width : 100}
                width={width}
                height="14"
                fill={falls ? "var(--loss)" : "var(--gain)"}
              />
              <path d="M100 0V14" stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
            </svg>
            <span className="right">
              <Delta baht={profit} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the absolute gain or loss, in satang. */
function sizeOf(profit: string): bigint {
  return satangOf(profit.replace(/^-/, ""));
}
