import { fitsSchema } from "../../flow/fits-schema.ts";
import { scopeOf } from "../../rules/check-cases.ts";
import {
  childrenOf,
  type Expression,
  type Read,
  typeOfExpression,
  withChildren,
} from "../../rules/expression.ts";
import { type CheckedRule, checkProgram, type RuleSet } from "../../rules/program.ts";
import type { RuleCase, RuleFile, Scope } from "../../rules/rule.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import {
  assumedAbout,
  assumedExpression,
  createSpace,
  cubesOf,
  type DomainOf,
  differenceOf,
  evaluator,
  type Leaf,
  linksOf,
  type Node,
  onlyUndecided,
  pathsRead,
  personOf,
  possibleIn,
  putAt,
  referencesOf,
  type Space,
  scaleOf,
} from "../model/index.ts";

/**
 * State of one item that the cases of a rule should show, such as the effect of a condition. `missing`: no
 * case shows the item. `infeasible`: no possible person can show it. `unknown`: undecided.
 */
export type Shown = "shown" | "missing" | "infeasible" | "unknown";

/**
 * The coverage of a condition of a rule. It states whether cases show that this condition alone changes the
 * result, both when the condition holds and when it does not.
 */
export type ConditionCoverage = {
  readonly condition: Expression;
  readonly whenTrue: Shown;
  readonly whenFalse: Shown;
};

/**
 * The coverage of a threshold. It states whether the rule has cases just below, at and just above the
 * threshold, for people whose result depends on the threshold.
 */
export type ThresholdCoverage = {
  readonly condition: Expression;
  readonly under: Shown;
  readonly at: Shown;
  readonly over: Shown;
};

/**
 * What a rule's cases demonstrate. For everything that they do not demonstrate, suggests complete cases. A
 * person must review each suggestion.
 */
export type Coverage = {
  readonly rule: string;
  readonly conditions: readonly ConditionCoverage[];
  readonly thresholds: readonly ThresholdCoverage[];
  readonly missing: readonly RuleCase[];
  /** Share of the feasible demonstrations that the cases contain, from 0 to 1. */
  readonly share: number;
};

/**
 * Returns for every rule of a set what the rule's cases cover. The criteria are MC/DC with masking, and three
 * cases at each threshold.
 */
export function coverageOf(set: RuleSet, domainOf: DomainOf): readonly Coverage[] {
  const { program, findings } = checkProgram(set);
  if (findings.some(({ severity }) => severity === "error")) return [];
  const files = new Map(set.rules.map(({ rule }) => [rule.id, rule]));
  const around = { rules: program.rules, domainOf, assumptions: [...files.values()] };
  return program.rules.map((checked) => coverageOfRule(files.get(checked.id) as RuleFile, checked, around));
}

type Around = {
  readonly rules: readonly CheckedRule[];
  readonly domainOf: DomainOf;
  /** Files of all rules. The assumptions about facts are selected from these files. */
  readonly assumptions: readonly RuleFile[];
};

function coverageOfRule(rule: RuleFile, checked: CheckedRule, around: Around): Coverage {
  const whole: Expression =
    checked.kind === "value" ? checked.logic : { op: "and", args: checked.clauses.map(({ logic }) => logic) };
  const links = linksOf(around.rules);
  // An assumption has cases about people for whom it does not hold, so its search excludes no person.
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
    missing.push({ why, given: person, expect: answer(scopeOf(person)) ?? "unknown" });
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
      const found = somebody(looking, condition, { wanted: [wanted], as: (person) => person });
      if (found.kind !== "somebody") return found.kind;
      add(`the condition alone decides, and it ${wanted ? "holds" : "does not hold"}`, found.person);
      return "missing";
    };
    conditions.push({ condition, whenTrue: shows(true), whenFalse: shows(false) });
    const threshold = thresholdOf(condition, around.domainOf);
    if (threshold === null) continue;
    const near = (steps: -1 | 0 | 1): Shown => {
      const shows = (scope: Scope): boolean => threshold.distance(scope) === steps && decides(scope);
      if (cases.some(({ scope }) => shows(scope))) return "shown";
      const found = somebody(looking, condition, {
        wanted: [true, false],
        as: (person) => {
          const moved = threshold.put(person, steps);
          return moved !== null && shows(scopeOf(moved)) && canBe(scopeOf(moved)) ? moved : null;
        },
      });
      if (found.kind !== "somebody") return found.kind;
      add(["just under", "exactly", "just over"][steps + 1] as string, found.person);
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

/**
 * Returns the conditions that a rule combines. These are the operands that are not themselves `and`, `or`,
 * `not` or `if`.
 */
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

/** Returns the expression with one of its conditions replaced by a constant. */
function replaced(whole: Expression, condition: Expression, value: boolean): Expression {
  if (whole === condition) return { op: "constant", type: typeOfExpression(condition), value };
  return withChildren(whole, (child) => replaced(child, condition, value));
}

type Found =
  | { readonly kind: "somebody"; readonly person: JsonObject }
  | { readonly kind: "infeasible" | "unknown" };

/** The space in which cases are searched, with the rule as one expression and the set of possible people. */
type Looking = { readonly space: Space; readonly whole: Expression; readonly possible: () => Node };

type Wanted = {
  /** Wanted results of the condition, in the order in which they are tried. */
  readonly wanted: readonly boolean[];
  /**
   * Changes a person of a class so that the person fits the wanted case. Returns `null` if this is
   * impossible.
   */
  readonly as: (person: JsonObject) => JsonObject | null;
};

/** Finds a person for whom the condition has a wanted value and this value decides the result of the rule. */
function somebody(looking: Looking, condition: Expression, { wanted, as }: Wanted): Found {
  const { space, whole } = looking;
  let isDecided = space.sampled([whole]).length === 0;
  try {
    for (const answer of wanted) {
      const { cubes, more } = cubesOf(space, decisive(looking, condition, answer));
      for (const cube of cubes) {
        const person = as(personOf(cube));
        if (person !== null) return { kind: "somebody", person };
      }
      if (more) isDecided = false;
    }
  } catch (error) {
    onlyUndecided(error);
    isDecided = false;
  }
  return { kind: isDecided ? "infeasible" : "unknown" };
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
  /**
   * Distance of a value from its threshold, in days or smallest units. `NaN` if the value or the threshold is
   * missing.
   */
  readonly distance: (scope: Scope) => number;
  /** Moves a value to a given distance from its threshold. Returns `null` if no such value exists. */
  readonly put: (person: JsonObject, steps: number) => JsonObject | null;
};

/**
 * Reads a comparison of a data path with a constant or with another data path. Their values must be days,
 * whole numbers or decimals.
 */
function thresholdOf(condition: Expression, domainOf: DomainOf): Threshold | null {
  if (condition.op !== "compare" || condition.args.length !== 2) return null;
  const [left, right] = condition.args as readonly [Expression, Expression];
  const [place, bound] = left.op === "read" ? [left, right] : [right, left];
  if (place.op !== "read" || (bound.op !== "constant" && bound.op !== "read")) return null;
  const domain = domainOf(place.path);
  const scale = domain && scaleOf(domain.type, domain.schema);
  if (!domain || !scale?.whole) return null;
  const pointOf = (of: Read | ConstantExpression, scope: Scope): number => {
    const value = of.op === "constant" ? of.value : (valueAt(scope, of.path) ?? of.fallback);
    return value === undefined ? Number.NaN : scale.toPoint(value);
  };
  return {
    distance: (scope) => pointOf(place, scope) - pointOf(bound, scope),
    put: (person, steps) => {
      const value = scale.fromPoint(pointOf(bound, scopeOf(person)) + steps);
      return fitsSchema(value, domain.schema, domain.formats) ? putAt(person, place.path, value) : null;
    },
  };
}

type ConstantExpression = Extract<Expression, { op: "constant" }>;

function valueAt(scope: Scope, path: string): Json | undefined {
  return path
    .split(".")
    .reduce<Json | undefined>((at, name) => (at as JsonObject | undefined)?.[name], scope);
}
