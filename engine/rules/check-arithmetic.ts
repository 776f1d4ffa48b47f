import type { Json } from "../values/json.ts";
import { checkTogether } from "./check-comparisons.ts";
import { type At, atOperand, fault, wrongCount } from "./checking.ts";
import { type Expression, typeOfExpression } from "./expression.ts";
import { describeType, type Type } from "./types.ts";

type MathSign = "+" | "-" | "*" | "/" | "%" | "min" | "max";

/**
 * Checks arithmetic: sums, differences, products, minimum and maximum. Also checks divisions, which are
 * allowed only for plain numbers with a constant divisor.
 */
export function checkMath(fn: MathSign, operands: readonly Json[], at: At): Expression | undefined {
  const least = fn === "-" || fn === "+" ? 1 : 2;
  const most = ["-", "/", "%"].includes(fn) ? 2 : Number.POSITIVE_INFINITY;
  if (operands.length < least || operands.length > most)
    return wrongCount(at, most === 2 ? "counts.two" : "counts.more");
  if (fn === "*") return checkProduct(operands, at);
  const together = checkTogether(operands, at, { anyNumber: true });
  if (!together) return undefined;
  const kinds = together.args.map((arg) => typeOfExpression(arg).kind);
  if (kinds.includes("decimal")) {
    if (fn === "/" || fn === "%") return fault(at, { key: "inexact-division" });
    return { op: "math", fn, type: together.type, args: together.args };
  }
  if (!kinds.every((kind) => kind === "integer" || kind === "number"))
    return fault(at, { key: "not-a-number", params: { type: describeType(together.type) } });
  const divisor = together.args[1];
  if ((fn === "/" || fn === "%") && !(divisor?.op === "constant" && divisor.value !== 0))
    return fault(at, { key: "open-divisor" });
  const whole = fn !== "/" && kinds.every((kind) => kind === "integer");
  return { op: "math", fn, type: { kind: whole ? "integer" : "number" }, args: together.args };
}

/** Checks a product. It may contain at most one amount. An amount may be multiplied only by whole numbers. */
function checkProduct(operands: readonly Json[], at: At): Expression | undefined {
  const args = operands.map((operand, index) => at.context.infer(operand, atOperand(at, index)));
  if (!args.every((arg) => arg !== undefined)) return undefined;
  const types = args.map((arg) => typeOfExpression(arg));
  const amounts = types.filter((type) => type.kind === "decimal");
  const rest = types.filter(
    (type) => type.kind === "integer" || (type.kind === "number" && amounts.length === 0),
  );
  if (amounts.length > 1 || rest.length + amounts.length !== types.length)
    return fault(at, { key: "not-a-number.product" });
  const type: Type = amounts[0] ?? {
    kind: types.every((one) => one.kind === "integer") ? "integer" : "number",
  };
  return { op: "math", fn: "*", type, args };
}
