import { ButtonLink } from "../../kit/parts/button.tsx";
import { Delta, RiskBar } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Overview } from "../parts/records.ts";
import { oneLiner } from "../parts/strategies.ts";
import { StrategyItem } from "../parts/strategy-list.tsx";
import "../parts/portal.css";
import "./overview.css";

/**
 * Strategies that the person does not hold and that are within their risk level, each with the reason.
 * Renders nothing before the suitability test.
 */
export function Recommended({ of }: { readonly of: Overview["recommended"] }) {
  const words = useText();
  const { maxRisk, strategies } = of;
  if (maxRisk === null) return null;
  return (
    <section className="gap8 profitsection" aria-labelledby="recommended">
      <div className="sechead">
        <h2 id="recommended">{words("portfolio:recommended.title")}</h2>
      </div>
      {strategies.length === 0 ? (
        <div className="card card--pad gap8">
          <p className="mut">{words("portfolio:recommended.none", { maxRisk })}</p>
          <ButtonLink href="/strategies" kind="soft" small>
            {words("portfolio:recommended.all")}
          </ButtonLink>
        </div>
      ) : (
        <>
          <ul className="card list">
            {strategies.map(({ code, riskLevel, strategyReturn1y }) => (
              <StrategyItem
                key={code}
                code={code}
                name={oneLiner(code)}
                note={words("portfolio:recommended.why", { level: riskLevel, maxRisk })}
              >
                <RiskBar level={riskLevel} />
                {strategyReturn1y === null ? null : (
                  <>
                    <br />
                    <Delta percent={strategyReturn1y} />
                    <br />
                    <small>{words("my-account:strategies.in1y")}</small>
                  </>
                )}
              </StrategyItem>
            ))}
          </ul>
          <p className="small under">{words("portfolio:recommended.note")}</p>
        </>
      )}
    </section>
  );
}
