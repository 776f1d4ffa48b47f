import { keyed } from "../../kit/parts/keyed.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { WayOn } from "../engine/messages.ts";

/** The transitions from a step to the next steps, read-only. */
export function OnwardList({
  ways,
  titleOf,
  onStep,
}: {
  readonly ways: readonly WayOn[];
  readonly titleOf: (step: string) => string;
  readonly onStep: (step: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const isSplit = ways.some(({ when }) => when !== null);
  const sayOf = ({ how, when }: WayOn): string => {
    if (how !== "next") return words(`studio:onward.${how}`);
    if (when !== null) return words("studio:onward.when", { when: when[lng] });
    return words(isSplit ? "studio:onward.else" : "studio:onward.always");
  };
  return (
    <ul className="onward">
      {keyed(ways, ({ how, to }) => `${how} ${to}`).map(({ key, item: way }) => (
        <li key={key}>
          <button type="button" className="link" onClick={() => onStep(way.to)}>
            {titleOf(way.to)}
          </button>
          <span className="small">{sayOf(way)}</span>
        </li>
      ))}
    </ul>
  );
}
