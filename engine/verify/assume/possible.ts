import type { Expression } from "../../rules/expression.ts";
import type { Node } from "../diagram/diagram.ts";
import { allMissing, complement, levelsBelow } from "../diagram/sets.ts";
import type { Space } from "../diagram/space.ts";

/** An assumption as a space knows it: the rule's id there, and the fact that it is about. */
export type Assumed = { readonly id: string; readonly fact: string };

/** An assumption as an expression: what a space must be told of, to know its places. */
export function assumedExpression({ id }: Assumed): Expression {
  return { op: "rule", id, type: { kind: "boolean" } };
}

/**
 * Everybody whom an assumption does not rule out. What it leaves unknown is allowed. One that is not decided on every value
 * rules nobody out: nothing is then proved by it.
 */
export function allowedBy(space: Space, assumed: Assumed): Node {
  if (space.sampled([assumedExpression(assumed)]).length > 0) return space.diagrams.yes;
  return complement(space, space.diagrams.where(space.ruleOf(assumed.id), false));
}

/** Everybody who can be: of each fact, whoever its assumptions allow, or of whom nothing is known. */
export function possibleIn(space: Space, assumptions: readonly Assumed[]): Node {
  const { diagrams } = space;
  return assumptions
    .map((assumed) =>
      diagrams.either(
        allowedBy(space, assumed),
        allMissing(space, levelsBelow(space, `facts.${assumed.fact}`)),
      ),
    )
    .reduce(diagrams.both, diagrams.yes);
}
