import { assumptionsOf } from "../../flow/assumptions.ts";
import type { Definition } from "../../flow/definition.ts";
import { argsOf } from "../../flow/derived-call.ts";
import type { Step } from "../../flow/flow-file.ts";
import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import { conditionKey, ruleSetOf } from "../../flow/rule-set.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram } from "../../rules/program.ts";
import type { Finding, Path } from "../../rules/rule.ts";
import { type TypeEnv, typeAt } from "../../rules/types.ts";
import {
  type Assumed,
  assumedExpression,
  comparedWith,
  confirmationOf,
  createSpace,
  domainsOf,
  reachesWithout,
  referencesOf,
  type Space,
  type Variable,
} from "../model/index.ts";
import { readOf, withPlacesBehind } from "./places-behind.ts";

/** A flow's conditions, rules and required data paths over common variables. */
export type FlowSpace = {
  readonly definition: Definition;
  readonly space: Space;
  readonly rules: ReadonlyMap<string, CheckedRule>;
  /** Returns the condition of a `next` entry of a step. Returns `null` if the entry has no condition. */
  readonly conditionOf: (step: string, index: number) => Expression | null;
  /** Returns a condition that is true if the data path has no value. */
  readonly absent: (path: Path) => Expression;
  /**
   * Steps for which the space remembers whether the person passed the step and can still change its answer.
   * Each has a variable.
   */
  readonly remembered: ReadonlySet<string>;
  /** Returns the required inputs of an effect that may be missing according to the graph of steps. */
  readonly needed: (step: string) => readonly { readonly name: string; readonly path: Path }[];
  /** Assumptions about facts. */
  readonly assumptions: readonly Assumed[];
};

/**
 * Builds the space of a definition that can be loaded, or returns the findings of its rules. `also`: further
 * expressions to ask about the same people.
 */
export function flowSpaceOf(
  definition: Definition,
  budget?: number,
  also: readonly Expression[] = [],
): FlowSpace | { readonly findings: readonly Finding[] } {
  const { program, findings } = checkProgram(ruleSetOf(definition));
  if (findings.some(({ severity }) => severity === "error")) return { findings };
  const types = typesOfDefinition(definition);
  const rules = new Map(program.rules.map((rule) => [rule.id, rule]));
  const inline = new Map(program.conditions.map(({ key, logic }) => [key, logic]));
  const absences = new Map<Path, Expression>();
  const absent = (path: Path): Expression => {
    const known = absences.get(path) ?? absenceOf(types, path);
    absences.set(path, known);
    return known;
  };
  const conditionOf = (step: string, index: number): Expression | null => {
    const when = nextOf(definition.flow.steps[step] as Step)[index]?.when;
    if (typeof when === "string") return ruleReference(when);
    return inline.get(conditionKey(step, index)) ?? null;
  };
  const needed = neededInputs(definition, types);
  const assumptions = assumptionsOf(definition).map(({ id, assumes }): Assumed => ({ id, fact: assumes }));
  const expressions = [
    ...also,
    ...expressionsOfSteps(definition, conditionOf),
    ...places(definition, needed).map(absent),
    ...assumptions.map(assumedExpression),
  ];
  const derivedRules = Object.fromEntries(
    Object.entries(definition.flow.derived).flatMap(([name, file]) =>
      "rule" in file ? [[name, file.rule]] : [],
    ),
  );
  const references = referencesOf(program.rules, derivedRules);
  const all = withPlacesBehind(definition, expressions, { references, absent, types });
  const remembered = mendingSteps(definition, rules);
  const space = createSpace({
    rules: program.rules,
    derivedRules,
    expressions: all,
    domainOf: domainsOf(definition),
    ...(budget === undefined ? {} : { budget }),
    order: orderOf(definition, comparedWith(all, references)),
    more: [...remembered].map(passedVariable),
  });
  return {
    definition,
    space,
    rules,
    conditionOf,
    absent,
    remembered,
    needed: (step) => needed.get(step) ?? [],
    assumptions,
  };
}

/**
 * Returns the name of a variable that has no data path in the flow. The variable states whether the person
 * passed a step that is not frozen.
 */
export function passedPath(step: string): Path {
  return `passed.${step}`;
}

function passedVariable(step: string): Variable {
  const cells = [true, undefined].map((value) => ({ value, covers: (other: unknown) => other === value }));
  return {
    path: passedPath(step),
    type: { kind: "boolean" },
    schema: { type: "boolean" },
    cells,
    exact: true,
    presence: false,
  };
}

/** Returns a condition that refers to a rule. */
export function ruleReference(id: string): Expression {
  return { op: "rule", id, type: { kind: "boolean" } };
}

function absenceOf(types: TypeEnv, path: Path): Expression {
  return { op: "absent", places: [readOf(types, path)], need: 1 };
}

function expressionsOfSteps(
  definition: Definition,
  conditionOf: FlowSpace["conditionOf"],
): readonly Expression[] {
  const { flow } = definition;
  const found: Expression[] = [];
  for (const [id, step] of Object.entries(flow.steps)) {
    nextOf(step).forEach((_, index) => {
      const condition = conditionOf(id, index);
      if (condition) found.push(condition);
    });
    for (const rule of checksOf(definition, id)) found.push(ruleReference(rule));
    const { unless } = confirmationOf(definition, id) ?? {};
    if (unless !== undefined) found.push(ruleReference(unless));
  }
  return found;
}

/** Returns the rules that must hold at a step: its own checks, then the invariants before it. */
export function checksOf({ flow }: Definition, id: string): readonly string[] {
  const step = flow.steps[id] as Step;
  const own = "check" in step ? (step.check ?? []) : [];
  return [
    ...new Set([...own, ...flow.invariants.filter(({ before }) => before === id).map(({ rule }) => rule)]),
  ];
}

/** Returns the required inputs that may be missing, as far as the graph of steps shows. */
function neededInputs(definition: Definition, types: TypeEnv) {
  const needed = new Map<string, { readonly name: string; readonly path: Path }[]>();
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    if (step.kind !== "effect") continue;
    const open = Object.entries(step.input).filter(
      ([name, path]) =>
        !name.endsWith("?") && typeAt(types, path) !== undefined && !alwaysAnswered(definition, id, path),
    );
    needed.set(
      id,
      open.map(([name, path]) => ({ name, path })),
    );
  }
  return needed;
}

/** Returns true if every path to a step passes the form that requires this field. */
function alwaysAnswered(definition: Definition, step: string, path: Path): boolean {
  const [root, from = "", ...rest] = path.split(".");
  if (root !== "answers" || reachesWithout(definition, step, from)) return false;
  let schema = definition.schemas[from];
  for (const name of rest) {
    const field: Field | undefined = schema && fieldsOf(schema).find((one) => one.name === name);
    if (field?.required !== true) return false;
    schema = field.schema;
  }
  return true;
}

/** An answer to which an error leads back. Some people may never have been asked for this answer. */
export type Contested = { readonly code: string; readonly path: Path };

/**
 * Returns the answers to which errors of an effect lead back, although some people may never have been asked
 * for them. Judges only by the graph of steps and the forms.
 */
export function contestedAt(definition: Definition, id: string): readonly Contested[] {
  const step = definition.flow.steps[id];
  if (step?.kind !== "effect") return [];
  const declared = definition.effects[step.effect]?.errors ?? {};
  return Object.entries(step.errors).flatMap(([code, route]): readonly Contested[] => {
    if (!("reopen" in route) || route.field === undefined) return [];
    const path = `answers.${route.reopen}.${route.field}`;
    const asked = fieldsOf(definition.schemas[route.reopen] ?? {}).find(({ name }) => name === route.field);
    // An optional question is no fault. A person who left it empty was still asked, so the error may lead
    // back to the question.
    if (asked === undefined || !(asked.required || asked.requiredWhen.length > 0)) return [];
    if (alwaysAnswered(definition, id, path)) return [];
    // If only this input can cause the error, the error cannot happen to people who did not give the input.
    const given = Object.entries(step.input).filter(([, place]) => place === path);
    const about = declared[code]?.about;
    const needs = given.some(([name]) => !name.endsWith("?") || about?.includes(name.slice(0, -1)) === true);
    return needs ? [] : [{ code, path }];
  });
}

/**
 * Returns the data paths for which it matters whether they have a value: inputs, answers to which errors lead
 * back, and deadlines of waits.
 */
function places(
  definition: Definition,
  needed: ReadonlyMap<string, readonly { readonly path: Path }[]>,
): readonly Path[] {
  const found: Path[] = [];
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    for (const { path } of needed.get(id) ?? []) found.push(path);
    for (const { path } of contestedAt(definition, id)) found.push(path);
    if (step.kind === "wait" && step.until !== undefined) found.push(step.until);
  }
  return found;
}

/** Returns the forms to which a rule with `ask` can send people back. */
function mendingSteps(definition: Definition, rules: ReadonlyMap<string, CheckedRule>): ReadonlySet<string> {
  const steps = new Set<string>();
  const add = (id: string) => {
    if (definition.rules[id]?.onMissing !== "ask") return;
    const rule = rules.get(id);
    if (rule?.kind !== "must") return;
    for (const { mend } of rule.clauses) {
      const [root, step = ""] = mend.split(".");
      if (root === "answers" && definition.flow.steps[step]?.kind === "form") steps.add(step);
    }
  };
  for (const step of Object.values(definition.flow.steps))
    for (const { when } of nextOf(step)) if (typeof when === "string") add(when);
  return steps;
}

/**
 * Returns the order of variables, on which the size of every diagram depends. First come answers, switches
 * and derived values that are compared only with constants. Then come all data paths that are compared with
 * each other: they are adjacent, because a diagram repeats everything between them for each of their values.
 * Last come facts that are compared only with constants. In each part, the values of later steps come first.
 */
function orderOf(definition: Definition, compared: ReadonlyMap<Path, ReadonlySet<Path>>): readonly Path[] {
  const steps = Object.keys(definition.flow.steps);
  const rank = (path: Path): number => {
    const [root = "", name = ""] = path.split(".");
    if (root === "answers") return 1 + steps.indexOf(name);
    const arg = root === "facts" ? Object.values(definition.flow.facts[name] ?? {})[0] : undefined;
    if (arg !== undefined) return rank(arg) + 0.5;
    if (root === "derived") {
      const file = definition.flow.derived[name];
      const args = file ? argsOf(file) : [];
      return Math.max(0, ...args.map(rank)) + 0.25;
    }
    return root === "effects" ? 1 + steps.indexOf(name) : 0;
  };
  const groups = groupsOf(compared).map((group) => {
    const byStep = group.toSorted((left, right) => rank(right) - rank(left));
    const [latest = ""] = byStep;
    const isFact = latest.startsWith("facts.");
    const part = group.length > 1 ? 1 : isFact ? 2 : 0;
    return { part, rank: rank(latest), paths: [...connectedWith(latest, compared)] };
  });
  return groups
    .sort((left, right) => left.part - right.part || right.rank - left.rank)
    .flatMap(({ paths }) => paths);
}

/** Groups data paths that are compared with each other, directly or through other data paths. */
function groupsOf(compared: ReadonlyMap<Path, ReadonlySet<Path>>): readonly (readonly Path[])[] {
  const seen = new Set<Path>();
  return [...compared.keys()].flatMap((path) => {
    if (seen.has(path)) return [];
    const group = [...connectedWith(path, compared)];
    for (const one of group) seen.add(one);
    return [group];
  });
}

/**
 * Returns a data path and every data path with which it is compared, directly or indirectly. Direct
 * comparisons come first.
 */
function connectedWith(path: Path, compared: ReadonlyMap<Path, ReadonlySet<Path>>): ReadonlySet<Path> {
  const found = new Set([path]);
  // The loop also reaches elements that it adds to the set itself.
  for (const one of found)
    for (const other of compared.get(one) ?? []) if (compared.has(other)) found.add(other);
  return found;
}
