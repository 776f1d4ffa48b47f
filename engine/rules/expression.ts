import type { Type } from "./types.ts";

/** A constant in a rule. */
export type Constant = boolean | number | string;

/** A data path to read: in the scope, or in the current item of `some`, `all` or `none`. */
export type Read = {
  readonly op: "read";
  readonly from: "scope" | "item";
  readonly path: string;
  readonly segments: readonly string[];
  readonly type: Type;
  /**
   * Value that is used if the data path has no value. Without a fallback, the result is unknown in that case.
   */
  readonly fallback?: Constant;
};

/** The way in which two values of a type are compared. */
export type Order = "number" | "decimal" | "text" | "instant" | "boolean";

/**
 * A checked rule: every operator is known, every data path has a type, and every constant matches its type.
 * Both compilers start from checked expressions.
 */
export type Expression =
  | { readonly op: "constant"; readonly type: Type; readonly value: Constant }
  | Read
  | { readonly op: "and" | "or"; readonly args: readonly Expression[] }
  | { readonly op: "not"; readonly arg: Expression }
  /** A comparison. With three arguments it means "between". */
  | {
      readonly op: "compare";
      readonly sign: "<" | "<=" | ">" | ">=";
      readonly order: Order;
      readonly args: readonly Expression[];
    }
  | { readonly op: "equal"; readonly order: Order; readonly left: Expression; readonly right: Expression }
  /** Whether a value (`needle`) is in a list of constants. */
  | {
      readonly op: "within";
      readonly order: Order;
      readonly needle: Expression;
      readonly values: readonly Constant[];
    }
  /** Whether a list in the scope contains a value (`needle`). */
  | { readonly op: "contains"; readonly needle: Expression; readonly list: Read }
  | {
      readonly op: "if";
      readonly type: Type;
      readonly when: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | {
      readonly op: "math";
      readonly fn: "+" | "-" | "*" | "/" | "%" | "min" | "max";
      readonly type: Type;
      readonly args: readonly Expression[];
    }
  | { readonly op: "size"; readonly list: Read }
  | {
      readonly op: "each";
      readonly quantifier: "some" | "all" | "none";
      readonly list: Read;
      readonly test: Expression;
    }
  /**
   * Whether values are missing. True if fewer than `need` of the data paths have values. The result is never
   * unknown.
   */
  | { readonly op: "absent"; readonly places: readonly Read[]; readonly need: number }
  | { readonly op: "rule"; readonly id: string; readonly type: Type };

/** Returns the type of an expression's result. */
export function typeOfExpression(expression: Expression): Type {
  switch (expression.op) {
    case "constant":
    case "read":
    case "if":
    case "math":
    case "rule":
      return expression.type;
    case "size":
      return { kind: "integer" };
    default:
      return { kind: "boolean" };
  }
}

/** Returns the direct subexpressions of an expression. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.op) {
    case "constant":
    case "read":
    case "rule":
      return [];
    case "not":
      return [expression.arg];
    case "equal":
      return [expression.left, expression.right];
    case "within":
      return [expression.needle];
    case "contains":
      return [expression.needle, expression.list];
    case "if":
      return [expression.when, expression.then, expression.otherwise];
    case "size":
      return [expression.list];
    case "each":
      return [expression.list, expression.test];
    case "absent":
      return expression.places;
    default:
      return expression.args;
  }
}

/**
 * Returns the expression with `change` applied to each direct subexpression. Lists and data paths are
 * unchanged.
 */
export function withChildren(expression: Expression, change: (child: Expression) => Expression): Expression {
  switch (expression.op) {
    case "constant":
    case "read":
    case "rule":
    case "size":
    case "absent":
      return expression;
    case "not":
      return { ...expression, arg: change(expression.arg) };
    case "equal":
      return { ...expression, left: change(expression.left), right: change(expression.right) };
    case "within":
    case "contains":
      return { ...expression, needle: change(expression.needle) };
    case "if": {
      const when = change(expression.when);
      const then = change(expression.then);
      const otherwise = change(expression.otherwise);
      return { ...expression, when, then, otherwise };
    }
    case "each":
      return { ...expression, test: change(expression.test) };
    default:
      return { ...expression, args: expression.args.map(change) };
  }
}
