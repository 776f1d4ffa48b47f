import { useId } from "react";
import { fieldsOf } from "../../../engine/flow/form-schema.ts";
import type { Definition, Progress } from "../../../engine/flow/index.ts";
import { firstText, useText } from "../../kit/text/i18n.ts";

/** On a screen without questions, lists the remaining steps by name. */
export function Ahead({
  definition,
  step,
  progress,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly progress: Progress;
}) {
  const words = useText();
  // A preview shows several screens at once, so their element ids must differ.
  const heading = useId();
  const { id, namespace, groups = [] } = definition.flow;
  if (progress === null || fieldsOf(definition.schemas[step] ?? {}).length > 0) return null;
  const left = groups.slice(progress.index);
  if (left.length < 2) return null;
  return (
    <section className="shown" aria-labelledby={heading}>
      <h2 id={heading}>{words("common:flow.ahead")}</h2>
      <ol className="card missing">
        {left.map((group, at) => (
          <li key={group}>
            <span className="dot" aria-hidden="true">
              {progress.index + at + 1}
            </span>
            <span>{firstText([`${namespace}:${id}.groups.${group}`])}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
