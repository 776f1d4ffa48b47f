import type { Json } from "../values/json.ts";
import { type At, BOOLEAN, type Expected, fault } from "./checking.ts";
import type { Expression } from "./expression.ts";
import { isConstant, whyNotConstant } from "./fitting.ts";
import { describeType } from "./types.ts";

/** Checks a constant that must have a given type. */
export function checkConstant(value: Json, at: Expected): Expression | undefined {
  const { expected } = at;
  if (!isConstant(value))
    return fault(at, { key: "not-a-constant.typed", params: { wanted: describeType(expected) } });
  const wrong = whyNotConstant(value, expected);
  if (wrong) return fault(at, wrong);
  return { op: "constant", type: expected, value };
}

/** Checks a constant whose type is not given. */
export function inferConstant(value: Json, at: At): Expression | undefined {
  if (typeof value === "boolean") return { op: "constant", type: BOOLEAN, value };
  if (typeof value === "number")
    return { op: "constant", type: { kind: Number.isInteger(value) ? "integer" : "number" }, value };
  if (typeof value === "string") return { op: "constant", type: { kind: "enum", words: [value] }, value };
  return fault(at, { key: "not-a-constant" });
}
