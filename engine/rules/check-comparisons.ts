import type { Json } from "../values/json.ts";
import { checkConstant } from "./check-constants.ts";
import { type At, atOperand, BOOLEAN, type Expected, fault, mismatch, wrongCount } from "./checking.ts";
import { type Constant, type Expression, type Order, typeOfExpression } from "./expression.ts";
import { comparable, operatorOf, orderOf } from "./fitting.ts";
import { describeType, type Type } from "./types.ts";

type Sign = "<" | "<=" | ">" | ">=";

const ORDERED = new Set<Type["kind"]>(["integer", "number", "decimal", "date", "instant"]);

/** Checks `==` and `===`. Both operators mean the same here, because both sides must have one type. */
export function checkEqual(operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "counts.two");
  const pair = checkTogether(operands, at, { anyNumber: false });
  if (!pair) return undefined;
  const [left, right] = pair.args as [Expression, Expression];
  const a = typeOfExpression(left);
  const b = typeOfExpression(right);
  if (a.kind === "enum" && b.kind === "enum" && !a.words.some((word) => b.words.includes(word)))
    return fault(at, { key: "never-equal" });
  return { op: "equal", order: pair.order, left, right };
}

/** Checks an ordering comparison, such as `<`. With three operands it means "between". */
export function checkCompare(sign: Sign, operands: readonly Json[], at: At): Expression | undefined {
  const between = sign === "<" || sign === "<=";
  if (operands.length !== 2 && !(between && operands.length === 3))
    return wrongCount(at, between ? "counts.between" : "counts.two");
  const together = checkTogether(operands, at, { anyNumber: true });
  if (!together) return undefined;
  const { args, order, type } = together;
  if (!ORDERED.has(type.kind)) return fault(at, { key: "no-order", params: { type: describeType(type) } });
  return { op: "compare", sign, order, args };
}

/**
 * Checks operands that are compared with each other or added together. The first operand that is not a
 * constant determines the type.
 */
export function checkTogether(
  operands: readonly Json[],
  at: At,
  options: { readonly anyNumber: boolean },
): { readonly args: readonly Expression[]; readonly order: Order; readonly type: Type } | undefined {
  const leading = operands.findIndex((operand) => operatorOf(operand) !== undefined);
  const lead = Math.max(leading, 0);
  const first = at.context.infer(operands[lead] as Json, atOperand(at, lead));
  if (!first) return undefined;
  const inferred = typeOfExpression(first);
  // A threshold or a summand may be a number that the field itself cannot have.
  const type: Type = inferred.kind === "integer" && options.anyNumber ? { kind: "integer" } : inferred;
  const order = orderOf(type);
  if (!order) {
    if (type.kind === "file") return fault(at, { key: "not-comparable.file" });
    return fault(at, { key: "not-comparable", params: { type: describeType(type) } });
  }
  const args: Expression[] = [];
  for (const [index, operand] of operands.entries()) {
    if (index === lead) {
      args.push(first);
      continue;
    }
    const other = checkLike(operand, { ...atOperand(at, index), expected: type });
    if (!other) return undefined;
    args.push(other);
  }
  return { args, order, type };
}

/** Checks an operand against the type of the other operands. */
function checkLike(operand: Json, at: Expected): Expression | undefined {
  const found =
    operatorOf(operand) === undefined ? checkConstant(operand, at) : at.context.infer(operand, at);
  if (!found) return undefined;
  const type = typeOfExpression(found);
  return comparable(at.expected, type) ? found : mismatch(at, at.expected, type);
}

/** Checks `in`: whether a value is in a constant list, or in a list that the expression reads. */
export function checkIn(operands: readonly Json[], at: At): Expression | undefined {
  if (operands.length !== 2) return wrongCount(at, "counts.value-and-list");
  const [needle, list] = operands as readonly [Json, Json];
  if (operatorOf(list) !== undefined) return checkContains(needle, list, at);
  if (!Array.isArray(list)) return fault(atOperand(at, 1), { key: "not-a-list.words" });
  return checkWithin(needle, list, at);
}

function checkContains(needle: Json, list: Json, at: At): Expression | undefined {
  const read = at.context.infer(list, atOperand(at, 1));
  if (!read) return undefined;
  const type = typeOfExpression(read);
  if (read.op !== "read" || type.kind !== "list" || !orderOf(type.item))
    return fault(atOperand(at, 1), { key: "not-a-list.values", params: { type: describeType(type) } });
  const found = checkLike(needle, { ...atOperand(at, 0), expected: type.item });
  return found && { op: "contains", needle: found, list: read };
}

function checkWithin(needle: Json, words: readonly Json[], at: At): Expression | undefined {
  if (operatorOf(needle) === undefined) return fault(at, { key: "constant-condition" });
  const found = at.context.infer(needle, atOperand(at, 0));
  if (!found) return undefined;
  const type = typeOfExpression(found);
  const order = orderOf(type);
  if (!order) return mismatch(at, BOOLEAN, type);
  const values: Constant[] = [];
  for (const [index, word] of words.entries()) {
    const constant = checkConstant(word, { ...atOperand(at, 1, index), expected: type });
    if (constant?.op !== "constant") return undefined;
    values.push(constant.value);
  }
  if (values.length === 0) return fault(at, { key: "no-operands.list" });
  return { op: "within", order, needle: found, values };
}
