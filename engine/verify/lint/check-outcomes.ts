import type { Definition } from "../../flow/definition.ts";
import { targetsOf } from "../../flow/step-kinds.ts";
import { reachableFrom, reachesPast } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/** Checks that people reach an end with the outcome "done" only after an effect. */
export function checkOutcomes(definition: Definition): readonly Fault[] {
  const failures = failuresAsDone(definition);
  return failures.length > 0 ? failures : doneWithout(definition);
}

/** Checks that the deadline of a wait cannot change. */
export function checkWaitEnds(definition: Definition): readonly Fault[] {
  return movingEnds(definition);
}

/**
 * Reports deadlines that can change. A fact can change the deadline later; outputs of effects and answers
 * cannot.
 */
function movingEnds({ flow }: Definition): readonly Fault[] {
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] =>
    step.kind === "wait" && step.until !== undefined && !/^(effects|answers)\./.test(step.until)
      ? [{ pointer: `/steps/${id}/until`, says: { key: "until-may-move", params: { path: step.until } } }]
      : [],
  );
}

/** Reports failures and timeouts that lead to an end with the outcome "done". */
function failuresAsDone({ flow }: Definition): readonly Fault[] {
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

/**
 * Reports "done" ends that can be reached without an effect. If some paths have an effect that happens only
 * once, every path must have such an effect.
 */
function doneWithout(definition: Definition): readonly Fault[] {
  const { flow, effects } = definition;
  const all = Object.entries(flow.steps).flatMap(([id, step]) =>
    step.kind === "effect" ? [[id, step] as const] : [],
  );
  return Object.keys(flow.steps)
    .filter((end) => isDone(flow, end))
    .flatMap((end): readonly Fault[] => {
      const before = all.filter(([id]) => reachableFrom(definition, id).has(end));
      const once = before.filter(([, step]) => effects[step.effect]?.repeatable === false);
      const steps = (once.length > 0 ? once : before).map(([id]) => id);
      const pointer = `/steps/${end}`;
      // If people cannot reach an end at all, another check reports that.
      if (!reachesPast(definition, end, new Set(steps))) return [];
      if (steps.length === 0)
        return [{ pointer, says: { key: "done-without-effect.none", params: { end } } }];
      return [{ pointer, says: { key: "done-without-effect", params: { end, steps } } }];
    });
}

function isDone({ steps }: Definition["flow"], id: string): boolean {
  const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
  return step?.kind === "end" && step.outcome === "done";
}
