import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";

/** A list of a rule's test cases, each with a button that removes it. */
export function RemoveCases({
  file,
  of,
  drafting,
}: {
  /** Path of the rule's file. */
  readonly file: string;
  readonly of: Studied["rules"][number]["cases"];
  readonly drafting: Drafting;
}) {
  const words = useText();
  return (
    <details className="card card--pad" id="r-cases">
      <summary>{words("studio:judge.takeOut")}</summary>
      <ul className="ways">
        {of.map((one, index) => (
          <li key={one.why} className="way rowwrap" id={`r-cases-${index}`} tabIndex={-1}>
            <span className="grow" lang="en">
              {index + 1}. {one.why}
            </span>
            <Button small onClick={() => drafting.apply({ op: "remove-case", args: { rule: file, index } })}>
              {words("studio:blocks.remove")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
