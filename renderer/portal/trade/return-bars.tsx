import { useText } from "../../kit/text/i18n.ts";
import "./trade.css";

/** Returns of the best and worst year of the four sample plans in the suitability form, in percent. */
const PLANS = [
  { best: 2.5, worst: 0 },
  { best: 7, worst: -1 },
  { best: 15, worst: -5 },
  { best: 25, worst: -15 },
];

/**
 * The four sample plans as bars, from the return of the worst year to that of the best. The texts of the
 * choices below state the same figures.
 */
export function ReturnBars() {
  const words = useText();
  const y = (percent: number) => 100 - percent * 3.2;
  return (
    <figure className="card card--pad returnbars">
      <svg viewBox="0 0 320 176" role="img" aria-label={words("common:flow.returnBars")}>
        <path d={`M0 ${y(0)}H320`} stroke="var(--line-strong)" />
        {PLANS.map(({ best, worst }, at) => {
          const x = 24 + at * 78;
          return (
            <g key={best}>
              <rect x={x} y={y(best)} width="36" height={y(0) - y(best)} rx="4" fill="var(--gain)" />
              {worst < 0 ? (
                <rect x={x} y={y(0)} width="36" height={y(worst) - y(0)} rx="4" fill="var(--loss)" />
              ) : null}
              <text x={x + 18} y={y(best) - 6} textAnchor="middle">
                +{best}%
              </text>
              <text x={x + 18} y={y(worst) + 17} textAnchor="middle">
                {worst < 0 ? `−${-worst}%` : "0%"}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
