import type { WidgetProps } from "@rjsf/utils";
import { useQuery } from "@tanstack/react-query";
import { useFlowBackend } from "../../flow/flow-backend.ts";
import { Choices } from "../../flow/widgets/choice-widgets.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../kit/parts/states.tsx";
import { formatBaht, formatUnits } from "../../kit/text/format.ts";
import { hasText, useText } from "../../kit/text/i18n.ts";
import { isZero } from "../parts/records.ts";
import { strategyKey } from "../parts/strategies.ts";
import { StrategyIcon } from "../parts/strategy-icon.tsx";
import "./trade.css";

/**
 * A field with which a person picks one of the strategies that they hold. Each option shows the sellable
 * units and their value.
 */
export function HeldStrategiesWidget(props: WidgetProps) {
  const words = useText();
  const backend = useFlowBackend();
  const overview = useQuery({
    ...backend.record("/overview"),
    refetchOnMount: "always",
  });
  if (overview.isLoadingError)
    return <ErrorState error={overview.error} retry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <Skeleton height="160px" />;
  const { holdings } = overview.data;
  if (holdings.length === 0)
    return (
      <EmptyState
        title={words("my-account:held.none.title")}
        action={{ href: "/strategies", label: words("my-account:held.none.action") }}
      >
        {words("my-account:held.none.text")}
      </EmptyState>
    );
  return (
    <Choices
      {...props}
      values={holdings.map(({ code }) => code)}
      draw={(value) => {
        const held = holdings.find(({ code }) => code === value);
        if (held === undefined) return <b>{String(value)}</b>;
        const key = strategyKey(held.code);
        return (
          <span className="strategychoice">
            <StrategyIcon code={held.code} />
            <span>
              <b>{held.code}</b>
              {key && hasText(key) ? <small>{words(key)}</small> : null}
              <small translate="no" className="num">
                {isZero(held.availableUnits)
                  ? words("my-account:held.pending")
                  : words("my-account:held.available", { units: formatUnits(held.availableUnits) })}
              </small>
            </span>
            <b translate="no" className="num heldvalue">
              {formatBaht(held.availableValue)} <small>{words("common:baht")}</small>
            </b>
          </span>
        );
      }}
    />
  );
}
