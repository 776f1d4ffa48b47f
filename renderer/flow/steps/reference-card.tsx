import type { Definition } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { labelOf } from "../show-value.ts";

/** Splits shown places into references, which get a card with a copy button, and the rest. */
export function referencesOf(paths: readonly string[]): {
  readonly references: readonly string[];
  readonly others: readonly string[];
} {
  const isReference = (path: string) => path.endsWith(".reference");
  return { references: paths.filter(isReference), others: paths.filter((path) => !isReference(path)) };
}

/** A number that she keeps, with a button that copies it. */
export function ReferenceCard({
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
        <p className="num s18 reference">
          <b>{value}</b>
        </p>
      </div>
      <CopyButton text={value} of={labelOf(definition, path)} />
    </div>
  );
}
