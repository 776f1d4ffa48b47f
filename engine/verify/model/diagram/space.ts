import type { Expression } from "../../../rules/expression.ts";
import type { CheckedRule } from "../../../rules/program.ts";
import type { Path } from "../../../rules/rule.ts";
import type { DomainOf } from "../partition/domain.ts";
import { placeUse, usesOf } from "../partition/uses.ts";
import { type Variable, variablesOf } from "../partition/variables.ts";
import { atomsOf } from "./atoms.ts";
import { createDiagrams, type Diagrams, type Node } from "./diagram.ts";
import { and, not, or } from "./kleene.ts";
import { NotFollowed } from "./not-followed.ts";
import { referencesOf } from "./references.ts";

/** Expressions over common variables, as diagrams. */
export type Space = {
  readonly diagrams: Diagrams;
  /** Variables of the space, by level. */
  readonly variables: readonly Variable[];
  readonly levelOf: (path: Path) => number | undefined;
  /**
   * Returns the diagram of an expression: the three-valued truth of a condition, or the value of a value
   * expression.
   */
  readonly diagramOf: (expression: Expression) => Node;
  /**
   * Returns the levels of the variables that expressions read, including through rules and derived values.
   */
  readonly levelsRead: (expressions: readonly Expression[]) => ReadonlySet<number>;
  /**
   * Returns the diagram of a rule: the truth of a `must` rule (all clauses), or the value of a `value` rule.
   */
  readonly ruleOf: (id: string) => Node;
  /**
   * Returns the variables whose cells do not contain every possible value. Only variables that the
   * expressions read are included, directly or through rules and derived values. If there is such a variable,
   * an empty search result proves nothing.
   */
  readonly sampled: (expressions: readonly Expression[]) => readonly Variable[];
};

export type SpaceParts = {
  readonly rules: readonly CheckedRule[];
  /** Rule that computes each derived value, by the value's name. */
  readonly derivedRules?: { readonly [name: string]: string };
  /**
   * Expressions of all later questions. Cells are made for these expressions only, so questions about other
   * expressions are not possible.
   */
  readonly expressions: readonly Expression[];
  readonly domainOf: DomainOf;
  /**
   * Data paths for which the space also needs to know whether a value is present, even if no expression reads
   * them.
   */
  readonly present?: readonly Path[];
  readonly budget?: number;
  /** Order in which diagrams test the variables, by data path. Data paths at the front are tested first. */
  readonly order?: readonly Path[];
  /** Variables without a data path, such as whether the person has passed a step. They are tested last. */
  readonly more?: readonly Variable[];
};

/**
 * Creates a space with the variables that the expressions read, including through rules and derived values.
 */
export function createSpace(parts: SpaceParts): Space {
  const rules = new Map(parts.rules.map((rule) => [rule.id, rule]));
  const references = referencesOf(parts.rules, parts.derivedRules);
  const uses = usesOf(parts.expressions, references);
  for (const path of parts.present ?? []) {
    const domain = parts.domainOf(path);
    if (domain && references.ofDerived(path) === undefined) placeUse(uses, { path, type: domain.type });
  }
  const variables = [...inOrder(variablesOf(uses, parts.domainOf), parts.order ?? []), ...(parts.more ?? [])];
  const diagrams = createDiagrams(parts.budget);
  const levels = new Map(variables.map((variable, level) => [variable.path, level]));
  const atom = atomsOf({ diagrams, variables, levels, references, diagramOf: (part) => diagramOf(part) });
  const known = new Map<Expression, Node>();

  const ruleOf = (id: string): Node => {
    const rule = rules.get(id);
    if (rule === undefined) throw new NotFollowed({ key: "why.rule", params: { rule: id } });
    if (rule.kind === "value") return diagramOf(rule.logic);
    return rule.clauses
      .map((clause) => diagramOf(clause.logic))
      .reduce((all, one) => and(diagrams, all, one));
  };
  const diagramOf = (expression: Expression): Node => {
    const done = known.get(expression);
    if (done !== undefined) return done;
    const node = build(expression);
    known.set(expression, node);
    return node;
  };
  const build = (expression: Expression): Node => {
    const derived = expression.op === "read" ? references.ofDerived(expression.path) : undefined;
    if (expression.op === "read" && derived) {
      const node = diagramOf(derived);
      const { fallback } = expression;
      return fallback === undefined
        ? node
        : diagrams.map(`else ${JSON.stringify(fallback)}`, (value) => value ?? fallback, node);
    }
    switch (expression.op) {
      case "and":
        return expression.args.map(diagramOf).reduce((all, one) => and(diagrams, all, one));
      case "or":
        return expression.args.map(diagramOf).reduce((all, one) => or(diagrams, all, one));
      case "not":
        return not(diagrams, diagramOf(expression.arg));
      case "if":
        return diagrams.choose(
          diagramOf(expression.when),
          diagramOf(expression.then),
          diagramOf(expression.otherwise),
        );
      case "rule":
        return ruleOf(expression.id);
      default:
        return atom(expression);
    }
  };

  const levelsRead = (asked: readonly Expression[]): ReadonlySet<number> =>
    new Set([...usesOf(asked, references).keys()].flatMap((path) => levels.get(path) ?? []));

  return {
    diagrams,
    variables,
    levelOf: (path) => levels.get(path),
    diagramOf,
    ruleOf,
    levelsRead,
    sampled: (asked) =>
      [...levelsRead(asked)].map((level) => variables[level] as Variable).filter(({ exact }) => !exact),
  };
}

function inOrder(variables: readonly Variable[], order: readonly Path[]): readonly Variable[] {
  const rank = new Map(order.map((path, at) => [path, at]));
  return variables
    .map((variable, at) => ({ variable, rank: rank.get(variable.path) ?? order.length + at }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ variable }) => variable);
}
