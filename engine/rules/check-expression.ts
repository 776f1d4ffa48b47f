import type { Json, JsonObject } from "../values/json.ts";
import { withinBounds } from "./bounds.ts";
import { type Constant, type Expression, type Order, type Read, typeOfExpression } from "./expression.ts";
import {
  comparable,
  fits,
  isConstant,
  join,
  operandsOf,
  operatorOf,
  orderOf,
  whyNotConstant,
} from "./fitting.ts";
import { INSTEAD, isInheritedName, TYPED_OPERATORS, UNTYPED_OPERATORS } from "./operators.ts";
import { below, errorAt, type Fault, nearest, type Spot } from "./report.ts";
import type { Finding, Logic } from "./rule.ts";
import { describeType, type Type, type TypeEnv, typeAt } from "./types.ts";

/** What an expression may refer to. */
export type Known = {
  readonly types: TypeEnv;
  /** Rule id to what the rule answers. */
  readonly rules: { readonly [id: string]: Type };
};

type Context = Known & {
  readonly findings: Finding[];
  /** The type of the item that a quantifier looks at; paths are relative to it. */
  readonly item?: Type;
};

const BOOLEAN: Type = { kind: "boolean" };
const COMPARISONS = new Set(["<", "<=", ">", ">="]);

/**
 * Checks one piece of JSON-logic against the types of what it reads.
 * Answers the checked expression, or `undefined` and at least one finding in `findings`, each saying how to mend it.
 * `expected` is what the expression must answer: a yes or no for a condition, its type for a value.
 */
export function checkExpression(
  logic: Logic,
  options: {
    readonly known: Known;
    readonly spot: Spot;
    readonly expected: Type;
    readonly findings: Finding[];
  },
): Expression | undefined {
  const bounds = withinBounds(logic);
  if (!bounds.ok) {
    options.findings.push(
      errorAt(options.spot, {
        code: bounds.error.code,
        what: `the expression passes the bound ${bounds.error.limit}`,
        mend: 'split it into rules that refer to each other by {"rule": "<id>"}',
      }),
    );
    return undefined;
  }
  const context: Context = { ...options.known, findings: options.findings };
  return checkAs(logic, { context, spot: options.spot, expected: options.expected });
}

type At = { readonly context: Context; readonly spot: Spot & { readonly single?: boolean } };

/** Checks an expression of which the type is wanted. */
function checkAs(logic: Logic, at: At & { readonly expected: Type }): Expression | undefined {
  const operator = operatorOf(logic);
  if (operator === undefined) return checkConstant(logic, at);
  if (operator === "if" || operator === "?:")
    return checkIf(operandsOf(logic), { ...at, spot: spotInside(at.spot, logic, operator) });
  const expression = infer(logic, at);
  if (!expression) return undefined;
  const type = typeOfExpression(expression);
  if (fits(type, at.expected)) return expression;
  return fault(at, {
    code: at.expected.kind === "boolean" ? "not-a-condition" : "wrong-type",
    what: `this is ${describeType(type)}, and ${describeType(at.expected)} is wanted`,
    mend:
      at.expected.kind === "boolean"
        ? 'compare it with something, or test its presence with {"!": [{"missing": ["<path>"]}]}'
        : `give ${describeType(at.expected)}`,
  });
}

/** Checks an expression that says its own type; constants do so as far as they can. */
function infer(logic: Logic, at: At): Expression | undefined {
  const operator = operatorOf(logic);
  if (operator === undefined) return inferConstant(logic, at);
  const operands = operandsOf(logic);
  const inside: At = { context: at.context, spot: spotInside(at.spot, logic, operator) };
  if (!TYPED_OPERATORS.has(operator)) return refuseOperator(operator, at);
  switch (operator) {
    case "var":
      return checkVar(operands, inside);
    case "rule":
      return checkRule(operands, inside);
    case "missing":
    case "missing_some":
      return checkMissing(operator, operands, inside);
    case "and":
    case "or":
      return checkAll(operands, inside, (args) => ({ op: operator, args }));
    case "!":
    case "!!":
      return checkNot(operator, operands, inside);
    case "if":
    case "?:":
      return inferIf(operands, inside);
    case "==":
    case "===":
      return checkEqual(operands, inside);
    case "!=":
    case "!==": {
      const equal = checkEqual(operands, inside);
      return equal && { op: "not", arg: equal };
    }
    case "in":
      return checkIn(operands, inside);
    case "some":
    case "all":
    case "none":
      return checkEach(operator, operands, inside);
    default:
      return COMPARISONS.has(operator)
        ? checkCompare(operator as "<", operands, inside)
        : checkMath(operator as "+", operands, inside);
  }
}

function refuseOperator(operator: string, at: At): undefined {
  const close = nearest(operator, TYPED_OPERATORS);
  return fault(at, {
    code: UNTYPED_OPERATORS.has(operator) ? "operator-not-in-rules" : "unknown-operator",
    what: `${JSON.stringify(operator.slice(0, 60))} is not an operator of rules`,
    mend:
      (Object.hasOwn(INSTEAD, operator) ? INSTEAD[operator] : undefined) ??
      (close ? `write "${close}"` : "see the list in docs/flow-format.md"),
  });
}

// --- reading ---------------------------------------------------------------------------------------------------------

function checkVar(operands: readonly Json[], at: At): Read | Expression | undefined {
  const [path, fallback] = operands;
  if (typeof path !== "string" && path !== undefined) {
    return fault(at, {
      code: "path-not-fixed",
      what: "a path must be a text, not computed",
      mend: 'write {"var": "answers.<step>.<field>"}',
    });
  }
  const found = findType(path ?? "", at);
  if (!found) return undefined;
  if (found.op === "size") return found;
  if (found.type.kind === "object") {
    return fault(at, {
      code: "not-a-value",
      what: `${path} is a group of fields`,
      mend: `name one of its fields: ${path}.<field>`,
    });
  }
  if (fallback === undefined || fallback === null) return found;
  const constant = checkConstant(fallback, {
    context: at.context,
    spot: operandSpot(at.spot, 1),
    expected: found.type,
  });
  return constant?.op === "constant" ? { ...found, fallback: constant.value } : undefined;
}

function findType(path: string, at: At): Read | { readonly op: "size"; readonly list: Read } | undefined {
  const item = at.context.item;
  if (item && path === "") return { op: "read", from: "item", path, segments: [], type: item };
  const segments = path.split(".");
  const inherited = segments.find((segment) => isInheritedName(segment));
  const types = item ? (item.kind === "object" ? item.fields : {}) : at.context.types;
  const type = inherited === undefined ? typeAt(types, path) : undefined;
  if (!type) {
    const close = nearest(path, Object.keys(types));
    const inItem = item && typeAt(at.context.types, path) !== undefined;
    return fault(at, {
      code: "unknown-path",
      what: `there is no ${path === "" ? "item" : path} here`,
      mend: inItem
        ? "inside some, all and none paths start at the item; take what is outside into its own clause"
        : close
          ? `write ${close}`
          : "name a place that the flow's steps, facts, derived values, effects or flags declare",
    });
  }
  const from = item ? "item" : "scope";
  if (type.kind === "integer" && !Object.hasOwn(types, path)) {
    const listPath = path.slice(0, -".length".length);
    const list = typeAt(types, listPath) as Type;
    return {
      op: "size",
      list: { op: "read", from, path: listPath, segments: listPath.split("."), type: list },
    };
  }
  // A switch that a set leaves out is off, so that a flag is never missing.
  const isFlag = from === "scope" && segments[0] === "flags";
  return { op: "read", from, path, segments, type, ...(isFlag ? { fallback: false } : {}) };
}

function checkRule(operands: readonly Json[], at: At): Expression | undefined {
  const [id] = operands;
  const type =
    typeof id === "string" && Object.hasOwn(at.context.rules, id) ? at.context.rules[id] : undefined;
  if (type) return { op: "rule", id: id as string, type };
  const close = typeof id === "string" ? nearest(id, Object.keys(at.context.rules)) : undefined;
  return fault(at, {
    code: "unknown-rule",
    what: `there is no rule ${JSON.stringify(id ?? null)}`,
    mend: close ? `write ${close}` : "add the rule's file, or name one that is there",
  });
}

function checkMissing(
  operator: "missing" | "missing_some",
  operands: readonly Json[],
  at: At,
): Expression | undefined {
  const some = operator === "missing_some";
  const listed = some ? operands[1] : Array.isArray(operands[0]) ? operands[0] : operands;
  const paths = (Array.isArray(listed) ? listed : [listed]) as readonly Json[];
  const places: Read[] = [];
  for (const [index, path] of paths.entries()) {
    const spot = operandSpot(at.spot, index);
    if (typeof path !== "string") {
      return fault(
        { ...at, spot },
        {
          code: "path-not-fixed",
          what: "a path must be a text, not computed",
          mend: "write the path itself",
        },
      );
    }
    const found = findType(path, { ...at, spot });
    if (!found) return undefined;
    places.push(found.op === "size" ? found.list : found);
  }
  const need = some ? operands[0] : places.length;
  if (typeof need !== "number" || !Number.isInteger(need) || need < 1 || need > places.length) {
    return fault(at, {
      code: "wrong-count",
      what: "missing_some needs how many of its places must be there",
      mend: "write a whole number from 1 to the number of places",
    });
  }
  return { op: "absent", places, need };
}

// --- conditions ------------------------------------------------------------------------------------------------------

function checkAll(
  operands: readonly Json[],
  at: At,
  build: (args: readonly Expression[]) => Expression,
): Expression | undefined {
  if (operands.length === 0)
    return fault(at, {
      code: "no-operands",
      what: "there is nothing to combine",
      mend: "give at least one condition",
    });
  const args = operands.map((operand, index) =>
    checkAs(operand, { context: at.context, spot: operandSpot(at.spot, index), expected: BOOLEAN }),
  );
  return args.every((arg) => arg !== undefined) ? build(args) : undefined;
}

function checkNot(operator: "!" | "!!", operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 1) return wrongCount(at, "one condition");
  const inside = { context: at.context, spot: operandSpot(at.spot, 0) };
  const operand = operands[0] as Json;
  const read =
    operatorOf(operand) === "var"
      ? infer(operand, inside)
      : checkAs(operand, { ...inside, expected: BOOLEAN });
  if (!read) return undefined;
  const condition = isFilled(read) ?? checkAs(operand, { ...inside, expected: BOOLEAN });
  return condition && (operator === "!" ? { op: "not", arg: condition } : condition);
}

/** Whether a text, a file or a list that is there is not empty; a condition is taken as it is. */
function isFilled(expression: Expression): Expression | undefined {
  const type = typeOfExpression(expression);
  if (type.kind === "boolean") return expression;
  if (type.kind === "string" || type.kind === "file") {
    const nothing: Expression = { op: "constant", type: { kind: "string" }, value: "" };
    return { op: "not", arg: { op: "equal", order: "text", left: expression, right: nothing } };
  }
  if (type.kind !== "list" || expression.op !== "read") return undefined;
  const zero: Expression = { op: "constant", type: { kind: "integer" }, value: 0 };
  return { op: "compare", sign: ">", order: "number", args: [{ op: "size", list: expression }, zero] };
}

/** `checked` holds branches that were looked at before, by their place among the operands. */
function checkIf(
  operands: readonly Json[],
  at: At & { readonly expected: Type },
  checked: ReadonlyMap<number, Expression> = new Map(),
): Expression | undefined {
  if (operands.length < 3 || operands.length % 2 === 0) {
    return fault(at, {
      code: "if-without-else",
      what: "an if must say what holds otherwise",
      mend: "give condition and value in pairs, and one last value",
    });
  }
  const { expected } = at;
  const branch = (index: number): Expression | undefined => {
    const known = checked.get(index);
    const spot = operandSpot(at.spot, index);
    if (!known) return checkAs(operands[index] as Json, { ...at, spot });
    const type = typeOfExpression(known);
    return fits(type, expected) ? known : mismatch({ ...at, spot }, expected, type);
  };
  let result = branch(operands.length - 1);
  for (let index = operands.length - 3; index >= 0; index -= 2) {
    const when = checkAs(operands[index] as Json, {
      ...at,
      spot: operandSpot(at.spot, index),
      expected: BOOLEAN,
    });
    const then = branch(index + 1);
    result = when && then && result && { op: "if", type: expected, when, then, otherwise: result };
  }
  return result;
}

/** An if of which nothing says what it must answer: its branches do, together; constants follow them. */
function inferIf(operands: readonly Json[], at: At): Expression | undefined {
  const values = operands.flatMap((operand, index) =>
    index % 2 === 1 || index === operands.length - 1 ? [{ operand, index }] : [],
  );
  const branches = new Map<number, Expression>();
  let joined: Type | undefined;
  for (const { operand, index } of values) {
    if (operatorOf(operand) === undefined) continue;
    const branch = infer(operand, { ...at, spot: operandSpot(at.spot, index) });
    if (!branch) return undefined;
    branches.set(index, branch);
    joined = joined ? join(joined, typeOfExpression(branch)) : typeOfExpression(branch);
  }
  if (!joined) {
    for (const { operand, index } of values) {
      const constant = inferConstant(operand, { ...at, spot: operandSpot(at.spot, index) });
      if (!constant) return undefined;
      joined = joined ? join(joined, typeOfExpression(constant)) : typeOfExpression(constant);
    }
  }
  if (!joined) return checkIf(operands, { ...at, expected: BOOLEAN });
  // A number that stands in a branch need not be one that the field of another branch can take.
  const fractions = values.some(({ operand }) => typeof operand === "number" && !Number.isInteger(operand));
  const expected: Type = joined.kind === "integer" ? { kind: fractions ? "number" : "integer" } : joined;
  return checkIf(operands, { ...at, expected }, branches);
}

function checkEqual(operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "two values");
  const pair = checkTogether(operands, at, { anyNumber: false });
  if (!pair) return undefined;
  const [left, right] = pair.args as [Expression, Expression];
  const a = typeOfExpression(left);
  const b = typeOfExpression(right);
  if (a.kind === "enum" && b.kind === "enum" && !a.words.some((word) => b.words.includes(word))) {
    return fault(at, {
      code: "never-equal",
      what: "the two have no word in common",
      mend: "compare values of one kind",
    });
  }
  return { op: "equal", order: pair.order, left, right };
}

function checkCompare(
  sign: "<" | "<=" | ">" | ">=",
  operands: readonly Json[],
  at: At,
): Expression | undefined {
  const between = sign === "<" || sign === "<=";
  if (operands.length !== 2 && !(between && operands.length === 3)) {
    return wrongCount(at, between ? "two values, or three for between" : "two values");
  }
  const together = checkTogether(operands, at, { anyNumber: true });
  if (!together) return undefined;
  const type = typeOfExpression(
    together.args.find((arg) => arg.op !== "constant") ?? (together.args[0] as Expression),
  );
  if (!["integer", "number", "money", "units", "date", "instant"].includes(type.kind)) {
    return fault(at, {
      code: "no-order",
      what: `${describeType(type)} has no before and after`,
      mend: "use == or in, or compare a number, an amount or a date",
    });
  }
  return { op: "compare", sign, order: together.order, args: together.args };
}

/** Checks values that are compared or summed with one another: one of them says the type, constants follow it. */
function checkTogether(
  operands: readonly Json[],
  at: At,
  options: { readonly anyNumber: boolean },
): { readonly args: readonly Expression[]; readonly order: Order; readonly type: Type } | undefined {
  const leading = operands.findIndex((operand) => operatorOf(operand) !== undefined);
  const lead = Math.max(leading, 0);
  const first = infer(operands[lead] as Json, { context: at.context, spot: operandSpot(at.spot, lead) });
  if (!first) return undefined;
  const inferred = typeOfExpression(first);
  // Thresholds and summands need not be numbers that the field itself can take.
  const type: Type = inferred.kind === "integer" && options.anyNumber ? { kind: "integer" } : inferred;
  const order = orderOf(type);
  if (!order) {
    return fault(at, {
      code: "not-comparable",
      what: `${describeType(type)} cannot be compared`,
      mend:
        type.kind === "file"
          ? 'test its presence with {"!": [{"missing": ["<path>"]}]}; its owner, type and scan are facts'
          : "use some, all, none, in or .length",
    });
  }
  const args: Expression[] = [];
  for (const [index, operand] of operands.entries()) {
    if (index === lead) {
      args.push(first);
      continue;
    }
    const spot = operandSpot(at.spot, index);
    const other =
      operatorOf(operand) === undefined
        ? checkConstant(operand, { context: at.context, spot, expected: type })
        : infer(operand, { context: at.context, spot });
    if (!other) return undefined;
    if (!comparable(type, typeOfExpression(other)))
      return mismatch({ context: at.context, spot }, type, typeOfExpression(other));
    args.push(other);
  }
  return { args, order, type };
}

function checkIn(operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "a value and a list");
  const [needle, list] = operands as readonly [Json, Json];
  if (operatorOf(list) !== undefined) {
    const read = infer(list, { ...at, spot: operandSpot(at.spot, 1) });
    if (!read) return undefined;
    const type = typeOfExpression(read);
    if (read.op !== "read" || type.kind !== "list" || !orderOf(type.item)) {
      return fault(
        { ...at, spot: operandSpot(at.spot, 1) },
        {
          code: "not-a-list",
          what: `${describeType(type)} is not a list of plain values`,
          mend: "give a list; parts of a text are not looked for",
        },
      );
    }
    const spot = operandSpot(at.spot, 0);
    const found =
      operatorOf(needle) === undefined
        ? checkConstant(needle, { ...at, spot, expected: type.item })
        : infer(needle, { ...at, spot });
    if (!found) return undefined;
    if (!comparable(type.item, typeOfExpression(found)))
      return mismatch({ ...at, spot }, type.item, typeOfExpression(found));
    return { op: "contains", needle: found, list: read };
  }
  if (!Array.isArray(list)) {
    return fault(
      { ...at, spot: operandSpot(at.spot, 1) },
      {
        code: "not-a-list",
        what: "in looks into a list",
        mend: 'write the words as a list: ["A", "B"]',
      },
    );
  }
  if (operatorOf(needle) === undefined) {
    return fault(at, {
      code: "constant-condition",
      what: "a constant is looked for among constants",
      mend: "look for a place that is read",
    });
  }
  const found = infer(needle, { ...at, spot: operandSpot(at.spot, 0) });
  if (!found) return undefined;
  const type = typeOfExpression(found);
  const order = orderOf(type);
  if (!order) return mismatch(at, BOOLEAN, type);
  const values: Constant[] = [];
  for (const [index, word] of (list as readonly Json[]).entries()) {
    const constant = checkConstant(word, { ...at, spot: operandSpot(at.spot, 1, index), expected: type });
    if (constant?.op !== "constant") return undefined;
    values.push(constant.value);
  }
  if (values.length === 0)
    return fault(at, {
      code: "no-operands",
      what: "nothing is in an empty list",
      mend: "name at least one word",
    });
  return { op: "within", order, needle: found, values };
}

function checkEach(
  quantifier: "some" | "all" | "none",
  operands: readonly Json[],
  at: At,
): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "a list and a condition on its items");
  const list = infer(operands[0] as Json, { ...at, spot: operandSpot(at.spot, 0) });
  if (!list) return undefined;
  if (list.op !== "read" || list.type.kind !== "list") {
    return fault(
      { ...at, spot: operandSpot(at.spot, 0) },
      {
        code: "not-a-list",
        what: `${describeType(typeOfExpression(list))} is not a list`,
        mend: 'give a list by {"var": "<path>"}',
      },
    );
  }
  const test = checkAs(operands[1] as Json, {
    context: { ...at.context, item: list.type.item },
    spot: operandSpot(at.spot, 1),
    expected: BOOLEAN,
  });
  return test && { op: "each", quantifier, list, test };
}

// --- arithmetic ------------------------------------------------------------------------------------------------------

type MathSign = "+" | "-" | "*" | "/" | "%" | "min" | "max";

function checkMath(fn: MathSign, operands: readonly Json[], at: At): Expression | undefined {
  const least = fn === "-" || fn === "+" ? 1 : 2;
  const most = ["-", "/", "%"].includes(fn) ? 2 : Number.POSITIVE_INFINITY;
  if (operands.length < least || operands.length > most)
    return wrongCount(at, most === 2 ? "two values" : "two or more values");
  if (fn === "*") return checkProduct(operands, at);
  const together = checkTogether(operands, at, { anyNumber: true });
  if (!together) return undefined;
  const kinds = together.args.map((arg) => typeOfExpression(arg).kind);
  if (kinds.includes("money") || kinds.includes("units")) {
    if (fn === "/" || fn === "%") {
      return fault(at, {
        code: "inexact-division",
        what: "dividing an amount needs a named rounding",
        mend: "make it a derived value",
      });
    }
    return { op: "math", fn, type: together.type, args: together.args };
  }
  if (!kinds.every((kind) => kind === "integer" || kind === "number")) {
    return fault(at, {
      code: "not-a-number",
      what: `${describeType(together.type)} cannot be counted with`,
      mend: "use numbers or amounts",
    });
  }
  const divisor = together.args[1];
  if ((fn === "/" || fn === "%") && !(divisor?.op === "constant" && divisor.value !== 0)) {
    return fault(at, {
      code: "open-divisor",
      what: "a divisor that is read may be 0",
      mend: "divide by a constant, or make it a derived value",
    });
  }
  const whole = fn !== "/" && kinds.every((kind) => kind === "integer");
  return { op: "math", fn, type: { kind: whole ? "integer" : "number" }, args: together.args };
}

/** An amount may be multiplied by whole numbers, and by nothing else. */
function checkProduct(operands: readonly Json[], at: At): Expression | undefined {
  const args = operands.map((operand, index) => infer(operand, { ...at, spot: operandSpot(at.spot, index) }));
  if (!args.every((arg) => arg !== undefined)) return undefined;
  const types = args.map((arg) => typeOfExpression(arg));
  const amounts = types.filter((type) => type.kind === "money" || type.kind === "units");
  const rest = types.filter(
    (type) => type.kind === "integer" || (type.kind === "number" && amounts.length === 0),
  );
  if (amounts.length > 1 || rest.length + amounts.length !== types.length) {
    return fault(at, {
      code: "not-a-number",
      what: "only numbers, or one amount and whole numbers, can be multiplied",
      mend: "make it a derived value with a named rounding",
    });
  }
  const type: Type = amounts[0] ?? {
    kind: types.every((one) => one.kind === "integer") ? "integer" : "number",
  };
  return { op: "math", fn: "*", type, args };
}

// --- constants and types ---------------------------------------------------------------------------------------------

function checkConstant(value: Json, at: At & { readonly expected: Type }): Expression | undefined {
  const { expected } = at;
  if (!isConstant(value)) {
    return fault(at, {
      code: "not-a-constant",
      what: "here stands neither a value nor an operation",
      mend: `write ${describeType(expected)}`,
    });
  }
  const wrong = whyNotConstant(value, expected);
  if (wrong) return fault(at, wrong);
  return {
    op: "constant",
    type: expected.kind === "list" || expected.kind === "object" ? { kind: "string" } : expected,
    value,
  };
}

function inferConstant(value: Json, at: At): Expression | undefined {
  if (typeof value === "boolean") return { op: "constant", type: BOOLEAN, value };
  if (typeof value === "number")
    return { op: "constant", type: { kind: Number.isInteger(value) ? "integer" : "number" }, value };
  if (typeof value === "string") return { op: "constant", type: { kind: "enum", words: [value] }, value };
  return fault(at, {
    code: "not-a-constant",
    what: "here stands neither a value nor an operation",
    mend: "write a value, or an operation with exactly one operator",
  });
}

function mismatch(at: At, left: Type, right: Type): undefined {
  const money =
    left.kind === "money" || right.kind === "money" || left.kind === "units" || right.kind === "units";
  const number = [left.kind, right.kind].some((kind) => kind === "integer" || kind === "number");
  return fault(at, {
    code: money && number ? "money-with-number" : "wrong-type",
    what: `${describeType(left)} meets ${describeType(right)}`,
    mend:
      money && number
        ? 'write amounts as text with their decimals: "10000.00"'
        : "compare values of one kind",
  });
}

function wrongCount(at: At, wanted: string): undefined {
  return fault(at, { code: "wrong-count", what: `the operator takes ${wanted}`, mend: `give it ${wanted}` });
}

function fault(at: At, said: Fault): undefined {
  at.context.findings.push(errorAt(at.spot, said));
  return undefined;
}

/** The spot of an operator's operands. A single one may stand there without a list around it. */
function spotInside(spot: Spot, logic: Logic, operator: string): Spot & { readonly single: boolean } {
  return { ...below(spot, operator), single: !Array.isArray((logic as JsonObject)[operator]) };
}

function operandSpot(spot: Spot & { readonly single?: boolean }, ...place: readonly number[]): Spot {
  return spot.single ? { file: spot.file, pointer: spot.pointer } : below(spot, ...place);
}
