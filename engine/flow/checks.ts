import { applyOnMissing } from "../rules/on-missing.ts";
import type { FailedClause, RuleOutcome } from "../rules/rule.ts";
import type { JsonObject } from "../values/json.ts";
import { showLimit } from "./clause-limits.ts";
import { clausesOf, type Node, placeOf, type UsedRule } from "./compiled.ts";
import { type Run, stop } from "./run.ts";
import { readPlace, type Values } from "./scope.ts";
import type { FieldError } from "./walk.ts";

/** Failed checks of a step: the failed clauses, and the errors of fields. */
type FailedChecks = { readonly clauses: readonly FailedClause[]; readonly errors: readonly FieldError[] };

/**
 * Returns the failed checks of a step, or `null` if all checks hold. A check with `onMissing: ask` can be
 * unknown because an answer is missing. If an earlier step can supply the answer, the walk stops at that
 * step. `withOwnForm`: true if the values contain the answer to the step's own form.
 */
export function failedChecks(run: Run, node: Node, withOwnForm: boolean): FailedChecks | "stopped" | null {
  let failed: { readonly clauses: FailedClause[]; readonly errors: FieldError[] } | null = null;
  for (const rule of node.check) {
    if (rule.readsOwnForm && !withOwnForm) continue;
    const outcome = rule.run(run.values);
    if (outcome.kind === "holds") continue;
    if (outcome.kind === "unknown") {
      const ruling = applyOnMissing("unknown", rule.onMissing);
      if (ruling === "holds") continue;
      const step = ruling === "ask" ? mendingStep(run, node, outcome) : null;
      if (step !== null && step !== node.id) {
        stopAt(run, node, step, { rule, outcome });
        return "stopped";
      }
    }
    failed ??= { clauses: [], errors: [] };
    failed.clauses.push(...outcome.clauses);
    failed.errors.push(...clauseErrors(rule, outcome, node.id, run.values));
  }
  return failed;
}

/**
 * Returns the errors that the step's rules find in the valid fields of a partly invalid answer. This way the
 * person sees all errors at once. Skips rules that need an invalid field or a missing fact.
 */
export function furtherErrors(
  run: Run,
  node: Node,
  of: { readonly answer: JsonObject; readonly errors: readonly FieldError[] },
): readonly FieldError[] {
  const wrong = new Set(of.errors.map(({ pointer }) => pointer.split("/")[1] ?? ""));
  const valid = Object.fromEntries(Object.entries(of.answer).filter(([name]) => !wrong.has(name)));
  const values = { ...run.values, answers: { ...run.values.answers, [node.id]: valid } };
  return node.check.flatMap((rule) => {
    if (!rule.readsOwnForm) return [];
    const outcome = rule.run(values);
    if (outcome.kind !== "fails") return [];
    const found = clauseErrors(rule, outcome, node.id, values);
    return found.filter(({ pointer }) => pointer !== "" && !wrong.has(pointer.split("/")[1] ?? ""));
  });
}

/**
 * Returns the first step on the path at which the person can still answer an unknown clause. Skips frozen
 * steps.
 */
export function mendingStep(run: Run, node: Node, outcome: RuleOutcome): string | null {
  const steps = new Set<string>();
  for (const clause of clausesOf(outcome)) {
    const [root, step = ""] = clause.mend.split(".");
    if (root === "answers") steps.add(step);
  }
  for (const passed of run.trail)
    if (!passed.frozen && steps.has(passed.step) && run.plan.byId.get(passed.step)?.kind === "form")
      return passed.step;
  return steps.has(node.id) && node.form !== null ? node.id : null;
}

/** Stops the walk at the current step or an earlier one, and drops all steps after it. */
export function stopAt(
  run: Run,
  node: Node,
  step: string,
  of: { readonly rule: UsedRule; readonly outcome: RuleOutcome },
): void {
  const { answers, derived, effects } = run.values;
  const errors = clauseErrors(of.rule, of.outcome, step, run.values);
  const from = run.trail.findIndex((passed) => passed.step === step);
  const forgotten = from < 0 ? [] : [...run.trail.splice(from).map((passed) => passed.step), node.id];
  for (const id of forgotten) {
    if (id !== step) delete answers[id];
    delete effects[id];
  }
  for (const name of Object.keys(derived)) delete derived[name];
  stop(run, { kind: "form", step, errors }, clausesOf(of.outcome));
}

/**
 * Returns failed clauses as errors of a step's form. The error is at the field that corrects the clause, or
 * at the whole answer if that field belongs to another step.
 */
function clauseErrors(
  rule: UsedRule,
  outcome: RuleOutcome,
  step: string,
  values: Values,
): readonly FieldError[] {
  const own = `answers.${step}.`;
  return clausesOf(outcome).map((clause) => ({
    pointer: clause.mend.startsWith(own) ? `/${clause.mend.slice(own.length).replaceAll(".", "/")}` : "",
    code: `${rule.id}.${clause.id}`,
    message: clause.reason,
    params: paramsOf(rule, clause.id, values),
  }));
}

/**
 * Returns the parameters of the sentence that explains a failed clause. The only parameter is `limit`. It is
 * omitted if the value of the limit is unknown.
 */
function paramsOf(rule: UsedRule, clause: string, values: Values): JsonObject {
  const limit = rule.limits.get(clause);
  if (limit === undefined) return NO_PARAMS;
  const shown = showLimit("path" in limit ? readPlace(values, placeOf(limit.path)) : limit.value);
  return shown === null ? NO_PARAMS : { limit: shown };
}

const NO_PARAMS: JsonObject = Object.freeze({});
