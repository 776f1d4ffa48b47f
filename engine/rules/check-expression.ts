import { withinBounds } from "./bounds.ts";
import { checkMath } from "./check-arithmetic.ts";
import { checkCompare, checkEqual, checkIn } from "./check-comparisons.ts";
import { checkAll, checkEach, checkIf, checkNot, inferIf } from "./check-conditions.ts";
import { checkConstant, inferConstant } from "./check-constants.ts";
import { checkMissing, checkRule, checkVar } from "./check-reads.ts";
import { type At, type Context, type Expected, fault, type Known, spotInside } from "./checking.ts";
import { type Expression, typeOfExpression } from "./expression.ts";
import { fits, operandsOf, operatorOf } from "./fitting.ts";
import { INSTEAD, TYPED_OPERATORS } from "./operators.ts";
import { errorAt, nearest, type Spot } from "./report.ts";
import type { Finding, Logic } from "./rule.ts";
import { describeType, type Type } from "./types.ts";

const COMPARISONS = new Set(["<", "<=", ">", ">="]);

/**
 * Checks one JSON-logic expression against the types of the data paths that it reads. Returns the checked
 * expression. On a fault, adds at least one finding that says how to correct it, and returns `undefined`.
 * `expected` is the required type: boolean for a condition, the value's type for a value.
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
    const { code, limit } = bounds.error;
    options.findings.push(
      errorAt(
        options.spot,
        code === "not-json" ? { key: "not-json.expression" } : { key: code, params: { limit } },
      ),
    );
    return undefined;
  }
  const context: Context = { ...options.known, findings: options.findings, infer, checkAs };
  return checkAs(logic, { context, spot: options.spot, expected: options.expected });
}

function checkAs(logic: Logic, at: Expected): Expression | undefined {
  const operator = operatorOf(logic);
  if (operator === undefined) return checkConstant(logic, at);
  if (operator === "if" || operator === "?:")
    return checkIf(operandsOf(logic), { ...at, spot: spotInside(at.spot, logic, operator) });
  const expression = infer(logic, at);
  if (!expression) return undefined;
  const type = typeOfExpression(expression);
  if (fits(type, at.expected)) return expression;
  if (at.expected.kind === "boolean")
    return fault(at, { key: "not-a-condition", params: { type: describeType(type) } });
  return fault(at, {
    key: "wrong-type",
    params: { type: describeType(type), wanted: describeType(at.expected) },
  });
}

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
      return checkAll(operator, operands, inside);
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

function refuseOperator(name: string, at: At): undefined {
  const operator = name.slice(0, 60);
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  if (instead) return fault(at, { key: instead, params: { operator } });
  const near = nearest(name, TYPED_OPERATORS);
  if (near) return fault(at, { key: "unknown-operator.near", params: { operator, near } });
  return fault(at, { key: "unknown-operator", params: { operator } });
}
