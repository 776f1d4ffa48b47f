import { type Expression, type Read, typeOfExpression } from "../../../rules/expression.ts";
import type { Path, Scope } from "../../../rules/rule.ts";
import { kindOf } from "../../../rules/types.ts";
import type { References } from "../partition/uses.ts";
import type { Variable } from "../partition/variables.ts";
import type { Diagrams, Leaf, Node } from "./diagram.ts";
import { EMPTY, linksTo, NO_LINKS, nameOf, readsOf, withSlots, withValue } from "./evaluated.ts";
import { and } from "./kleene.ts";
import { evaluator } from "./links.ts";
import { NotFollowed } from "./not-followed.ts";

/** The inputs from which the diagrams of atoms are built. */
export type Ground = {
  readonly diagrams: Diagrams;
  readonly variables: readonly Variable[];
  readonly levels: ReadonlyMap<Path, number>;
  readonly references: References;
  /** Returns the diagram of a part of an expression. */
  readonly diagramOf: (expression: Expression) => Node;
};

/**
 * Builds diagrams of atoms. An atom is an expression that does not combine conditions. Examples: a
 * comparison, a test whether a value is in a list, a sum, a test for absence.
 */
export function atomsOf({
  diagrams,
  variables,
  levels,
  references,
  diagramOf,
}: Ground): (expression: Expression) => Node {
  /**
   * Builds the diagram of an atom. The engine's evaluator computes the result for one value of each cell, or
   * for each pair of cells.
   */
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
        throw new NotFollowed({ key: "why.operator", params: { operator: expression.op } });
    }
  };

  const byCells = (expression: Expression, reads: readonly Read[]): Node => {
    const run = evaluator(expression, NO_LINKS);
    const of = reads.map((read) => {
      const level = levels.get(read.path);
      if (level === undefined) throw new NotFollowed({ key: "why.place", params: { path: read.path } });
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
    const run = evaluator(withSlots(expression, args), linksTo(slots));
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
  /**
   * Builds the diagram of a sum, product, minimum or maximum. Takes one operand after the other, from the
   * left, as rules compute them.
   */
  const sumOf = (expression: Extract<Expression, { op: "math" }>): Node => {
    const [first, ...rest] = expression.args as [Expression, ...Expression[]];
    if (rest.length === 0) return byParts(expression, [first]);
    if (
      expression.fn === "*" &&
      rest.length > 1 &&
      expression.type.kind !== "number" &&
      expression.type.kind !== "integer"
    )
      throw new NotFollowed({ key: "why.product" });
    let sum = diagramOf(first);
    for (const next of rest) {
      const slots: Leaf[] = [];
      const pair: Expression = {
        ...expression,
        args: [
          { op: "rule", id: "0", type: typeOfExpression(first) },
          { op: "rule", id: "1", type: typeOfExpression(next) },
        ],
      };
      const run = evaluator(pair, linksTo(slots));
      sum = diagrams.combine(
        `${expression.fn} ${kindOf(expression.type)}`,
        (a, b) => {
          slots[0] = a;
          slots[1] = b;
          return run(EMPTY);
        },
        sum,
        diagramOf(next),
      );
    }
    return sum;
  };
  const containing = (expression: Extract<Expression, { op: "contains" }>): Node => {
    const slots: Leaf[] = [];
    const run = evaluator(
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
  return atom;
}
