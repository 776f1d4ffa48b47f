import type { Json } from "../values/json.ts";
import { inferConstant } from "./check-constants.ts";
import { type At, atOperand, BOOLEAN, type Expected, fault, mismatch, wrongCount } from "./checking.ts";
import { type Expression, typeOfExpression } from "./expression.ts";
import { fits, join, operatorOf } from "./fitting.ts";
import { describeType, type Type } from "./types.ts";

/** Checks `and` and `or`. */
export function checkAll(op: "and" | "or", operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length === 0) return fault(at, { key: "no-operands" });
  const args = operands.map((operand, index) =>
    at.context.checkAs(operand, { ...atOperand(at, index), expected: BOOLEAN }),
  );
  return args.every((arg) => arg !== undefined) ? { op, args } : undefined;
}

/**
 * Checks `!` and `!!`. The operand is a condition or a value. For a value, the operators test whether it is
 * filled in.
 */
export function checkNot(operator: "!" | "!!", operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 1) return wrongCount(at, "counts.condition");
  const inside = atOperand(at, 0);
  const operand = operands[0] as Json;
  const { infer, checkAs } = at.context;
  const read =
    operatorOf(operand) === "var"
      ? infer(operand, inside)
      : checkAs(operand, { ...inside, expected: BOOLEAN });
  if (!read) return undefined;
  const condition = isFilled(read) ?? checkAs(operand, { ...inside, expected: BOOLEAN });
  return condition && (operator === "!" ? { op: "not", arg: condition } : condition);
}

/**
 * Returns the condition that a value is filled in. A text, file or list is filled in if it is not empty. A
 * boolean expression is returned unchanged.
 */
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

/** Checks `some`, `all` and `none`, which apply a condition to the items of a list. */
export function checkEach(
  quantifier: "some" | "all" | "none",
  operands: readonly Json[],
  at: At,
): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "counts.list-and-condition");
  const list = at.context.infer(operands[0] as Json, atOperand(at, 0));
  if (!list) return undefined;
  if (list.op !== "read" || list.type.kind !== "list")
    return fault(atOperand(at, 0), {
      key: "not-a-list",
      params: { type: describeType(typeOfExpression(list)) },
    });
  const { spot } = atOperand(at, 1);
  const context = { ...at.context, item: list.type.item };
  const test = context.checkAs(operands[1] as Json, { context, spot, expected: BOOLEAN });
  return test && { op: "each", quantifier, list, test };
}

/**
 * Checks an `if` whose type is known. `checked` contains branches that the caller has already checked, by
 * operand index.
 */
export function checkIf(
  operands: readonly Json[],
  at: Expected,
  checked: ReadonlyMap<number, Expression> = new Map(),
): Expression | undefined {
  if (operands.length < 3 || operands.length % 2 === 0) return fault(at, { key: "if-without-else" });
  const { expected } = at;
  const { checkAs } = at.context;
  const branch = (index: number): Expression | undefined => {
    const known = checked.get(index);
    const there = atOperand(at, index);
    if (!known) return checkAs(operands[index] as Json, { ...there, expected });
    const type = typeOfExpression(known);
    return fits(type, expected) ? known : mismatch(there, expected, type);
  };
  let result = branch(operands.length - 1);
  for (let index = operands.length - 3; index >= 0; index -= 2) {
    const when = checkAs(operands[index] as Json, { ...atOperand(at, index), expected: BOOLEAN });
    const then = branch(index + 1);
    result = when && then && result && { op: "if", type: expected, when, then, otherwise: result };
  }
  return result;
}

/**
 * Checks an `if` whose type is not known. Branches that are not constants determine the type, and constants
 * must match that type.
 */
export function inferIf(operands: readonly Json[], at: At): Expression | undefined {
  const values = operands.flatMap((operand, index) =>
    index % 2 === 1 || index === operands.length - 1 ? [{ operand, index }] : [],
  );
  const branches = new Map<number, Expression>();
  let joined: Type | undefined;
  for (const { operand, index } of values) {
    if (operatorOf(operand) === undefined) continue;
    const branch = at.context.infer(operand, atOperand(at, index));
    if (!branch) return undefined;
    branches.set(index, branch);
    joined = joined ? join(joined, typeOfExpression(branch)) : typeOfExpression(branch);
  }
  if (!joined) {
    for (const { operand, index } of values) {
      const constant = inferConstant(operand, atOperand(at, index));
      if (!constant) return undefined;
      joined = joined ? join(joined, typeOfExpression(constant)) : typeOfExpression(constant);
    }
  }
  if (!joined) return checkIf(operands, { ...at, expected: BOOLEAN });
  // A constant in one branch can be a number that the field in another branch cannot have.
  const fractions = values.some(({ operand }) => typeof operand === "number" && !Number.isInteger(operand));
  const expected: Type = joined.kind === "integer" ? { kind: fractions ? "number" : "integer" } : joined;
  return checkIf(operands, { ...at, expected }, branches);
}
