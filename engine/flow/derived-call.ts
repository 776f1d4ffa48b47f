import { formatOf } from "../rules/format.ts";
import type { Path } from "../rules/rule.ts";
import type { Type } from "../rules/types.ts";
import type { JsonSchema } from "../values/json.ts";
import type { DerivedFunction } from "./derived-function.ts";
import type { DerivedFile, DerivedRule, JoinedFile, LiteralFile } from "./flow-file.ts";
import { functionOf, type Trade } from "./trade.ts";

/** The computation of a derived value without a rule: a function and its arguments. */
export type DerivedCall = {
  /** Name in the flow file: the function's name, `const` or `join`. */
  readonly name: string;
  readonly args: readonly Path[];
  /**
   * Function that computes the value. `undefined` if the definition's trade (formats and functions) has no
   * function of this name.
   */
  readonly known: DerivedFunction | undefined;
};

/**
 * Returns the call of a derived value, or `null` if a rule computes the value. A literal counts as a function
 * without arguments, and a joined text as a function of its parts.
 */
export function callOf(trade: Trade, file: DerivedFile): DerivedCall | null {
  if (isByRule(file)) return null;
  if ("fn" in file) return { name: file.fn, args: file.args, known: functionOf(trade, file.fn) };
  if ("const" in file) return { name: "const", args: [], known: literal(trade, file) };
  return { name: "join", args: file.join, known: joining(file) };
}

/** Returns the data paths that a derived value depends on. For a value of a rule, the list is empty. */
export function argsOf(file: DerivedFile): readonly Path[] {
  return "fn" in file ? file.args : "join" in file ? file.join : [];
}

/** Returns the pointer to one argument of a derived value. */
export function argumentPointer(name: string, file: DerivedFile, index: number): string {
  return `/derived/${name}/${"join" in file ? "join" : "args"}/${index}`;
}

/** Returns true if a rule computes a derived value. */
export function isByRule(file: DerivedFile | undefined): file is DerivedRule {
  return file !== undefined && "rule" in file;
}

/** Returns the schema of a literal: an enum of one value. */
export function schemaOfLiteral({ const: value, format }: LiteralFile): JsonSchema {
  const type = typeof value === "string" ? "string" : "integer";
  return { type, enum: [value], ...(format === undefined ? {} : { format }) };
}

function literal(trade: Trade, file: LiteralFile): DerivedFunction {
  return {
    meaning: LITERAL,
    args: [],
    result: typeOfLiteral(trade, file),
    isTotal: true,
    run: () => file.const,
  };
}

function typeOfLiteral({ formats }: Trade, { const: value, format }: LiteralFile): Type {
  if (typeof value === "number") return { kind: "integer", values: [value] };
  const known = format === undefined ? undefined : formatOf(formats, format)?.type;
  return known ?? { kind: "enum", words: [value] };
}

function joining({ join, with: between }: JoinedFile): DerivedFunction {
  return {
    meaning: JOINED,
    args: join.map(() => ["string"]),
    result: { kind: "string" },
    isTotal: true,
    run: (...parts) => parts.map(String).join(between),
  };
}

const LITERAL = { th: "ค่าที่กำหนดไว้ในขั้นตอน", en: "a value that the flow spells" };
const JOINED = { th: "ข้อความหลายส่วนต่อกัน", en: "texts one after another" };
