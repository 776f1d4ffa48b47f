import type { Definition } from "../../../engine/flow/index.ts";
import { shownValues } from "../shown-groups.ts";
import { tradeParts } from "../trade-parts.ts";
import type { Read } from "./shown-panel.tsx";

/**
 * The timelines of records that the flow created, such as orders. The trade module draws one timeline for
 * each record id that the step shows.
 */
export function Timelines({
  definition,
  step,
  read,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly read: Read;
}) {
  const { Timeline } = tradeParts();
  return shownValues(definition, step).map(({ path, role }) => {
    const id = role === "timeline" ? read(path) : undefined;
    return typeof id === "string" ? <Timeline key={path} id={id} /> : null;
  });
}
