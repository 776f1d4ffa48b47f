import { failedChecks } from "./checks.ts";
import type { Node } from "./compiled.ts";
import { inputAt, inputHash } from "./effect-input.ts";
import type { EffectStep } from "./flow-file.ts";
import type { Instance } from "./instance.ts";
import { leave, moveTo } from "./leave.ts";
import { NONE, type Run, stop } from "./run.ts";
import { resolve } from "./scope.ts";
import type { FieldError, Position } from "./walk.ts";

export function passEffect(run: Run, node: Node, step: EffectStep): Node | null {
  const { answers } = run.instance;
  const own = node.form !== null && Object.hasOwn(answers, node.id) ? answers[node.id] : undefined;
  const input = inputAt(run.values, node, own?.value ?? null);
  const receipts = run.instance.receipts.filter(
    (receipt) => receipt.kind === "effect" && receipt.step === node.id,
  ) as readonly EffectReceipt[];
  const latest = receipts[receipts.length - 1];
  const same = latest !== undefined && latest.inputHash === inputHash(input) ? latest : null;
  const done = node.repeatable ? same : (receipts.find((receipt) => receipt.outcome.kind === "done") ?? null);
  if (done !== null && done.outcome.kind === "done") {
    run.values.effects[node.id] = done.outcome.output;
    if (own !== undefined) run.values.answers[node.id] = own.value;
    return leave(run, node);
  }
  const after = same === null ? DUE : afterFailure(run, step, same, receipts);
  if (after.kind === "to") return moveTo(run, node, after.to, false);
  const failed = failedChecks(run, node, false);
  if (failed === "stopped") return null;
  const attempt = receipts.length + 1;
  const stay = (state: "ask" | "due" | "running", errors: readonly FieldError[]) =>
    stop(run, { kind: "effect", step: node.id, state, input, errors, attempt }, failed?.clauses);
  if (failed !== null) return stay("ask", failed.errors);
  if (after.kind === "running" && node.form === null) return stay("running", NONE);
  if (after.kind === "ask") return stay("ask", [after.error]);
  return stay(node.form === null ? "due" : "ask", NONE);
}

/**
 * Returns the position at an effect that may run now. Used when a walk has stopped at the form of the effect.
 */
export function dueAt(run: Run, node: Node): Position {
  // The input may read facts or derived values that no earlier step needed.
  if (node.arrival !== null) resolve(run.plan, run.values, run.facts, node.arrival);
  const input = inputAt(run.values, node, run.instance.answers[node.id]?.value ?? null);
  const attempt =
    run.instance.receipts.filter((receipt) => receipt.kind === "effect" && receipt.step === node.id).length +
    1;
  return { kind: "effect", step: node.id, state: "due", input, errors: NONE, attempt };
}

type EffectReceipt = Extract<Instance["receipts"][number], { kind: "effect" }>;

type AfterFailure =
  | { readonly kind: "due" }
  | { readonly kind: "to"; readonly to: string }
  | { readonly kind: "running" }
  | { readonly kind: "ask"; readonly error: FieldError };

const DUE: AfterFailure = { kind: "due" };

/** Returns the position or step that follows an expected failure with the same input. */
function afterFailure(
  run: Run,
  step: EffectStep,
  latest: EffectReceipt,
  receipts: readonly EffectReceipt[],
): AfterFailure {
  if (latest.outcome.kind !== "failed") return DUE;
  const { code, field } = latest.outcome;
  const route = step.errors[code];
  if (route === undefined)
    throw new Error(
      `derive: receipt ${latest.seq} of instance ${run.instance.id} failed with ${code}, which has no route`,
    );
  if ("retry" in route) {
    const failures = receipts.filter(
      ({ inputHash: hash, outcome }) =>
        hash === latest.inputHash && outcome.kind === "failed" && outcome.code === code,
    );
    return failures.length <= route.retry ? { kind: "running" } : { kind: "to", to: route.to };
  }
  if ("to" in route) return { kind: "to", to: route.to };
  if ("ask" in route) return { kind: "ask", error: { pointer: `/${field ?? route.ask}`, code, params: {} } };
  // The error route reopens an earlier step. If that step was contested, the person has answered it again,
  // because otherwise the walk would have stopped there. If it was not contested, the effect asks again.
  const contest = run.history.contests.get(route.reopen);
  return contest !== undefined && contest.seq > latest.seq
    ? DUE
    : { kind: "ask", error: { pointer: "", code, params: {} } };
}
