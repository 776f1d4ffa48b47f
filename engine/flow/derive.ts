import { applyOnMissing } from "../rules/on-missing.ts";
import type { FailedClause, RuleOutcome } from "../rules/rule.ts";
import { canonicalJson, equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { unreachable } from "../values/unreachable.ts";
import {
  type Branch,
  type Compiled,
  clausesOf,
  type Node,
  type Plan,
  placeOf,
  type UsedRule,
} from "./compiled.ts";
import { addDuration } from "./duration.ts";
import type { ChallengeStep, EffectStep, WaitStep } from "./flow-file.ts";
import type { Facts, Instance } from "./instance.ts";
import { type History, historyOf, lastReceipt } from "./receipts.ts";
import { emptyValues, readPlace, resolve, type Values, valuesAt } from "./scope.ts";
import { sha256 } from "./sha256.ts";
import type { FieldError, Passed, Position, Walk } from "./walk.ts";

/** The flags that are on; one that is absent is off. */
export type Flags = { readonly [flag: string]: boolean };

/**
 * Walks from the start to where the person is: the first step without a valid answer or a counting receipt. Pure: the
 * same instance, facts and flags give the same walk, on the server and in the browser.
 * `facts` holds what was supplied, by `factKey`; `null` where its provider has nothing to say. A walk that needs a fact
 * stops with `needs`: supply it and derive again.
 * @throws where a receipt names a step that the definition does not have (publishing refuses such a `follow`).
 */
export function derive(compiled: Compiled, instance: Instance, facts: Facts, flags: Flags): Walk {
  return finish(walk(start(compiled.plan, instance, facts, flags), null));
}

/** The hash of an effect's input that its receipt carries: SHA-256 of the canonical JSON. Give it the input without secrets. */
export function inputHash(input: JsonObject): string {
  return sha256(canonicalJson(input));
}

/** A walk under way. */
export type Run = {
  readonly plan: Plan;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly values: Values;
  readonly history: History;
  readonly trail: Passed[];
  /** Highest sequence number of a contest whose step this walk has passed unfrozen. */
  contestedSeq: number;
  at: Position | null;
  blocking: readonly FailedClause[];
  /** Whether the step of a submission was arrived at, not frozen. */
  reached: boolean;
};

/** A walk before its first step. */
export function start(plan: Plan, instance: Instance, facts: Facts, flags: Flags): Run {
  return {
    plan,
    instance,
    facts,
    values: emptyValues(plan, flags),
    history: historyOf(instance.receipts),
    trail: [],
    contestedSeq: 0,
    at: null,
    blocking: NONE,
    reached: false,
  };
}

const NONE: readonly never[] = Object.freeze([]);

/** Walks on until there is a position. `probe`: the step of a submission, to learn whether it is open; an effect step is stopped at. */
export function walk(run: Run, probe: string | null): Run {
  let node = run.history.frozen.length === 0 ? (run.plan.nodes[run.plan.start] as Node) : replay(run);
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

/** The finished walk, as others see it. */
export function finish(run: Run): Walk {
  const { values, plan, facts } = run;
  if (run.at === null) throw new Error("derive: the walk stopped without a position");
  return {
    trail: run.trail,
    at: run.at,
    answers: values.answers,
    derived: values.derived,
    effects: values.effects,
    blocking: run.blocking,
    read: (path) => {
      const place = placeOf(path);
      resolve(plan, values, facts, plan.sources(place.path));
      return readPlace(values, place);
    },
  };
}

/** Replays the stored trails without judging them, and gives the step to go on from; `null` where the walk stops at once. */
function replay(run: Run): Node | null {
  const { frozen } = run.history;
  for (const receipt of frozen) {
    for (const passed of receipt.trail) {
      run.trail.push({ step: passed.step, to: passed.to, frozen: true });
      install(run, passed.step, receipt.seq);
    }
    run.values.effects[receipt.step] = outputOf(receipt);
  }
  const last = frozen[frozen.length - 1] as (typeof frozen)[number];
  const node = run.plan.byId.get(last.step);
  if (node === undefined)
    throw new Error(
      `derive: receipt ${last.seq} of instance ${run.instance.id} names unknown step ${last.step}`,
    );
  if (last.kind === "wait" && last.outcome.kind === "timeout") {
    const { onTimeout } = node.step as WaitStep;
    return moveTo(run, node, onTimeout.to, true);
  }
  install(run, last.step, last.seq);
  if (node.leaving !== null && stopForNeeds(run, node, node.leaving)) return null;
  return choose(run, node, true);
}

function outputOf(receipt: History["frozen"][number]): JsonObject {
  if (receipt.kind === "wait") return receipt.outcome.kind === "event" ? receipt.outcome.data : {};
  return receipt.outcome.kind === "done" ? receipt.outcome.output : {};
}

/** Makes the answer or output of a frozen step readable. */
function install(run: Run, step: string, before: number): void {
  const node = run.plan.byId.get(step);
  if (node === undefined) return;
  const answer = run.instance.answers[step];
  if (answer !== undefined && node.form !== null) run.values.answers[step] = answer.value;
  if (node.kind !== "effect" || Object.hasOwn(run.values.effects, step)) return;
  const done = lastReceipt(
    run.instance.receipts,
    "effect",
    step,
    (receipt) => receipt.outcome.kind === "done" && receipt.seq < before,
  );
  if (done !== null && done.outcome.kind === "done") run.values.effects[step] = done.outcome.output;
}

/** Passes one step; `null` where the person stays, the position being set. */
function pass(run: Run, node: Node): Node | null {
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
      return stayAtEnd(run, node);
    default:
      return unreachable(node.kind, "derive");
  }
}

function passForm(run: Run, node: Node): Node | null {
  const { id } = node;
  const { answers } = run.instance;
  // No step is named like a property that every object inherits (verification refuses it), so this reads what is there.
  const answer = answers[id];
  if (answer === undefined) return stop(run, { kind: "form", step: id, errors: NONE });
  const contest = run.history.contests.size === 0 ? undefined : run.history.contests.get(id);
  if (contest !== undefined) {
    if (answer.revision <= contest.revision)
      return stop(run, { kind: "form", step: id, errors: [contestError(contest)] });
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
  const stands =
    answer !== undefined &&
    (contest === undefined || answer.revision > contest.revision) &&
    equalJson(answer.value.values, values);
  if (!stands) return stop(run, { kind: "review", step: id, values, changed: answer !== undefined });
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

function passEffect(run: Run, node: Node, step: EffectStep): Node | null {
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

/** The position of an effect that may run now, for a walk that was stopped on arrival at its own form. */
export function dueAt(run: Run, node: Node): Position {
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

/** Where an expected failure with the same input leads. */
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
  // The reopened step was answered anew, or the walk would have stopped there. Without its contest nothing was reopened.
  const contest = run.history.contests.get(route.reopen);
  return contest !== undefined && contest.seq > latest.seq
    ? DUE
    : { kind: "ask", error: { pointer: "", code, params: {} } };
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

function stayAtEnd(run: Run, node: Node): null {
  if (node.step.kind !== "end") throw new Error(`derive: ${node.id} is no end`);
  const { outcome, reason } = node.step;
  const explanation = node.explains === null ? NONE : clausesOf(node.explains(run.values));
  return stop(run, {
    kind: "end",
    step: node.id,
    outcome,
    reason,
    explanation,
    final: run.history.end?.step === node.id,
  });
}

/** An instance that has an end receipt is at that end, wherever fresh facts would lead. */
function close(run: Run, step: string): void {
  for (let index = 0; index < run.trail.length; index += 1)
    run.trail[index] = { ...(run.trail[index] as Passed), frozen: true };
  if (run.at?.kind === "end" && run.at.step === step) return;
  const node = run.plan.byId.get(step);
  if (node === undefined || node.step.kind !== "end")
    throw new Error(`derive: end receipt names ${step}, which is no end`);
  const { outcome, reason } = node.step;
  run.blocking = NONE;
  run.at = { kind: "end", step, outcome, reason, explanation: NONE, final: true };
}

/** Leaves a step by its `next`. */
function leave(run: Run, node: Node): Node | null {
  if (node.only !== null) {
    run.trail.push(node.only.passed);
    return run.plan.nodes[node.only.to] as Node;
  }
  if (node.leaving !== null && stopForNeeds(run, node, node.leaving)) return null;
  return choose(run, node, false);
}

function choose(run: Run, node: Node, frozen: boolean): Node | null {
  for (const branch of node.next) {
    const taken = takes(run, node, branch);
    if (taken === "stay") return null;
    if (!taken) continue;
    run.trail.push(frozen ? { ...branch.passed, frozen } : branch.passed);
    return run.plan.nodes[branch.to] as Node;
  }
  throw new Error(
    `derive: no entry of "next" of step ${node.id} holds; the last one must stand without "when"`,
  );
}

function takes(run: Run, node: Node, branch: Branch): boolean | "stay" {
  if (branch.test !== null) return branch.test(run.values) === true;
  if (branch.rule === null) return true;
  const outcome = branch.rule.run(run.values);
  if (outcome.kind !== "unknown") return outcome.kind === "holds";
  if (applyOnMissing("unknown", branch.rule.onMissing) !== "ask") return branch.rule.onMissing === "allow";
  const step = mendingStep(run, node, outcome);
  if (step === null) return false;
  stopAt(run, node, step, { rule: branch.rule, outcome });
  return "stay";
}

function moveTo(run: Run, node: Node, to: string, frozen: boolean): Node {
  run.trail.push({ step: node.id, to, frozen });
  return run.plan.byId.get(to) as Node;
}

/** Stops where a fact is missing that can be supplied. */
function stopForNeeds(run: Run, node: Node, sources: NonNullable<Node["arrival"]>): boolean {
  const needs = resolve(run.plan, run.values, run.facts, sources);
  if (needs === null) return false;
  stop(run, { kind: "needs", step: node.id, facts: needs });
  return true;
}

function stop(run: Run, at: Position, blocking: readonly FailedClause[] = NONE): null {
  run.at = at;
  run.blocking = blocking;
  return null;
}

/** Checks that do not hold. */
type FailedChecks = { readonly clauses: readonly FailedClause[]; readonly errors: readonly FieldError[] };

/**
 * The checks of a step that do not hold; `null` where all do. One that is unknown under `ask` and can be mended at an
 * earlier step stops the walk there. `withOwnForm`: whether what the step's own form was answered lies in the values.
 */
export function failedChecks(run: Run, node: Node, withOwnForm: boolean): FailedChecks | "stopped" | null {
  let clauses: FailedClause[] | null = null;
  let errors: FieldError[] | null = null;
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
    clauses ??= [];
    errors ??= [];
    clauses.push(...outcome.clauses);
    errors.push(...clauseErrors(rule, outcome, node.id));
  }
  return clauses === null || errors === null ? null : { clauses, errors };
}

/** The first step on the path, not frozen, at which an unknown clause can be mended. */
function mendingStep(run: Run, node: Node, outcome: RuleOutcome): string | null {
  const steps = new Set<string>();
  for (const clause of clausesOf(outcome)) {
    const [root, step = ""] = clause.mend.split(".");
    if (root === "answers" && clause.missing.length > 0) steps.add(step);
  }
  for (const passed of run.trail)
    if (!passed.frozen && steps.has(passed.step) && run.plan.byId.get(passed.step)?.kind === "form")
      return passed.step;
  return steps.has(node.id) && (node.kind === "form" || node.form !== null) ? node.id : null;
}

/** Keeps the person at a step she has passed, or is at: what came after it is forgotten. */
function stopAt(
  run: Run,
  node: Node,
  step: string,
  of: { readonly rule: UsedRule; readonly outcome: RuleOutcome },
): void {
  const { answers, derived, effects } = run.values;
  const from = run.trail.findIndex((passed) => passed.step === step);
  const forgotten = from < 0 ? [] : [...run.trail.splice(from).map((passed) => passed.step), node.id];
  for (const id of forgotten) {
    if (id !== step) delete answers[id];
    delete effects[id];
  }
  for (const name of Object.keys(derived)) delete derived[name];
  stop(run, { kind: "form", step, errors: clauseErrors(of.rule, of.outcome, step) }, clausesOf(of.outcome));
}

/** Clauses as errors of a step's form: at the field that mends them where it is one of its own, else of the whole answer. */
function clauseErrors(rule: UsedRule, outcome: RuleOutcome, step: string): readonly FieldError[] {
  const own = `answers.${step}.`;
  return clausesOf(outcome).map((clause) => ({
    pointer: clause.mend.startsWith(own) ? `/${clause.mend.slice(own.length).replaceAll(".", "/")}` : "",
    code: `${rule.id}.${clause.id}`,
    message: clause.reason,
    params: {},
  }));
}

function contestError(contest: { readonly code: string; readonly field?: string }): FieldError {
  return { pointer: contest.field === undefined ? "" : `/${contest.field}`, code: contest.code, params: {} };
}

/** The input of an effect from the walk's values; `form` holds what its own form was answered, secrets included. */
export function inputAt(values: Values, node: Node, form: JsonObject | null): JsonObject {
  const input: { [name: string]: Json } = {};
  for (const { name, place } of node.input) {
    const value = place.path.startsWith("form.")
      ? form === null
        ? undefined
        : readIn(form, place.segments.slice(1))
      : readPlace(values, place);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function readIn(object: JsonObject, segments: readonly string[]): Json | undefined {
  let at: Json | undefined = object;
  for (const segment of segments) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as JsonObject)[segment];
  }
  return at;
}
