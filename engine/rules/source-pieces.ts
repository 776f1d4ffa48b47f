import { childrenOf, type Expression, type Order } from "./expression.ts";
import type { Type } from "./types.ts";

/**
 * Joins expressions with an operator. If the list is empty, the result is `true` for `&&` and `false` for
 * `||`.
 */
export function joined(parts: readonly string[], operator: "&&" | "||"): string {
  if (parts.length === 0) return String(operator === "&&");
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${operator} `)})`;
}

/** Writes a test for the type of a variable. */
export function typeTest(name: string, type: Type): string {
  switch (type.kind) {
    case "boolean":
      return `typeof ${name} === "boolean"`;
    case "integer":
    case "number":
      return `typeof ${name} === "number"`;
    case "decimal":
      return `isAmount(${name}, ${type.of.places + 1})`;
    case "instant":
      return `isInstant(${name})`;
    case "list":
      return `Array.isArray(${name})`;
    case "object":
      return `(${name} !== undefined && ${name} !== null)`;
    default:
      return `typeof ${name} === "string"`;
  }
}

/** Writes the comparison of two values. The type of the values decides how they are ordered. */
export function compared(
  left: string,
  right: string,
  how: { readonly sign: "<" | "<=" | ">" | ">="; readonly order: Order; readonly signed: boolean },
): string {
  switch (how.order) {
    case "decimal":
      return `${how.signed ? "orderOfSigned" : "orderOfAmounts"}(${left}, ${right}) ${how.sign} 0`;
    case "instant":
      return `Date.parse(${left}) ${how.sign} Date.parse(${right})`;
    default:
      return `${left} ${how.sign} ${right}`;
  }
}

/** Writes an expression that converts "unknown" to `undefined`. */
export function nothingForUnknown(truth: string): string {
  return `((truth) => (truth === "unknown" ? undefined : truth))(${truth})`;
}

/**
 * Returns true for an expression whose source needs its own variable. If branches were inlined, the code
 * would double at every level of nesting.
 */
export function isHoisted(node: Expression): boolean {
  if (node.op === "if") return hasBranch(node.when);
  return node.op === "equal" && node.order === "boolean" && (hasBranch(node.left) || hasBranch(node.right));
}

const branching = new WeakMap<Expression, boolean>();

function hasBranch(node: Expression): boolean {
  const known = branching.get(node);
  if (known !== undefined) return known;
  const found =
    node.op === "if" || (node.op === "equal" && node.order === "boolean") || childrenOf(node).some(hasBranch);
  branching.set(node, found);
  return found;
}
