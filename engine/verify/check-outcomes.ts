import type { Definition } from "../flow/definition.ts";
import { targetsOf } from "../flow/step-kinds.ts";
import type { Fault } from "./fault.ts";

/** What failed, or was waited for in vain, does not end as if it were done. */
export function checkOutcomes({ flow }: Definition): readonly Fault[] {
  return Object.entries(flow.steps).flatMap(([id, step]) =>
    targetsOf(id, step)
      .filter(({ how, to }) => how === "route" && isDone(flow, to))
      .map(
        ({ pointer, to }): Fault => ({
          pointer,
          says: { key: "failure-ends-done", params: { step: id, end: to } },
        }),
      ),
  );
}

function isDone({ steps }: Definition["flow"], id: string): boolean {
  const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
  return step?.kind === "end" && step.outcome === "done";
}
