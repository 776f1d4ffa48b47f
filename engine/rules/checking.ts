import type { JsonObject } from "../values/json.ts";
import type { Expression } from "./expression.ts";
import type { FindingMessage, Phrase } from "./message.ts";
import { below, errorAt, type Spot } from "./report.ts";
import type { Finding, Logic } from "./rule.ts";
import { describeType, type Type, type TypeEnv } from "./types.ts";

/** What an expression may refer to. */
export type Known = {
  readonly types: TypeEnv;
  /** Rule id to what the rule answers. */
  readonly rules: { readonly [id: string]: Type };
};

/** What the parts of one expression are checked with. */
export type Context = Known & {
  readonly findings: Finding[];
  /** The type of the item that a quantifier looks at; paths are relative to it. */
  readonly item?: Type;
  /** Checks an expression that says its own type; constants do so as far as they can. */
  readonly infer: (logic: Logic, at: At) => Expression | undefined;
  /** Checks an expression of which the type is wanted. */
  readonly checkAs: (logic: Logic, at: Expected) => Expression | undefined;
};

/** Where in an expression something is being checked. */
export type At = { readonly context: Context; readonly spot: Spot & { readonly single?: boolean } };

/** The same, where the type is wanted. */
export type Expected = At & { readonly expected: Type };

export const BOOLEAN: Type = { kind: "boolean" };

/** Says what is wrong here; there is no expression then. */
export function fault(at: At, says: FindingMessage): undefined {
  at.context.findings.push(errorAt(at.spot, says));
  return undefined;
}

/** The fault of two types that do not go together. */
export function mismatch(at: At, left: Type, right: Type): undefined {
  const kinds = [left.kind, right.kind];
  const decimal = kinds.includes("decimal");
  const number = kinds.includes("integer") || kinds.includes("number");
  return fault(at, {
    key: decimal && number ? "money-with-number" : "wrong-type.pair",
    params: { left: describeType(left), right: describeType(right) },
  });
}

/** The fault of an operator with too few or too many operands. */
export function wrongCount(at: At, wanted: Extract<Phrase["key"], `counts.${string}`>): undefined {
  return fault(at, { key: "wrong-count", params: { wanted: { key: wanted } } });
}

/** The spot of an operator's operands. A single one may stand there without a list around it. */
export function spotInside(spot: Spot, logic: Logic, operator: string): At["spot"] {
  return { ...below(spot, operator), single: !Array.isArray((logic as JsonObject)[operator]) };
}

/** Where one of the operands stands. */
export function atOperand(at: At, ...place: readonly number[]): At {
  const { spot } = at;
  return {
    context: at.context,
    spot: spot.single ? { file: spot.file, pointer: spot.pointer } : below(spot, ...place),
  };
}
