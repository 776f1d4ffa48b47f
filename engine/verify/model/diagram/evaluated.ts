import type { Links } from "../../../rules/closures.ts";
import { childrenOf, type Expression, type Read, typeOfExpression } from "../../../rules/expression.ts";
import type { Path, Scope } from "../../../rules/rule.ts";
import { kindOf } from "../../../rules/types.ts";
import type { Json } from "../../../values/json.ts";
import type { References } from "../partition/uses.ts";
import type { Leaf } from "./nodes.ts";

/** A scope without any values. */
export const EMPTY: Scope = { answers: {}, facts: {}, derived: {}, effects: {}, flags: {} };

/** Rule references for an expression that refers to no rule. */
export const NO_LINKS: Links = {
  truthOf: (id) => {
    throw new Error(`space: rule ${id} inside an atom`);
  },
  valueOf: (id) => {
    throw new Error(`space: rule ${id} inside an atom`);
  },
};

/** Returns rule references that look up the rules "0", "1"… in the list `slots`, by number. */
export function linksTo(slots: readonly Leaf[]): Links {
  return {
    truthOf: (id) => () => {
      const value = slots[Number(id)];
      return value === undefined ? "unknown" : value === true;
    },
    valueOf: (id) => () => slots[Number(id)] as boolean | number | string | undefined,
  };
}

/**
 * Returns the expression with its parts replaced by references to the rules "0", "1"… The values of these
 * parts are then supplied as slots.
 */
export function withSlots(expression: Expression, args: readonly Expression[]): Expression {
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
      throw new Error(`withSlots: unexpected operator ${expression.op}`);
  }
}

/** Returns the cache key of a function of leaves. Equal functions have equal keys. */
export function nameOf(expression: Expression, args: readonly Expression[]): string {
  const kinds = args.map((arg) => kindOf(typeOfExpression(arg))).join();
  switch (expression.op) {
    case "compare":
      return `compare ${expression.sign} ${expression.order} ${kinds}`;
    case "equal":
      return `equal ${expression.order} ${kinds}`;
    case "within":
      return `within ${expression.order} ${JSON.stringify(expression.values)}`;
    case "math":
      return `math ${expression.fn} ${kindOf(expression.type)} ${kinds}`;
    default:
      return expression.op;
  }
}

/**
 * Returns the distinct data paths that an atom reads. Returns `undefined` if the atom reads a rule or a
 * derived value.
 */
export function readsOf(expression: Expression, references: References): readonly Read[] | undefined {
  const found = new Map<Path, Read>();
  const visit = (node: Expression): boolean => {
    if (node.op === "rule") return false;
    if (node.op === "read" && node.from !== "item") {
      if (references.ofDerived(node.path)) return false;
      found.set(node.path, node);
    }
    return childrenOf(node).every(visit);
  };
  return visit(expression) ? [...found.values()] : undefined;
}

/** Returns a scope with a value at a data path. */
export function withValue(scope: Scope, segments: readonly string[], value: Leaf): Scope {
  if (value === undefined) return scope;
  return put(scope, segments, value) as Scope;
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
