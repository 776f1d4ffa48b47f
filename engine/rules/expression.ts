import type { Type } from "./types.ts";

/** A constant that a rule names. */
export type Constant = boolean | number | string;

/** A place that is read: from the scope, or from the item that `some`, `all` or `none` looks at. */
export type Read = {
  readonly op: "read";
  readonly from: "scope" | "item";
  readonly path: string;
  readonly segments: readonly string[];
  readonly type: Type;
  /** What stands for it where it is missing; without one it is unknown then. */
  readonly fallback?: Constant;
};

/** How two values of a type are ordered or told apart. */
export type Order = "number" | "decimal" | "text" | "instant" | "boolean";

/** A checked rule: every operator known, every path typed, every constant fitting. Both compilers start from here. */
export type Expression =
  | { readonly op: "constant"; readonly type: Type; readonly value: Constant }
  | Read
  | { readonly op: "and" | "or"; readonly args: readonly Expression[] }
  | { readonly op: "not"; readonly arg: Expression }
  /** One comparison, or with three arguments "between". */
  | {
      readonly op: "compare";
      readonly sign: "<" | "<=" | ">" | ">=";
      readonly order: Order;
      readonly args: readonly Expression[];
    }
  | { readonly op: "equal"; readonly order: Order; readonly left: Expression; readonly right: Expression }
  /** The needle is one of these constants. */
  | {
      readonly op: "within";
      readonly order: Order;
      readonly needle: Expression;
      readonly values: readonly Constant[];
    }
  /** The list contains the needle. */
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
  /** Fewer than `need` of the places are present; never unknown. */
  | { readonly op: "absent"; readonly places: readonly Read[]; readonly need: number }
  | { readonly op: "rule"; readonly id: string; readonly type: Type };

/** The type of what an expression answers. */
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

/** The expressions directly inside one. */
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

/** The expression with each expression directly inside it changed; lists and places that it names stay. */
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
