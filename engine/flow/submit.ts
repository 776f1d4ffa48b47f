import type { FailedClause } from "../rules/rule.ts";
import type { JsonObject } from "../values/json.ts";
import { failedChecks, furtherErrors } from "./checks.ts";
import type { Compiled, Node } from "./compiled.ts";
import { walk, walkFrom } from "./derive.ts";
import { errorsOfValidation } from "./field-errors.ts";
import type { Answer, Facts, Instance } from "./instance.ts";
import { dueAt } from "./pass-effect.ts";
import { historyOf } from "./receipts.ts";
import { copyOf, type Flags, finish, type Run, start } from "./run.ts";
import { type Need, resolve } from "./scope.ts";
import type { FieldError, Walk } from "./walk.ts";

/**
 * An answer to one step. The step is a form, an effect's form (the answer then includes secrets), or a review
 * (the answer is `{values: {path: value}}` as shown).
 */
export type Submission = { readonly step: string; readonly answer: JsonObject };

/** The result of a submission. Only `accepted` changes anything. */
export type Decision =
  | {
      readonly kind: "accepted";
      /** Answers of the instance including this one, without secrets. */
      readonly answers: Instance["answers"];
      /** Cleaned answer with its secrets. Pass it to `effectInput`; never store it. */
      readonly form: JsonObject;
      /**
       * Walk that includes the new answer. If the answer belongs to an effect's form, the effect is `due` in
       * this walk.
       */
      readonly walk: Walk;
    }
  | {
      readonly kind: "refused";
      readonly errors: readonly FieldError[];
      readonly blocking: readonly FailedClause[];
      readonly walk: Walk;
    }
  /** The step is not on the person's path, is frozen, or accepts no answer. */
  | { readonly kind: "not-open"; readonly walk: Walk }
  /** Facts are missing. Supply them and submit again. */
  | { readonly kind: "needs"; readonly facts: readonly Need[] };

/**
 * Decides whether to accept a submission. The step must be open (the current step, or passed and not frozen),
 * the cleaned answer valid, and the step's rules satisfied. Pure: returns the new answers and stores nothing.
 */
export function submit(
  compiled: Compiled,
  instance: Instance,
  facts: Facts,
  flags: Flags,
  submission: Submission,
): Decision {
  const node = compiled.plan.byId.get(submission.step);
  if (node?.kind === "effect" && node.form !== null)
    return submitSecrets({ compiled, instance, facts, flags, node }, submission.answer);
  if (node === undefined || (node.kind !== "form" && node.kind !== "review") || isFrozen(instance, node.id))
    return notOpen(compiled, instance, facts, flags);
  const value =
    node.kind === "review"
      ? reviewAnswer(submission.answer)
      : (node.form?.judge(submission.answer).value ?? {});
  const changed = withAnswer(instance, node.id, value);
  const run = walk(start(compiled.plan, changed, facts, flags), node.id);
  const { at } = run;
  if (at?.kind === "needs" && (at.step === node.id || !run.reached))
    return { kind: "needs", facts: at.facts };
  if (!run.reached) return notOpen(compiled, instance, facts, flags);
  if (at?.kind === "form" && at.step === node.id) {
    const { errors } = at;
    const isInvalid = run.blocking.length === 0;
    const further = isInvalid ? furtherErrors(run, node, { answer: value as JsonObject, errors }) : [];
    return { kind: "refused", errors: [...errors, ...further], blocking: run.blocking, walk: finish(run) };
  }
  if (at?.kind === "review" && at.step === node.id)
    return {
      kind: "refused",
      errors: [{ pointer: "", code: "values-changed", params: {} }],
      blocking: [],
      walk: finish(run),
    };
  return { kind: "accepted", answers: changed.answers, form: value, walk: finish(run) };
}

type Secrets = {
  readonly compiled: Compiled;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly flags: Flags;
  readonly node: Node;
};

/**
 * Decides on an effect's form with secrets. Walks once to the effect. Then continues on two copies of that
 * walk, one with the secrets and one without.
 */
function submitSecrets(of: Secrets, answer: JsonObject): Decision {
  const { compiled, instance, facts, flags, node } = of;
  const form = node.form as NonNullable<Node["form"]>;
  const arrived = walk(start(compiled.plan, instance, facts, flags), node.id);
  const before = arrived.reached ? walkFrom(copyOf(arrived), node) : arrived;
  if (before.at?.kind === "needs") return { kind: "needs", facts: before.at.facts };
  const waiting = finish(before);
  const passed = waiting.trail.find((one) => one.step === node.id);
  const open = waiting.at.step === node.id || (passed?.frozen === false && failedBefore(instance, node.id));
  if (!open || before.history.end !== null) return { kind: "not-open", walk: waiting };
  const run = copyOf(arrived);
  const value = form.clean(answer);
  const errors = errorsOfValidation(form.validate, value);
  if (errors.length > 0) {
    const further = furtherErrors(run, node, { answer: value, errors });
    return { kind: "refused", errors: [...errors, ...further], blocking: [], walk: waiting };
  }
  run.values.answers[node.id] = value;
  if (node.arrival !== null) {
    const needs = resolve(run.plan, run.values, run.facts, node.arrival);
    if (needs !== null) return { kind: "needs", facts: needs };
  }
  const failed = failedChecks(run, node, true);
  if (failed === "stopped") return { kind: "refused", errors: [], blocking: run.blocking, walk: finish(run) };
  if (failed !== null)
    return { kind: "refused", errors: failed.errors, blocking: failed.clauses, walk: waiting };
  const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !form.secrets.includes(name)));
  const changed = withAnswer(instance, node.id, kept);
  const accepted: Run = { ...arrived, instance: changed };
  accepted.at = dueAt(accepted, node);
  return { kind: "accepted", answers: changed.answers, form: value, walk: finish(accepted) };
}

/**
 * Returns true if a step's answer is frozen. A frozen answer is never checked again, so an unchecked answer
 * must not replace it.
 */
function isFrozen(instance: Instance, step: string): boolean {
  const { frozen, end } = historyOf(instance.receipts);
  return end !== null || frozen.some((receipt) => receipt.trail.some((passed) => passed.step === step));
}

function failedBefore(instance: Instance, step: string): boolean {
  const receipts = instance.receipts.filter((receipt) => receipt.kind === "effect" && receipt.step === step);
  const last = receipts[receipts.length - 1];
  return last?.kind === "effect" && last.outcome.kind === "failed";
}

function notOpen(compiled: Compiled, instance: Instance, facts: Facts, flags: Flags): Decision {
  const run = walk(start(compiled.plan, instance, facts, flags), null);
  if (run.at?.kind === "needs") return { kind: "needs", facts: run.at.facts };
  return { kind: "not-open", walk: finish(run) };
}

function reviewAnswer(answer: JsonObject): JsonObject {
  const { values } = answer;
  return { values: typeof values === "object" && values !== null && !Array.isArray(values) ? values : {} };
}

function withAnswer(instance: Instance, step: string, value: JsonObject): Instance {
  const before = Object.hasOwn(instance.answers, step) ? instance.answers[step] : undefined;
  const answer: Answer = { value, revision: (before?.revision ?? 0) + 1 };
  return { ...instance, answers: { ...instance.answers, [step]: answer } };
}
