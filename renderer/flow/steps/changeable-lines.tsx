import { wholeCodes } from "../../kit/parts/phrases.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { ShownLine } from "../show-value.ts";

/** The answers of one step, each with a Change link if the answer may be changed. */
export function ChangeableLines({
  lines,
  change,
}: {
  readonly lines: readonly ShownLine[];
  readonly change: (() => void) | null;
}) {
  const words = useText();
  return lines.map((line) => (
    <div key={line.path}>
      <dt>{line.label}</dt>
      <dd>{wholeCodes(line.value)}</dd>
      {change ? (
        <dd className="ch">
          <button type="button" className="link" onClick={change}>
            {words("button:change")}
            <span className="sr"> {line.label}</span>
          </button>
        </dd>
      ) : null}
    </div>
  ));
}
