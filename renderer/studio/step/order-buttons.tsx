import { ChevronDown, ChevronUp } from "lucide-react";
import { useText } from "../../kit/text/i18n.ts";

/** Buttons that move an entry of a list up or down by one position. */
export function OrderButtons({
  name,
  isFirst,
  isLast,
  onUp,
  onDown,
}: {
  /** Name of the entry, for screen readers. */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
}) {
  const words = useText();
  return (
    <>
      <button
        type="button"
        className="iconbtn"
        disabled={isFirst}
        aria-label={words("studio:question.up", { question: name })}
        onClick={onUp}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="iconbtn"
        disabled={isLast}
        aria-label={words("studio:question.down", { question: name })}
        onClick={onDown}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </button>
    </>
  );
}
