import { scopeOf } from "../../rules/check-cases.ts";
import {
  type Constant,
  childrenOf,
  type Expression,
  type Read,
  typeOfExpression,
  withChildren,
} from "../../rules/expression.ts";
import { type CheckedRule, checkProgram, type RuleSet } from "../../rules/program.ts";
import type { RuleCase, RuleFile, Scope } from "../../rules/rule.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { assumedAbout, assumedExpression, possibleIn } from "../assume/possible.ts";
import type { DomainOf } from "../cells/domain.ts";
import { fitsSchema } from "../cells/fits-schema.ts";
import { scaleOf } from "../cells/ordered.ts";
import { cubesOf, personOf, putAt } from "../diagram/cubes.ts";
import type { Leaf, Node } from "../diagram/diagram.ts";
import { evaluator, linksOf } from "../diagram/links.ts";
import { differenceOf, onlyUndecided } from "../diagram/questions.ts";
import { pathsRead, referencesOf } from "../diagram/references.ts";
import { createSpace, type Space } from "../diagram/space.ts";

/** Whether cases show a thing: `infeasible` where nobody can. `unknown` where that is not decided. */
export type Shown = "shown" | "missing" | "infeasible" | "unknown";

/** One condition of a rule: whether cases show that it alone decides, when it holds and when it does not. */
export type ConditionCoverage = {
  readonly condition: Expression;
  readonly whenTrue: Shown;
  readonly whenFalse: Shown;
};

/** One threshold: whether cases lie just under it, at it and just over it, where it decides. */
export type ThresholdCoverage = {
  readonly condition: Expression;
  readonly under: Shown;
  readonly at: Shown;
  readonly over: Shown;
};

/** What a rule's cases show, and the cases that would show the rest, filled in and ready to be judged by a person. */
export type Coverage = {
  readonly rule: string;
  readonly conditions: readonly ConditionCoverage[];
  readonly thresholds: readonly ThresholdCoverage[];
  readonly missing: readonly RuleCase[];
  /** Share of what is feasible that is shown, 0 to 1. */
  readonly share: number;
};

/** Coverage of every rule of a set by its cases (MC/DC with masking, and three cases at each threshold). */
export function coverageOf(set: RuleSet, domainOf: DomainOf): readonly Coverage[] {
  const { program, findings } = checkProgram(set);
  if (findings.some(({ severity }) => severity === "error")) return [];
  return program.rules.map((checked) => {
    const source = set.rules.find(({ rule }) => rule.id === checked.id);
    if (source === undefined) throw new Error(`coverageOf: ${checked.id} has no file`);
    return coverageOfRule(source.rule, checked, {
      rules: program.rules,
      domainOf,
      assumptions: set.rules.map(({ rule }) => rule),
    });
  });
}

type Around = {
  readonly rules: readonly CheckedRule[];
  readonly domainOf: DomainOf;
  /** Rules among which assumptions are looked for. */
  readonly assumptions: readonly RuleFile[];
};

function coverageOfRule(rule: RuleFile, checked: CheckedRule, around: Around): Coverage {
  const whole: Expression =
    checked.kind === "value" ? checked.logic : { op: "and", args: checked.clauses.map(({ logic }) => logic) };
  const links = linksOf(around.rules);
  // What an assumption promises is shown by who breaks it, so it is looked at for everybody.
  const assumed =
    rule.assumes === undefined
      ? assumedAbout(around.assumptions, pathsRead([whole], referencesOf(around.rules)))
      : [];
  const promises = assumed.map(assumedExpression);
  const space = createSpace({
    rules: around.rules,
    expressions: [whole, ...promises],
    domainOf: around.domainOf,
  });
  const looking: Looking = { space, whole, possible: () => possibleIn(space, assumed) };
  const kept = promises.map((promise) => evaluator(promise, links));
  const canBe = (scope: Scope): boolean => kept.every((keeps) => keeps(scope) !== false);
  const cases = rule.cases.map((one) => ({ one, scope: scopeOf(one.given) }));
  const answer = evaluator(whole, links);
  const missing: RuleCase[] = [];
  const add = (why: string, person: JsonObject): void => {
    missing.push({ why, given: person, expect: spelled(answer(scopeOf(person))) });
  };
  const conditions: ConditionCoverage[] = [];
  const thresholds: ThresholdCoverage[] = [];
  for (const condition of conditionsIn(whole)) {
    const truth = evaluator(condition, links);
    const held = evaluator(replaced(whole, condition, true), links);
    const failed = evaluator(replaced(whole, condition, false), links);
    const decides = (scope: Scope): boolean => held(scope) !== failed(scope);
    const shows = (wanted: boolean): Shown => {
      if (cases.some(({ scope }) => truth(scope) === wanted && decides(scope))) return "shown";
      const found = somebody(looking, condition, wanted);
      if (found.kind !== "somebody") return found.kind;
      add(`the condition alone decides, and it ${wanted ? "holds" : "does not hold"}`, found.person);
      return "missing";
    };
    conditions.push({ condition, whenTrue: shows(true), whenFalse: shows(false) });
    const threshold = thresholdOf(condition, around.domainOf);
    if (threshold === null) continue;
    const near = (steps: -1 | 0 | 1): Shown => {
      if (cases.some(({ scope }) => threshold.distance(scope) === steps && decides(scope))) return "shown";
      const shows = (scope: Scope): boolean => decides(scope) && canBe(scope);
      const person = nearPerson({ looking, condition, threshold, steps, shows });
      if (person === null) return "infeasible";
      add(["just under", "exactly", "just over"][steps + 1] as string, person);
      return "missing";
    };
    thresholds.push({ condition, under: near(-1), at: near(0), over: near(1) });
  }
  const all = [
    ...conditions.flatMap(({ whenTrue, whenFalse }) => [whenTrue, whenFalse]),
    ...thresholds.flatMap(({ under, at, over }) => [under, at, over]),
  ].filter((one) => one !== "infeasible");
  const share = all.length === 0 ? 1 : all.filter((one) => one === "shown").length / all.length;
  return { rule: rule.id, conditions, thresholds, missing, share };
}

/** The conditions that are combined: what is neither `and`, `or`, `not` nor `if`, each place where it stands. */
function conditionsIn(expression: Expression): readonly Expression[] {
  switch (expression.op) {
    case "and":
    case "or":
      return expression.args.flatMap(conditionsIn);
    case "not":
      return conditionsIn(expression.arg);
    case "if":
      return [expression.when, expression.then, expression.otherwise].flatMap(conditionsIn);
    case "constant":
      return [];
    default:
      return typeOfExpression(expression).kind === "boolean"
        ? [expression]
        : childrenOf(expression).flatMap((child) =>
            ["if", "math"].includes(child.op) ? conditionsIn(child) : [],
          );
  }
}

/** The whole with one condition, at its place, answered by a constant. */
function replaced(whole: Expression, condition: Expression, value: boolean): Expression {
  if (whole === condition) return { op: "constant", type: { kind: "boolean" }, value };
  return withChildren(whole, (child) => replaced(child, condition, value));
}

type Found =
  | { readonly kind: "somebody"; readonly person: JsonObject }
  | { readonly kind: "infeasible" | "unknown" };

/** Where somebody is looked for: whoever can be. */
type Looking = { readonly space: Space; readonly whole: Expression; readonly possible: () => Node };

/** Somebody for whom the condition answers this and decides. */
function somebody(looking: Looking, condition: Expression, wanted: boolean): Found {
  const { space, whole } = looking;
  try {
    const set = decisive(looking, condition, wanted);
    const [cube] = cubesOf(space, set, 1).cubes;
    if (set !== space.diagrams.no && cube) return { kind: "somebody", person: personOf(cube) };
    return { kind: space.sampled([whole]).length === 0 ? "infeasible" : "unknown" };
  } catch (error) {
    onlyUndecided(error);
    return { kind: "unknown" };
  }
}

function decisive({ space, whole, possible }: Looking, condition: Expression, wanted: Leaf): Node {
  const { diagrams } = space;
  const held = space.diagramOf(replaced(whole, condition, true));
  const failed = space.diagramOf(replaced(whole, condition, false));
  const deciding = diagrams.both(
    differenceOf(space, held, failed),
    diagrams.where(space.diagramOf(condition), wanted),
  );
  return diagrams.both(deciding, possible());
}

type Threshold = {
  /** How many steps the compared place lies from the threshold; `null` where it is neither near nor there. */
  readonly distance: (scope: Scope) => number | null;
  /** Puts the place so many steps from the threshold; `null` where nothing lies there. */
  readonly put: (person: JsonObject, steps: number) => JsonObject | null;
};

/** A comparison of a place with a constant or with another place, on a line of whole steps. */
function thresholdOf(condition: Expression, domainOf: DomainOf): Threshold | null {
  if (condition.op !== "compare" || condition.args.length !== 2) return null;
  const read = condition.args.find((arg): arg is Read => arg.op === "read" && arg.from === "scope");
  const other = condition.args.find((arg) => arg !== read);
  const domain = read && domainOf(read.path);
  const scale = domain && scaleOf(domain.type, domain.schema);
  if (!read || !other || !domain || !scale?.whole || (other.op !== "constant" && other.op !== "read"))
    return null;
  const bound = (scope: Scope): number | null => {
    const value = other.op === "constant" ? other.value : valueAt(scope, other.path);
    return value === undefined ? null : scale.toPoint(value);
  };
  return {
    distance: (scope) => {
      const value = valueAt(scope, read.path);
      const at = bound(scope);
      return value === undefined || at === null ? null : scale.toPoint(value) - at;
    },
    put: (person, steps) => {
      const at = bound(scopeOf(person));
      if (at === null) return null;
      const point = at + steps;
      if (point < scale.least || point > scale.most || !Number.isInteger(point)) return null;
      const value = scale.fromPoint(point);
      return fitsSchema(value, domain.schema) ? putAt(person, read.path, value) : null;
    },
  };
}

type Near = {
  readonly looking: Looking;
  readonly condition: Expression;
  readonly threshold: Threshold;
  readonly steps: number;
  /** Whether she shows it: the condition decides about her, and she can be. */
  readonly shows: (scope: Scope) => boolean;
};

/** Somebody for whom the condition decides, moved next to its threshold; `null` where nobody of a few can be. */
function nearPerson({ looking, condition, threshold, steps, shows }: Near): JsonObject | null {
  try {
    for (const wanted of [true, false])
      for (const cube of cubesOf(looking.space, decisive(looking, condition, wanted), 20).cubes) {
        const moved = threshold.put(personOf(cube), steps);
        if (moved !== null && shows(scopeOf(moved))) return moved;
      }
  } catch (error) {
    onlyUndecided(error);
  }
  return null;
}

function valueAt(scope: Scope, path: string): Json | undefined {
  return path
    .split(".")
    .reduce<Json | undefined>((at, name) => (at as JsonObject | undefined)?.[name], scope as unknown as Json);
}

function spelled(answer: Constant | undefined): Json {
  return answer ?? "unknown";
}
