import { MAX_DEPTH, MAX_TEXT, withinBounds } from "../../engine/rules/bounds.ts";
import type { Json } from "../../engine/values/json.ts";

/** Reasons for which the untyped core refuses to evaluate a rule. */
export type RefusalCode =
  | "too-deep"
  | "too-large"
  | "text-too-long"
  | "not-json"
  | "unknown-operator"
  | "too-many-steps"
  | "bad-operand";

/** Error that `evaluateUntyped` throws. The message names the cause and the limit. */
export class RuleRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = "RuleRefused";
    this.code = code;
  }
}

/** The supported operators: those of json-logic-js 2.0.5 without `log`, which would write to the console. */
export const UNTYPED_OPERATORS: ReadonlySet<string> = new Set([
  ..."var missing missing_some if ?: == === != !== ! !! or and > >= < <= + - * / % min max in cat substr merge".split(
    " ",
  ),
  ..."some all none map filter reduce".split(" "),
]);

/** Maximum number of operators per evaluation. An operator applied to a list counts once per item. */
export const MAX_STEPS = 20_000;
/** Maximum number of items in a list that an evaluation builds. */
const MAX_ITEMS = 10_000;

/** Maximum number of list items, names and characters that one evaluation can read. */
export const MAX_LOOKED_AT = 200_000;

type Value = Json | undefined;
type Budget = { steps: number; text: number; lookedAt: number };

/**
 * Evaluates JSON-logic like json-logic-js 2.0.5, operator by operator. Intended differences: only own
 * properties are read, the list of operators is closed, data is never evaluated as logic, and limits stop
 * excessive evaluations. This function is the reference for typed rules, which flows use.
 * @throws RuleRefused if steps, joined text, merged lists or reads exceed their limits.
 */
export function evaluateUntyped(logic: Json, data?: Json): Value {
  const bounds = withinBounds(logic);
  if (!bounds.ok) {
    throw new RuleRefused(
      bounds.error.code,
      `the expression passes a bound: ${bounds.error.code}, ${bounds.error.limit}`,
    );
  }
  return apply(logic, data, { steps: MAX_STEPS, text: 10 * MAX_TEXT, lookedAt: MAX_LOOKED_AT });
}

/**
 * Returns whether a value counts as true in JSON-logic. The rules are those of JavaScript, but an empty list
 * is false.
 */
export function truthy(value: Value): boolean {
  return Array.isArray(value) && value.length === 0 ? false : Boolean(value);
}

function apply(logic: Value, data: Value, budget: Budget): Value {
  if (Array.isArray(logic)) {
    lookAt(logic.length, budget);
    return logic.map((item: Json) => nothingAsNull(apply(item, data, budget)));
  }
  if (typeof logic !== "object" || logic === null) return logic;
  const names = Object.keys(logic);
  lookAt(names.length, budget);
  const operator = names[0];
  if (names.length !== 1 || operator === undefined) return logic;
  budget.steps -= 1;
  if (budget.steps < 0)
    throw new RuleRefused("too-many-steps", `the evaluation takes more than ${MAX_STEPS} steps`);
  if (!UNTYPED_OPERATORS.has(operator)) {
    throw new RuleRefused("unknown-operator", `unknown operator ${JSON.stringify(operator.slice(0, 60))}`);
  }
  const given = (logic as { readonly [name: string]: Json })[operator];
  const operands: readonly Value[] = Array.isArray(given) ? given : [given];
  lookAt(operands.length, budget);
  return LAZY.has(operator)
    ? applyLazy(operator, operands, data, budget)
    : applyEager(operator, operands, data, budget);
}

const LAZY: ReadonlySet<string> = new Set([
  "if",
  "?:",
  "and",
  "or",
  "filter",
  "map",
  "reduce",
  "all",
  "none",
  "some",
]);

/** Evaluates an operator that itself chooses which operands to evaluate, and with which data. */
function applyLazy(operator: string, operands: readonly Value[], data: Value, budget: Budget): Value {
  switch (operator) {
    case "if":
    case "?:": {
      let at = 0;
      for (; at < operands.length - 1; at += 2) {
        if (truthy(apply(operands[at], data, budget))) return apply(operands[at + 1], data, budget);
      }
      return operands.length === at + 1 ? apply(operands[at], data, budget) : null;
    }
    case "and":
    case "or": {
      let current: Value;
      for (const operand of operands) {
        current = apply(operand, data, budget);
        if (truthy(current) === (operator === "or")) return current;
      }
      return current;
    }
    default:
      return overList(operator, operands, data, budget);
  }
}

function overList(operator: string, operands: readonly Value[], data: Value, budget: Budget): Value {
  const list = apply(operands[0], data, budget);
  const inner = operands[1];
  if (operator === "reduce") {
    let accumulator = operands[2] === undefined ? null : apply(operands[2], data, budget);
    if (!Array.isArray(list)) return accumulator;
    for (const current of list as readonly Json[]) {
      accumulator = apply(inner, { current, accumulator } as Json, spend(budget));
    }
    return accumulator;
  }
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  const holds = (item: Json): boolean => truthy(apply(inner, item, spend(budget)));
  switch (operator) {
    case "filter":
      return items.filter(holds);
    case "map":
      return items.map((item) => nothingAsNull(apply(inner, item, spend(budget))));
    case "all":
      return items.length > 0 && items.every(holds);
    case "none":
      return !items.some(holds);
    default:
      return items.some(holds);
  }
}

function applyEager(operator: string, operands: readonly Value[], data: Value, budget: Budget): Value {
  const values = operands.map((operand) => apply(operand, data, budget));
  // `!` and `!!` only test whether a list is empty, so reading its items costs nothing.
  if (operator !== "!" && operator !== "!!") for (const value of values) lookInto(value, budget);
  const [a, b, c] = values;
  try {
    switch (operator) {
      case "var":
        return readVar(data, a, b);
      case "missing":
        return missing(data, values);
      case "missing_some":
        return missingSome(data, a, b);
      case "cat":
        return bounded(values.map(asJoined), budget);
      case "substr":
        return substr(a, b, c);
      case "merge":
        return merged(values);
      default:
        return calculate(operator, values);
    }
  } catch (error) {
    if (error instanceof TypeError) throw new RuleRefused("bad-operand", `${operator}: ${error.message}`);
    throw error;
  }
}

// Comparisons and sums use JavaScript's conversions, because JSON-logic defines these operators by what
// JavaScript does.
// biome-ignore lint/suspicious/noExplicitAny: operands of every type are converted by the operators themselves
function calculate(operator: string, values: readonly any[]): Value {
  const [a, b, c] = values;
  switch (operator) {
    case "==":
      // biome-ignore lint/suspicious/noDoubleEquals: loose equality is what the operator means
      return a == b;
    case "!=":
      return !calculate("==", values);
    case "===":
      return a === b;
    case "!==":
      return a !== b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "<":
      return c === undefined ? a < b : a < b && b < c;
    case "<=":
      return c === undefined ? a <= b : a <= b && b <= c;
    case "!":
      return !truthy(a);
    case "!!":
      return truthy(a);
    case "%":
      return a % b;
    case "/":
      return a / b;
    case "-":
      return b === undefined ? -a : a - b;
    case "+":
      return values.reduce((sum, value) => Number.parseFloat(sum) + Number.parseFloat(value), 0);
    case "*":
      if (values.length === 0) throw new TypeError("nothing to multiply");
      return values.reduce((product, value) => Number.parseFloat(product) * Number.parseFloat(value));
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
    case "in":
      // As in json-logic-js, the empty text contains nothing, not even itself.
      if (typeof b === "string") return b !== "" && b.indexOf(a) !== -1;
      return Array.isArray(b) ? b.indexOf(a) !== -1 : false;
    default:
      throw new RuleRefused("unknown-operator", `unknown operator ${operator}`);
  }
}

function readVar(data: Value, place: Value, otherwise: Value): Value {
  const fallback = otherwise === undefined ? null : otherwise;
  if (place === undefined || place === "" || place === null) return data;
  let current: Value = data;
  for (const name of String(place).split(".")) {
    if (!Object.hasOwn(Object(current), name)) return fallback;
    current = (current as { readonly [name: string]: Value })[name];
    if (current === undefined) return fallback;
  }
  return current;
}

function missing(data: Value, values: readonly Value[]): readonly Json[] {
  const keys = (Array.isArray(values[0]) ? values[0] : values) as readonly Json[];
  return keys.filter((key) => {
    const [place, otherwise] = Array.isArray(key) ? (key as readonly Json[]) : [key];
    const value = readVar(data, place, otherwise);
    return value === null || value === "";
  });
}

function missingSome(data: Value, need: Value, options: Value): Value {
  const keys = Array.isArray(options) ? (options as readonly Json[]) : [options as Json];
  const absent = missing(data, keys);
  // If the options are a text, json-logic-js counts its characters as the number of options.
  const count = (options as { readonly length: number }).length;
  return count - absent.length >= (need as number) ? [] : absent;
}

function substr(source: Value, start: Value, end: Value): string {
  const text = String(source);
  if ((end as number) < 0) {
    const rest = text.substr(start as number);
    return rest.substr(0, rest.length + (end as number));
  }
  return text.substr(start as number, end as number);
}

function merged(values: readonly Value[]): Json {
  const all = ([] as Json[]).concat(...(values as readonly Json[]));
  if (all.length > MAX_ITEMS) throw new RuleRefused("too-large", `merge: more than ${MAX_ITEMS} items`);
  return all;
}

function asJoined(value: Value): string {
  return value === null || value === undefined ? "" : String(value);
}

function bounded(parts: readonly string[], budget: Budget): string {
  for (const part of parts) budget.text -= part.length;
  if (budget.text < 0)
    throw new RuleRefused("text-too-long", `cat: builds more than ${10 * MAX_TEXT} characters`);
  return parts.join("");
}

function spend(budget: Budget): Budget {
  budget.steps -= 1;
  if (budget.steps < 0)
    throw new RuleRefused("too-many-steps", `the evaluation takes more than ${MAX_STEPS} steps`);
  return budget;
}

/**
 * Subtracts from the budget the size of everything in a value that an operator may compare, convert, join,
 * copy or search.
 */
function lookInto(value: Value, budget: Budget, depth = 0): void {
  if (typeof value === "string") lookAt(value.length, budget);
  if (!Array.isArray(value)) return;
  if (depth > MAX_DEPTH) throw new RuleRefused("too-deep", `a list lies deeper than ${MAX_DEPTH} lists`);
  lookAt(value.length, budget);
  for (const item of value as readonly Json[]) lookInto(item, budget, depth + 1);
}

function lookAt(count: number, budget: Budget): void {
  budget.lookedAt -= count;
  if (budget.lookedAt < 0)
    throw new RuleRefused(
      "too-many-steps",
      `the evaluation looks at more than ${MAX_LOOKED_AT} items and characters`,
    );
}

/** Returns a value with `null` in place of `undefined`, which JSON lists cannot contain. */
function nothingAsNull(value: Value): Json {
  return value === undefined ? (undefined as unknown as Json) : value;
}
