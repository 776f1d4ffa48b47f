import type { Diagrams, Node } from "./diagram.ts";

/**
 * Returns the three-valued `and` of two diagrams: false if one side is false, true if both are true,
 * otherwise unknown.
 */
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

/**
 * Returns the three-valued `or` of two diagrams: true if one side is true, false if both are false, otherwise
 * unknown.
 */
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

/** Returns the three-valued `not` of a diagram: unknown stays unknown. */
export function not(diagrams: Diagrams, node: Node): Node {
  return diagrams.map("not", (value) => (value === undefined ? undefined : value !== true), node);
}
