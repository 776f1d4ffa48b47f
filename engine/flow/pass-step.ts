import { equalJson } from "../values/canonical-json.ts";
import { unreachable } from "../values/unreachable.ts";
import { failedChecks } from "./checks.ts";
import { clausesOf, type Node, placeOf } from "./compiled.ts";
import { addDuration } from "./duration.ts";
import type { ChallengeStep, EffectStep, EndStep, WaitStep } from "./flow-file.ts";
import { leave, moveTo } from "./leave.ts";
import { mayChange } from "./may-change.ts";
import { passEffect } from "./pass-effect.ts";
import { type Contest, lastReceipt } from "./receipts.ts";
import { NONE, type Run, stop, stopForNeeds } from "./run.ts";
import { readPlace, valuesAt } from "./scope.ts";
import type { FieldError } from "./walk.ts";

/**
 * Passes one step and returns the next. Returns `null` if the person stays at the step; the position is then
 * set.
 */
export function pass(run: Run, node: Node): Node | null {
  if (node.arrival !== null && stopForNeeds(run, node, node.arrival)) return null;
  switch (node.kind) {
    case "form":
      return passForm(run, node);
    case "review":
      return passReview(run, node);
    case "challenge":
      return passChallenge(run, node, node.step as ChallengeStep);
    case "effect":
      return passEffect(run, node, node.step as EffectStep);
    case "wait":
      return stayAtWait(run, node, node.step as WaitStep);
    case "decide":
      return leave(run, node);
    case "end":
      return stayAtEnd(run, node, node.step as EndStep);
    default:
      return unreachable(node.kind, "derive");
  }
}

function passForm(run: Run, node: Node): Node | null {
  const { id } = node;
  const { answers } = run.instance;
  // Verification rejects step names that every object inherits, so this lookup is safe.
  const answer = answers[id];
  if (answer === undefined) return stop(run, { kind: "form", step: id, errors: NONE });
  const contest = run.history.contests.size === 0 ? undefined : run.history.contests.get(id);
  if (contest !== undefined) {
    if (answer.revision <= contest.revision)
      return stop(run, { kind: "form", step: id, errors: contestedAt(run, id, answer.revision) });
    if (contest.seq > run.contestedSeq) run.contestedSeq = contest.seq;
  }
  const judged = (node.form as NonNullable<Node["form"]>).judge(answer.value);
  if (judged.errors.length > 0) return stop(run, { kind: "form", step: id, errors: judged.errors });
  run.values.answers[id] = judged.value;
  if (node.check.length > 0) {
    if (node.arrival !== null && stopForNeeds(run, node, node.arrival)) return null;
    const failed = failedChecks(run, node, true);
    if (failed === "stopped") return null;
    if (failed !== null) return stop(run, { kind: "form", step: id, errors: failed.errors }, failed.clauses);
  }
  return leave(run, node);
}

function passReview(run: Run, node: Node): Node | null {
  const { id } = node;
  const values = valuesAt(run.values, node.shows);
  const { answers } = run.instance;
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
  const contest = run.history.contests.get(id);
  const isConfirmed =
    answer !== undefined &&
    (contest === undefined || answer.revision > contest.revision) &&
    equalJson(answer.value.values, values);
  if (!isConfirmed) {
    const contested = contest !== undefined && answer !== undefined && answer.revision <= contest.revision;
    return stop(run, {
      kind: "review",
      step: id,
      values,
      changed: answer !== undefined && !equalJson(answer.value.values, values),
      errors: contested ? [contestError(contest)] : NONE,
    });
  }
  if (contest !== undefined && contest.seq > run.contestedSeq) run.contestedSeq = contest.seq;
  return leave(run, node);
}

function passChallenge(run: Run, node: Node, step: ChallengeStep): Node | null {
  const review = run.plan.byId.get(step.binds) as Node;
  const values = valuesAt(run.values, review.shows);
  const receipt = lastReceipt(
    run.instance.receipts,
    "challenge",
    node.id,
    (one) => one.seq > run.contestedSeq && equalJson(one.values, values),
  );
  if (receipt === null) return stop(run, { kind: "challenge", step: node.id, values });
  if (receipt.outcome === "passed") return leave(run, node);
  const route = step.errors.exhausted;
  return "to" in route
    ? moveTo(run, node, route.to, false)
    : stop(run, { kind: "challenge", step: node.id, values });
}

function stayAtWait(run: Run, node: Node, step: WaitStep): null {
  const since = sinceReceipt(run, step.since);
  if (since === null)
    throw new Error(`derive: wait ${node.id} of instance ${run.instance.id} has no receipt of ${step.since}`);
  const given = step.until === undefined ? undefined : readPlace(run.values, placeOf(step.until));
  const until =
    step.within !== undefined ? addDuration(since.at, step.within) : typeof given === "string" ? given : null;
  return stop(run, { kind: "wait", step: node.id, for: step.for, sinceSeq: since.seq, until });
}

function sinceReceipt(run: Run, step: string): { readonly seq: number; readonly at: string } | null {
  return (
    lastReceipt(run.instance.receipts, "effect", step, (receipt) => receipt.outcome.kind === "done") ??
    lastReceipt(run.instance.receipts, "wait", step)
  );
}

function stayAtEnd(run: Run, node: Node, step: EndStep): null {
  const { outcome, reason } = step;
  const explanation = node.explains === null ? NONE : clausesOf(node.explains(run.values));
  return stop(run, {
    kind: "end",
    step: node.id,
    outcome,
    reason,
    explanation,
    mayChange: outcome === "done" ? NONE : mayChange(run, node, explanation),
    final: run.history.end?.step === node.id,
  });
}

/**
 * Returns the errors for which the person must answer a step again. Errors before the person's last answer
 * are excluded.
 */
function contestedAt(run: Run, step: string, revision: number): readonly FieldError[] {
  return run.instance.receipts.flatMap((receipt) =>
    receipt.kind === "contested" && receipt.step === step && receipt.revision >= revision
      ? [contestError(receipt)]
      : [],
  );
}

function contestError({ code, by, field, reason }: Contest): FieldError {
  const params = reason === undefined ? {} : { reason };
  return { pointer: field === undefined ? "" : `/${field}`, code, by, params };
}
