import { compileCondition, compileValue, type Links } from "../../rules/closures.ts";
import { childrenOf, type Expression, type Read, typeOfExpression } from "../../rules/expression.ts";
import { type CheckedRule, expressionsOf } from "../../rules/program.ts";
import type { Path, Scope } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import type { DomainOf } from "../cells/domain.ts";
import { placeUse, type References, usesOf } from "../cells/uses.ts";
import { type Variable, variablesOf } from "../cells/variables.ts";
import { createDiagrams, type Diagrams, type Leaf, type Node } from "./diagram.ts";

/** Thrown for an expression that diagrams do not follow; the answer is then `unknown`, and `message` says why. */
export class NotFollowed extends Error {}

/** Expressions over common variables, as diagrams. */
export type Space = {
  readonly diagrams: Diagrams;
  /** By level. */
  readonly variables: readonly Variable[];
  readonly levelOf: (path: Path) => number | undefined;
  /** Three-valued truth of a condition, or the value of a value expression. */
  readonly diagramOf: (expression: Expression) => Node;
  /** Levels of the variables that expressions read, over rules and derived values. */
  readonly levelsRead: (expressions: readonly Expression[]) => ReadonlySet<number>;
  /** Truth of a `must` rule (all clauses), or the value of a `value` rule. */
  readonly ruleOf: (id: string) => Node;
  /**
   * Variables that expressions read, over rules and derived values, of which not every value of the domain is in a cell.
   * What is not found with them is no proof, even where a diagram does not ask for them any more.
   */
  readonly sampled: (expressions: readonly Expression[]) => readonly Variable[];
};

export type SpaceParts = {
  readonly rules: readonly CheckedRule[];
  /** Derived values that a rule answers: name to rule. */
  readonly derivedRules?: { readonly [name: string]: string };
  /** What is going to be asked about; cells are cut for these, so that nothing else can be asked later. */
  readonly expressions: readonly Expression[];
  readonly domainOf: DomainOf;
  /** Places of which the presence matters though no expression reads them. */
  readonly present?: readonly Path[];
  readonly budget?: number;
  /** Order of variables: places that stand first here are asked first. */
  readonly order?: readonly Path[];
  /** Variables that no place stands for, such as whether a step was passed; asked last. */
  readonly more?: readonly Variable[];
};

/** A space with the variables that the given expressions read, through rules and derived values. */
export function createSpace(parts: SpaceParts): Space {
  const rules = new Map(parts.rules.map((rule) => [rule.id, rule]));
  const references: References = {
    ofRule: (id) => {
      const rule = rules.get(id);
      return rule ? expressionsOf(rule) : [];
    },
    ofDerived: (path) => {
      const name = path.startsWith("derived.") ? path.slice("derived.".length) : "";
      const id = parts.derivedRules?.[name];
      const rule = id === undefined ? undefined : rules.get(id);
      return rule?.kind === "value" ? { op: "rule", id: rule.id, type: rule.type } : undefined;
    },
  };
  const uses = usesOf(parts.expressions, references);
  for (const path of parts.present ?? []) {
    const domain = parts.domainOf(path);
    if (domain && references.ofDerived(path) === undefined) placeUse(uses, { path, type: domain.type });
  }
  const variables = [...inOrder(variablesOf(uses, parts.domainOf), parts.order ?? []), ...(parts.more ?? [])];
  const diagrams = createDiagrams(parts.budget);
  const levels = new Map(variables.map((variable, level) => [variable.path, level]));
  const known = new Map<Expression, Node>();
  const ofRules = new Map<string, Node>();

  const ruleOf = (id: string): Node => {
    const done = ofRules.get(id);
    if (done !== undefined) return done;
    const rule = rules.get(id);
    if (rule === undefined) throw new NotFollowed(`rule ${id} is not there`);
    const node =
      rule.kind === "value"
        ? diagramOf(rule.logic)
        : rule.clauses.map((clause) => diagramOf(clause.logic)).reduce((all, one) => and(diagrams, all, one));
    ofRules.set(id, node);
    return node;
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
      case "constant":
        return diagrams.leaf(expression.value);
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
  /** Decided by the engine's own evaluator, on a representative of each cell or each pair of cells. */
  const atom = (expression: Expression): Node => {
    const reads = readsOf(expression, references);
    if (reads !== undefined && reads.length <= 2) return byCells(expression, reads);
    switch (expression.op) {
      case "compare":
        if (expression.args.length === 3) {
          const [low, middle, high] = expression.args as [Expression, Expression, Expression];
          const pair = (left: Expression, right: Expression): Node =>
            diagramOf({ ...expression, args: [left, right] });
          return and(diagrams, pair(low, middle), pair(middle, high));
        }
        return byParts(expression, expression.args);
      case "equal":
        return byParts(expression, [expression.left, expression.right]);
      case "within":
        return byParts(expression, [expression.needle]);
      case "math":
        return sumOf(expression);
      case "contains":
        return containing(expression);
      case "absent":
        return absence(expression);
      default:
        throw new NotFollowed(`${expression.op} over more than two places, or over a rule`);
    }
  };

  const byCells = (expression: Expression, reads: readonly Read[]): Node => {
    const run = evaluatorOf(expression, NO_LINKS);
    const of = reads.map((read) => {
      const level = levels.get(read.path);
      if (level === undefined) throw new NotFollowed(`${read.path} is not among the variables`);
      return { level, segments: read.segments, cells: (variables[level] as Variable).cells };
    });
    of.sort((left, right) => left.level - right.level);
    const down = (at: number, scope: Scope): Node => {
      const one = of[at];
      if (one === undefined) return diagrams.leaf(run(scope));
      return diagrams.ask(
        one.level,
        one.cells.map((cell) => down(at + 1, withValue(scope, one.segments, cell.value))),
      );
    };
    return down(0, EMPTY);
  };
  const byParts = (expression: Expression, args: readonly Expression[]): Node => {
    const slots: Leaf[] = [];
    const run = evaluatorOf(withSlots(expression, args), linksTo(slots));
    const name = nameOf(expression, args);
    const [left, right] = args.map(diagramOf) as [Node, Node?];
    if (right === undefined)
      return diagrams.map(
        name,
        (value) => {
          slots[0] = value;
          return run(EMPTY);
        },
        left,
      );
    return diagrams.combine(
      name,
      (a, b) => {
        slots[0] = a;
        slots[1] = b;
        return run(EMPTY);
      },
      left,
      right,
    );
  };
  /** Sums, products, least and greatest part by part, from the left, as they are calculated. */
  const sumOf = (expression: Extract<Expression, { op: "math" }>): Node => {
    const [first, ...rest] = expression.args as [Expression, ...Expression[]];
    if (rest.length === 0) return byParts(expression, [first]);
    if (
      expression.fn === "*" &&
      rest.length > 1 &&
      expression.type.kind !== "number" &&
      expression.type.kind !== "integer"
    )
      throw new NotFollowed("a product of an amount with more than one number");
    let sum = diagramOf(first);
    let type = typeOfExpression(first);
    for (const next of rest) {
      const slots: Leaf[] = [];
      const pair: Expression = {
        ...expression,
        args: [
          { op: "rule", id: "0", type },
          { op: "rule", id: "1", type: typeOfExpression(next) },
        ],
      };
      const run = evaluatorOf(pair, linksTo(slots));
      sum = diagrams.combine(
        `${expression.fn} ${expression.type.kind}`,
        (a, b) => {
          slots[0] = a;
          slots[1] = b;
          return run(EMPTY);
        },
        sum,
        diagramOf(next),
      );
      type = expression.type;
    }
    return sum;
  };
  const containing = (expression: Extract<Expression, { op: "contains" }>): Node => {
    const slots: Leaf[] = [];
    const run = evaluatorOf(
      { ...expression, needle: { op: "rule", id: "0", type: typeOfExpression(expression.needle) } },
      linksTo(slots),
    );
    const list = byCells(expression.list, [expression.list]);
    return diagrams.combine(
      `contains ${expression.list.path}`,
      (needle, items) => {
        slots[0] = needle;
        return run(withValue(EMPTY, expression.list.segments, items));
      },
      diagramOf(expression.needle),
      list,
    );
  };
  const absence = (expression: Extract<Expression, { op: "absent" }>): Node => {
    let count = diagrams.leaf(0);
    for (const place of expression.places) {
      const gone = references.ofDerived(place.path)
        ? diagrams.map("gone", (value) => value === undefined, diagramOf(place))
        : byCells({ op: "absent", places: [place], need: 1 }, [place]);
      const here = diagrams.map("present", (value) => (value === true ? 0 : 1), gone);
      count = diagrams.combine("count", (a, b) => (a as number) + (b as number), count, here);
    }
    const { need } = expression;
    return diagrams.map(`fewer than ${need}`, (present) => (present as number) < need, count);
  };

  return {
    diagrams,
    variables,
    levelOf: (path) => levels.get(path),
    diagramOf,
    ruleOf,
    levelsRead: (asked) =>
      new Set([...usesOf(asked, references).keys()].flatMap((path) => levels.get(path) ?? [])),
    sampled: (asked) =>
      [...usesOf(asked, references).keys()].flatMap((path) => {
        const variable = variables[levels.get(path) ?? -1];
        return variable === undefined || variable.exact ? [] : [variable];
      }),
  };
}

/** Both, in Kleene's logic. */
export function and(diagrams: Diagrams, left: Node, right: Node): Node {
  const { yes, no } = diagrams;
  return diagrams.combine(
    "and",
    (a, b) => (a === false || b === false ? false : a === true ? b : b === true ? a : undefined),
    left,
    right,
    (a, b) => (a === no || b === no ? no : a === yes || a === b ? b : b === yes ? a : undefined),
  );
}

/** Either, in Kleene's logic. */
export function or(diagrams: Diagrams, left: Node, right: Node): Node {
  const { yes, no } = diagrams;
  return diagrams.combine(
    "or",
    (a, b) => (a === true || b === true ? true : a === false ? b : b === false ? a : undefined),
    left,
    right,
    (a, b) => (a === yes || b === yes ? yes : a === no || a === b ? b : b === no ? a : undefined),
  );
}

/** Not, in Kleene's logic. */
export function not(diagrams: Diagrams, node: Node): Node {
  return diagrams.map("not", (value) => (value === undefined ? undefined : value !== true), node);
}

const EMPTY: Scope = { answers: {}, facts: {}, derived: {}, effects: {}, flags: {} };

const NO_LINKS: Links = {
  truthOf: (id) => {
    throw new Error(`space: rule ${id} inside an atom`);
  },
  valueOf: (id) => {
    throw new Error(`space: rule ${id} inside an atom`);
  },
};

/** Links that answer a reference to the rule "0", "1"… from a slot. */
function linksTo(slots: readonly Leaf[]): Links {
  return {
    truthOf: (id) => () => {
      const value = slots[Number(id)];
      return value === undefined ? "unknown" : value === true;
    },
    valueOf: (id) => () => slots[Number(id)] as boolean | number | string | undefined,
  };
}

/** The engine's own evaluation of an expression; unknown is `undefined`. */
function evaluatorOf(expression: Expression, links: Links): (scope: Scope) => Leaf {
  if (expression.op === "read" && expression.type.kind === "list")
    return (scope) => expression.segments.reduce<unknown>((at, name) => (at as never)?.[name], scope) as Leaf;
  if (typeOfExpression(expression).kind === "boolean") {
    const run = compileCondition(expression, links);
    return (scope) => {
      const truth = run(scope, undefined);
      return truth === "unknown" ? undefined : truth;
    };
  }
  const run = compileValue(expression, links);
  return (scope) => run(scope, undefined);
}

function withSlots(expression: Expression, args: readonly Expression[]): Expression {
  const slots = args.map(
    (arg, at): Expression => ({ op: "rule", id: String(at), type: typeOfExpression(arg) }),
  );
  const [first, second] = slots as [Expression, Expression];
  switch (expression.op) {
    case "equal":
      return { ...expression, left: first, right: second };
    case "within":
      return { ...expression, needle: first };
    case "compare":
    case "math":
      return { ...expression, args: slots };
    default:
      throw new Error(`withSlots: ${expression.op}`);
  }
}

function nameOf(expression: Expression, args: readonly Expression[]): string {
  const kinds = args.map((arg) => typeOfExpression(arg).kind).join();
  switch (expression.op) {
    case "compare":
      return `compare ${expression.sign} ${expression.order} ${kinds}`;
    case "equal":
      return `equal ${expression.order} ${kinds}`;
    case "within":
      return `within ${expression.order} ${JSON.stringify(expression.values)}`;
    case "math":
      return `math ${expression.fn} ${expression.type.kind} ${kinds}`;
    default:
      return expression.op;
  }
}

/** The different places that an atom reads; `undefined` where a rule or a derived value stands behind one of them. */
function readsOf(expression: Expression, references: References): readonly Read[] | undefined {
  const found = new Map<Path, Read>();
  const visit = (node: Expression): boolean => {
    if (node.op === "rule") return false;
    if (node.op === "read") {
      if (node.from === "item") return true;
      if (references.ofDerived(node.path)) return false;
      found.set(node.path, node);
      return true;
    }
    return childrenOf(node).every(visit);
  };
  return visit(expression) ? [...found.values()] : undefined;
}

function withValue(scope: Scope, segments: readonly string[], value: Leaf): Scope {
  if (value === undefined) return scope;
  return put(scope as unknown as { readonly [name: string]: Json }, segments, value) as unknown as Scope;
}

function put(
  object: { readonly [name: string]: Json },
  [name, ...rest]: readonly string[],
  value: Json,
): { readonly [name: string]: Json } {
  const at = name as string;
  if (rest.length === 0) return { ...object, [at]: value };
  return { ...object, [at]: put((object[at] ?? {}) as { readonly [name: string]: Json }, rest, value) };
}

function inOrder(variables: readonly Variable[], order: readonly Path[]): readonly Variable[] {
  if (order.length === 0) return variables;
  const rank = new Map(order.map((path, at) => [path, at]));
  return variables
    .map((variable, at) => ({ variable, rank: rank.get(variable.path) ?? order.length + at }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ variable }) => variable);
}
