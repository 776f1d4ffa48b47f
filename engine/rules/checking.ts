import type { JsonObject } from "../values/json.ts";
import type { Expression } from "./expression.ts";
import type { FindingMessage, Phrase } from "./message.ts";
import { below, errorAt, type Spot } from "./report.ts";
import type { Finding, Logic } from "./rule.ts";
import { describeType, type Type, type TypeEnv } from "./types.ts";

/** The names that an expression can refer to. */
export type Known = {
  readonly types: TypeEnv;
  /** Type of each rule's result, by rule id. */
  readonly rules: { readonly [id: string]: Type };
};

/** The context in which the parts of one expression are checked. */
export type Context = Known & {
  readonly findings: Finding[];
  /** Type of the current item inside `some`, `all` or `none`. Data paths inside are relative to the item. */
  readonly item?: Type;
  /** Checks an expression whose type is not known yet. */
  readonly infer: (logic: Logic, at: At) => Expression | undefined;
  /** Checks an expression that must have a given type. */
  readonly checkAs: (logic: Logic, at: Expected) => Expression | undefined;
};

/** The position in the file that is being checked, with its context. */
export type At = { readonly context: Context; readonly spot: Spot & { readonly single?: boolean } };

export type Expected = At & { readonly expected: Type };

export const BOOLEAN: Type = { kind: "boolean" };

/** Reports an error at this position. Returns `undefined`, because no checked expression exists. */
export function fault(at: At, says: FindingMessage): undefined {
  at.context.findings.push(errorAt(at.spot, says));
  return undefined;
}

/** Reports that two types do not match. */
export function mismatch(at: At, left: Type, right: Type): undefined {
  const kinds = [left.kind, right.kind];
  const decimal = kinds.includes("decimal");
  const number = kinds.includes("integer") || kinds.includes("number");
  return fault(at, {
    key: decimal && number ? "money-with-number" : "wrong-type.pair",
    params: { left: describeType(left), right: describeType(right) },
  });
}

/** Reports an operator with a wrong number of operands. */
export function wrongCount(at: At, wanted: Extract<Phrase["key"], `counts.${string}`>): undefined {
  return fault(at, { key: "wrong-count", params: { wanted: { key: wanted } } });
}

/** Returns the position of an operator's operands. A single operand may be written without a list. */
export function spotInside(spot: Spot, logic: Logic, operator: string): At["spot"] {
  return { ...below(spot, operator), single: !Array.isArray((logic as JsonObject)[operator]) };
}

/** Returns the position of one operand. */
export function atOperand(at: At, ...place: readonly number[]): At {
  const { spot } = at;
  return {
    context: at.context,
    spot: spot.single ? { file: spot.file, pointer: spot.pointer } : below(spot, ...place),
  };
}
