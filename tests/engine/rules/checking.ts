import { baht, units } from "../../../domain/decimals.ts";
import type { Constant, Expression, Order, Read } from "../../../engine/rules/expression.ts";
import { checkExpression } from "../../../engine/rules/index.ts";
import type { Finding, Logic } from "../../../engine/rules/rule.ts";
import type { Type, TypeEnv } from "../../../engine/rules/types.ts";
import { TYPES } from "./support.ts";

// Helpers that build checked expressions over the data paths of `support.ts`.

export const BOOLEAN: Type = { kind: "boolean" };
export const INTEGER: Type = { kind: "integer" };
export const NUMBER: Type = { kind: "number" };
export const MONEY: Type = { kind: "decimal", of: baht };
export const UNITS: Type = { kind: "decimal", of: units };
export const STRING: Type = { kind: "string" };
export const words = (...of: string[]): Type => ({ kind: "enum", words: of });

export const at = (name: string): Logic => ({ var: `facts.p.${name}` });
export const read = (name: string, type: Type, fallback?: Constant): Read => ({
  op: "read",
  from: "scope",
  path: `facts.p.${name}`,
  segments: ["facts", "p", ...name.split(".")],
  type,
  ...(fallback === undefined ? {} : { fallback }),
});
export const item = (name: string, type: Type): Read => ({
  op: "read",
  from: "item",
  path: name,
  segments: name === "" ? [] : name.split("."),
  type,
});
export const constant = (type: Type, value: Constant): Expression => ({ op: "constant", type, value });
export const equal = (order: Order, left: Expression, right: Expression): Expression => ({
  op: "equal",
  order,
  left,
  right,
});
export const not = (arg: Expression): Expression => ({ op: "not", arg });
export const branch = (type: Type, when: Expression, yes: Expression, no: Expression): Expression => ({
  op: "if",
  type,
  when,
  // biome-ignore lint/suspicious/noThenProperty: the name of the branch that is taken
  then: yes,
  otherwise: no,
});
export const size = (name: string, itemType: Type): Expression => ({
  op: "size",
  list: read(name, { kind: "list", item: itemType }),
});

export const b1 = read("b1", BOOLEAN);
export const b2 = read("b2", BOOLEAN);
export const n1 = read("n1", INTEGER);
export const n2 = read("n2", NUMBER);
export const m1 = read("m1", MONEY);
export const c1 = read("c1", { kind: "integer", values: [1, 2, 4] });
export const e1 = read("e1", words("A", "B", "C"));
export const e2 = read("e2", words("B", "C", "D"));
export const list = read("list", { kind: "list", item: INTEGER });
export const THING = (TYPES as TypeEnv)["facts.p.things"] as Extract<Type, { kind: "list" }>;

/** Returns the checked form of an expression, or its findings. */
export function checked(logic: Logic, expected: Type = BOOLEAN): unknown {
  const { expression, findings } = check(logic, expected);
  return findings.length > 0 ? findings.map(({ code, pointer }) => `${code} ${pointer}`) : expression;
}

/** Returns the message about a rejected expression. */
export function said(logic: Logic, expected: Type = BOOLEAN): unknown {
  const { expression, findings } = check(logic, expected);
  if (expression !== undefined || findings.length !== 1) return { expression, findings };
  return findings[0]?.says;
}

export function check(
  logic: Logic,
  expected: Type,
): { expression: Expression | undefined; findings: Finding[] } {
  const findings: Finding[] = [];
  const expression = checkExpression(logic, {
    known: { types: TYPES, rules: { level: INTEGER, able: BOOLEAN, best: MONEY } },
    spot: { file: "flow.json", pointer: "/when" },
    expected,
    findings,
  });
  return { expression, findings };
}
