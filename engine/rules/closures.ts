import { compareCanonical } from "../values/decimal.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { amountMath, compareAmounts } from "./amounts.ts";
import { type Constant, type Expression, type Order, type Read, typeOfExpression } from "./expression.ts";
import type { Scope, Truth } from "./rule.ts";
import type { Type } from "./types.ts";

/** Computes a value from a scope. Inside `some`, `all` or `none`, the current item is passed as well. */
export type Value = (scope: Scope, item: Json | undefined) => Constant | undefined;
export type Condition = (scope: Scope, item: Json | undefined) => Truth;
type Place = (scope: Scope, item: Json | undefined) => Json | undefined;

/** Functions that evaluate references to other rules. */
export type Links = {
  readonly truthOf: (id: string) => (scope: Scope) => Truth;
  readonly valueOf: (id: string) => (scope: Scope) => Constant | undefined;
};

/**
 * Compiles a checked condition to a closure. Its result is true, false, or "unknown" if a missing value could
 * decide the condition (Kleene's logic). The closure allocates memory only for sums of amounts.
 */
export function compileCondition(expression: Expression, links: Links): Condition {
  switch (expression.op) {
    case "constant": {
      const { value } = expression;
      return () => value === true;
    }
    case "read":
      return conditionOfRead(expression);
    case "and":
      return conjunction(expression.args.map((arg) => compileCondition(arg, links)));
    case "or":
      return disjunction(expression.args.map((arg) => compileCondition(arg, links)));
    case "not": {
      const arg = compileCondition(expression.arg, links);
      return (scope, item) => {
        const truth = arg(scope, item);
        return truth === "unknown" ? truth : !truth;
      };
    }
    case "compare":
      return comparison(expression, links);
    case "equal":
      return equality(expression, links);
    case "within":
      return membership(expression, links);
    case "contains": {
      const needle = compileValue(expression.needle, links);
      const list = compilePlace(expression.list);
      return (scope, item) => {
        const items = list(scope, item);
        const wanted = needle(scope, item);
        if (!Array.isArray(items) || wanted === undefined) return "unknown";
        return items.includes(wanted);
      };
    }
    case "if": {
      const when = compileCondition(expression.when, links);
      const then = compileCondition(expression.then, links);
      const otherwise = compileCondition(expression.otherwise, links);
      return (scope, item) => {
        const truth = when(scope, item);
        return truth === "unknown" ? truth : truth ? then(scope, item) : otherwise(scope, item);
      };
    }
    case "each":
      return quantified(expression, links);
    case "absent": {
      const places = expression.places.map(compilePlace);
      const { need } = expression;
      return (scope, item) => {
        let present = 0;
        for (let at = 0; at < places.length; at += 1) {
          const value = (places[at] as Place)(scope, item);
          if (value !== undefined && value !== null && value !== "") present += 1;
        }
        return present < need;
      };
    }
    case "rule": {
      if (typeOfExpression(expression).kind !== "boolean")
        throw new Error(`compileCondition: ${expression.id} is not a condition`);
      return links.truthOf(expression.id);
    }
    default:
      throw new Error(`compileCondition: ${expression.op} is not a condition`);
  }
}

/** Compiles a checked value to a closure. The closure returns `undefined` if the value is unknown. */
export function compileValue(expression: Expression, links: Links): Value {
  switch (expression.op) {
    case "constant": {
      const { value } = expression;
      return () => value;
    }
    case "read":
      return valueOfRead(expression);
    case "size": {
      const list = compilePlace(expression.list);
      return (scope, item) => {
        const items = list(scope, item);
        return Array.isArray(items) ? items.length : undefined;
      };
    }
    case "if": {
      const when = compileCondition(expression.when, links);
      const then = compileValue(expression.then, links);
      const otherwise = compileValue(expression.otherwise, links);
      return (scope, item) => {
        const truth = when(scope, item);
        return truth === "unknown" ? undefined : truth ? then(scope, item) : otherwise(scope, item);
      };
    }
    case "math":
      return arithmetic(expression, links);
    case "rule":
      return links.valueOf(expression.id);
    default: {
      const condition = compileCondition(expression, links);
      return (scope, item) => {
        const truth = condition(scope, item);
        return truth === "unknown" ? undefined : truth;
      };
    }
  }
}

/** Compiles a function that reads a data path, without a type check. */
export function compilePlace(read: Read): Place {
  const [a, b, c, ...more] = read.segments as [string, string, string, ...string[]];
  if (read.from === "item") {
    return (_scope, item) => read.segments.reduce<Json | undefined>(step, item);
  }
  if (read.segments.length === 2) return (scope) => step((scope as JsonObject)[a], b);
  if (read.segments.length === 3) {
    return (scope) => {
      const inner = ((scope as JsonObject)[a] as JsonObject)[b] as JsonObject | null | undefined;
      return inner === undefined || inner === null ? undefined : inner[c];
    };
  }
  return (scope) => more.reduce<Json | undefined>(step, step(step((scope as JsonObject)[a], b), c));
}

/** Returns true if a value has its declared type. A value of another type counts as missing. */
export function isOfType(value: Json | undefined, type: Type): boolean {
  switch (type.kind) {
    case "boolean":
      return typeof value === "boolean";
    case "integer":
    case "number":
      return typeof value === "number";
    case "decimal":
      return typeof value === "string" && isAmount(value, type.of.places + 1);
    case "list":
      return Array.isArray(value);
    case "instant":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "object":
      return value !== undefined && value !== null;
    default:
      return typeof value === "string";
  }
}

/**
 * Returns true if a text has the form of an amount: the decimal point at the right position, no sign and no
 * leading zero. Validation checks every digit; this check only prevents comparisons of texts that were not
 * validated.
 */
function isAmount(text: string, tail: number): boolean {
  if (text.charCodeAt(text.length - tail) !== 46) return false;
  const first = text.charCodeAt(0);
  return first > 48 ? first < 58 : first === 48 && text.length === tail + 1;
}

function step(value: Json | undefined, name: string): Json | undefined {
  return value === undefined || value === null ? undefined : (value as JsonObject)[name];
}

function valueOfRead(read: Read): Value {
  const place = compilePlace(read);
  const { type, fallback } = read;
  const kind = type.kind;
  if (kind === "integer" || kind === "number") {
    return (scope, item) => {
      const value = place(scope, item);
      return typeof value === "number" ? value : fallback;
    };
  }
  if (kind === "enum" || kind === "string" || kind === "date" || kind === "file") {
    return (scope, item) => {
      const value = place(scope, item);
      return typeof value === "string" ? value : fallback;
    };
  }
  return (scope, item) => {
    const value = place(scope, item);
    return isOfType(value, type) ? (value as Constant) : fallback;
  };
}

function conditionOfRead(read: Read): Condition {
  const place = compilePlace(read);
  const otherwise: Truth = typeof read.fallback === "boolean" ? read.fallback : "unknown";
  return (scope, item) => {
    const value = place(scope, item);
    return typeof value === "boolean" ? value : otherwise;
  };
}

function conjunction(args: readonly Condition[]): Condition {
  const [first, second] = args as [Condition, Condition];
  if (args.length === 1) return first;
  if (args.length === 2) {
    return (scope, item) => {
      const left = first(scope, item);
      if (left === false) return false;
      const right = second(scope, item);
      return right === false ? false : left === true ? right : "unknown";
    };
  }
  return (scope, item) => {
    let truth: Truth = true;
    for (let at = 0; at < args.length; at += 1) {
      const one = (args[at] as Condition)(scope, item);
      if (one === false) return false;
      if (one === "unknown") truth = one;
    }
    return truth;
  };
}

function disjunction(args: readonly Condition[]): Condition {
  const [first, second] = args as [Condition, Condition];
  if (args.length === 1) return first;
  if (args.length === 2) {
    return (scope, item) => {
      const left = first(scope, item);
      if (left === true) return true;
      const right = second(scope, item);
      return right === true ? true : left === false ? right : "unknown";
    };
  }
  return (scope, item) => {
    let truth: Truth = false;
    for (let at = 0; at < args.length; at += 1) {
      const one = (args[at] as Condition)(scope, item);
      if (one === true) return true;
      if (one === "unknown") truth = one;
    }
    return truth;
  };
}

type Compare = Extract<Expression, { op: "compare" }>;

/**
 * Returns a function that compares two values of one kind. The function returns a negative number, zero or a
 * positive number.
 */
export function comparerOf(
  order: Order,
  args: readonly Expression[],
): (left: Constant, right: Constant) => number {
  switch (order) {
    case "decimal": {
      const signed = args.some((arg) => arg.op !== "read" && arg.op !== "constant");
      return (signed ? compareAmounts : compareCanonical) as (left: Constant, right: Constant) => number;
    }
    case "instant":
      return (left, right) => Date.parse(left as string) - Date.parse(right as string);
    default:
      return (left, right) => (left < right ? -1 : left > right ? 1 : 0);
  }
}

function comparison(expression: Compare, links: Links): Condition {
  const [left, middle, right] = expression.args.map((arg) => compileValue(arg, links)) as [
    Value,
    Value,
    Value?,
  ];
  const compare = comparerOf(expression.order, expression.args);
  const holds = HOLDS[expression.sign];
  if (right) {
    return (scope, item) => {
      const a = left(scope, item);
      const b = middle(scope, item);
      const c = right(scope, item);
      const first: Truth = a === undefined || b === undefined ? "unknown" : holds(compare(a, b));
      if (first === false) return false;
      const second: Truth = b === undefined || c === undefined ? "unknown" : holds(compare(b, c));
      return second === false ? false : first === true ? second : "unknown";
    };
  }
  if (expression.order === "number" || expression.order === "text")
    return plainComparison(expression.sign, left, middle);
  return (scope, item) => {
    const a = left(scope, item);
    const b = middle(scope, item);
    return a === undefined || b === undefined ? "unknown" : holds(compare(a, b));
  };
}

const HOLDS = {
  "<": (order: number): boolean => order < 0,
  "<=": (order: number): boolean => order <= 0,
  ">": (order: number): boolean => order > 0,
  ">=": (order: number): boolean => order >= 0,
} as const;

function plainComparison(sign: "<" | "<=" | ">" | ">=", left: Value, right: Value): Condition {
  switch (sign) {
    case "<":
      return (scope, item) => {
        const a = left(scope, item);
        const b = right(scope, item);
        return a === undefined || b === undefined ? "unknown" : a < b;
      };
    case "<=":
      return (scope, item) => {
        const a = left(scope, item);
        const b = right(scope, item);
        return a === undefined || b === undefined ? "unknown" : a <= b;
      };
    case ">":
      return (scope, item) => {
        const a = left(scope, item);
        const b = right(scope, item);
        return a === undefined || b === undefined ? "unknown" : a > b;
      };
    case ">=":
      return (scope, item) => {
        const a = left(scope, item);
        const b = right(scope, item);
        return a === undefined || b === undefined ? "unknown" : a >= b;
      };
  }
}

function equality(expression: Extract<Expression, { op: "equal" }>, links: Links): Condition {
  const { left, right, order } = expression;
  const a = compileValue(left, links);
  const b = compileValue(right, links);
  if (order === "instant") {
    return (scope, item) => {
      const one = a(scope, item);
      const other = b(scope, item);
      return one === undefined || other === undefined
        ? "unknown"
        : Date.parse(one as string) === Date.parse(other as string);
    };
  }
  if (order !== "decimal" && right.op === "constant" && left.op === "read" && left.fallback === undefined) {
    const place = compilePlace(left);
    const wanted = right.value;
    const kind = typeof wanted;
    return (scope, item) => {
      const value = place(scope, item);
      return value === wanted ? true : typeof value === kind ? false : "unknown";
    };
  }
  // Equal amounts have equal texts, because each amount has one canonical form.
  return (scope, item) => {
    const one = a(scope, item);
    const other = b(scope, item);
    return one === undefined || other === undefined ? "unknown" : one === other;
  };
}

function membership(expression: Extract<Expression, { op: "within" }>, links: Links): Condition {
  const { values, order } = expression;
  const needle = compileValue(expression.needle, links);
  if (order === "instant") {
    const instants = new Set(values.map((value) => Date.parse(value as string)));
    return (scope, item) => {
      const value = needle(scope, item);
      return value === undefined ? "unknown" : instants.has(Date.parse(value as string));
    };
  }
  if (values.length > 8) {
    const all = new Set(values);
    return (scope, item) => {
      const value = needle(scope, item);
      return value === undefined ? "unknown" : all.has(value);
    };
  }
  return (scope, item) => {
    const value = needle(scope, item);
    if (value === undefined) return "unknown";
    for (let at = 0; at < values.length; at += 1) if (values[at] === value) return true;
    return false;
  };
}

function quantified(expression: Extract<Expression, { op: "each" }>, links: Links): Condition {
  const place = compilePlace(expression.list);
  const test = compileCondition(expression.test, links);
  const { quantifier } = expression;
  const stopAt = quantifier !== "all";
  const whenStopped = quantifier === "some";
  return (scope, item) => {
    const items = place(scope, item);
    if (!Array.isArray(items)) return "unknown";
    // `all` of an empty list is false, as in JSON-logic.
    if (items.length === 0) return quantifier === "none";
    let truth: Truth = !whenStopped;
    for (let at = 0; at < items.length; at += 1) {
      const one = test(scope, items[at]);
      if (one === stopAt) return whenStopped;
      if (one === "unknown") truth = one;
    }
    return truth;
  };
}

function arithmetic(expression: Extract<Expression, { op: "math" }>, links: Links): Value {
  const { fn, type } = expression;
  const args = expression.args.map((arg) => compileValue(arg, links));
  if (type.kind === "decimal") {
    const scale = type.of.places;
    return (scope, item) => {
      const values: (string | number)[] = [];
      for (const arg of args) {
        const value = arg(scope, item);
        if (value === undefined) return undefined;
        values.push(value as string | number);
      }
      return amountMath(fn as "+", { values, scale });
    };
  }
  if (fn === "-" && args.length === 1) {
    const [only] = args as [Value];
    return (scope, item) => {
      const value = only(scope, item);
      return value === undefined ? undefined : -(value as number);
    };
  }
  const combine = COMBINE[fn];
  return (scope, item) => {
    let result = (args[0] as Value)(scope, item) as number | undefined;
    for (let at = 1; at < args.length; at += 1) {
      const next = (args[at] as Value)(scope, item) as number | undefined;
      if (result === undefined || next === undefined) return undefined;
      result = combine(result, next);
    }
    return result;
  };
}

const COMBINE = {
  "+": (a: number, b: number): number => a + b,
  "-": (a: number, b: number): number => a - b,
  "*": (a: number, b: number): number => a * b,
  "/": (a: number, b: number): number => a / b,
  "%": (a: number, b: number): number => a % b,
  min: (a: number, b: number): number => Math.min(a, b),
  max: (a: number, b: number): number => Math.max(a, b),
} as const;
