import type { Compiled, Node } from "./compiled.ts";
import type { Facts, Instance } from "./instance.ts";
import { pass } from "./pass-step.ts";
import { replay } from "./replay.ts";
import { type Flags, finish, NONE, type Run, start } from "./run.ts";
import type { Passed, Walk } from "./walk.ts";

/**
 * Derives the person's position from the start of the flow. The position is the first step without a valid
 * answer or a counting receipt. Pure: the same instance, facts and flags give the same walk, on the server
 * and in the browser. `facts` are the supplied facts by `factKey`; `null` for an absent fact. If a needed
 * fact was not supplied, the walk stops with `needs`. Supply that fact and call `derive` again.
 * @throws if a receipt names a step that the definition does not have (publishing rejects such a `follow`).
 */
export function derive(compiled: Compiled, instance: Instance, facts: Facts, flags: Flags): Walk {
  return finish(walk(start(compiled.plan, instance, facts, flags), null));
}

/**
 * Walks until the person's position is known. `probe`: the step whose submission is being checked. The walk
 * finds out whether that step is open for an answer. If that step is an effect, the walk also stops there.
 */
export function walk(run: Run, probe: string | null): Run {
  const first = run.history.frozen.length === 0 ? (run.plan.nodes[run.plan.start] as Node) : replay(run);
  return walkFrom(run, first, probe);
}

/** Continues a walk at a step; `null` means that the walk has stopped. */
export function walkFrom(run: Run, from: Node | null, probe: string | null = null): Run {
  let node = from;
  while (node !== null) {
    if (node.id === probe) {
      run.reached = true;
      if (node.kind === "effect") return run;
    }
    node = pass(run, node);
  }
  if (run.history.end !== null) close(run, run.history.end.step);
  return run;
}

/**
 * Finishes a walk if the instance has an end receipt. Freezes every step, and keeps the instance at that end,
 * whatever the current facts are.
 */
function close(run: Run, step: string): void {
  for (let index = 0; index < run.trail.length; index += 1)
    run.trail[index] = { ...(run.trail[index] as Passed), frozen: true };
  if (run.at?.kind === "end" && run.at.step === step) {
    run.at = { ...run.at, mayChange: NONE };
    return;
  }
  const node = run.plan.byId.get(step);
  if (node === undefined || node.step.kind !== "end")
    throw new Error(`derive: end receipt names ${step}, which is not an end`);
  const { outcome, reason } = node.step;
  run.blocking = NONE;
  run.at = { kind: "end", step, outcome, reason, explanation: NONE, mayChange: NONE, final: true };
}
