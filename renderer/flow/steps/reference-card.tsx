import type { Definition } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { labelOf } from "../show-value.ts";
import { shownValues } from "../shown-groups.ts";
import type { Read } from "./shown-panel.tsx";

/** The reference numbers that a step shows, each in its own card. */
export function References({
  definition,
  step,
  read,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly read: Read;
}) {
  return shownValues(definition, step)
    .filter(({ role }) => role === "reference")
    .map(({ path }) => <ReferenceCard key={path} definition={definition} path={path} value={read(path)} />);
}

/** A reference number with a copy button. */
function ReferenceCard({
  definition,
  path,
  value,
}: {
  readonly definition: Definition;
  readonly path: string;
  readonly value: Json | undefined;
}) {
  if (typeof value !== "string") return null;
  return (
    <div className="card card--pad row between shown">
      <div>
        <p className="small">{labelOf(definition, path)}</p>
        <p translate="no" className="num s18 reference">
          <b>{value}</b>
        </p>
      </div>
      <CopyButton text={value} of={labelOf(definition, path)} />
    </div>
  );
}
