import type { WidgetProps } from "@rjsf/utils";
import { Choices } from "../../flow/widgets/choice-widgets.tsx";
import { RiskBar } from "../../kit/parts/small-parts.tsx";
import { hasText, useText } from "../../kit/text/i18n.ts";
import { STRATEGIES, strategyKey } from "../parts/strategies.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import "./trade.css";

/**
 * A field with which a person picks a strategy. Each option shows an icon, code, short description and risk.
 */
export function StrategyCardsWidget(props: WidgetProps) {
  const words = useText();
  return (
    <Choices
      {...props}
      draw={(value) => {
        const code = String(value);
        const key = strategyKey(code);
        const known = STRATEGIES.find((one) => one.code === code);
        return (
          <span className="strategychoice">
            <StrategyIcon code={code} />
            <span>
              <b>{code}</b>
              {key && hasText(key) ? <small>{words(key)}</small> : null}
              {known ? <RiskBar level={known.riskLevel} /> : null}
            </span>
          </span>
        );
      }}
    />
  );
}
