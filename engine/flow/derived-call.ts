import { formatOf } from "../rules/format.ts";
import type { Path } from "../rules/rule.ts";
import type { Type } from "../rules/types.ts";
import type { JsonSchema } from "../values/json.ts";
import type { DerivedFunction } from "./derived-function.ts";
import type { DerivedFile, DerivedRule, JoinedFile, LiteralFile } from "./flow-file.ts";
import { functionOf, type Trade } from "./trade.ts";

/** How a derived value is made where no rule makes it: by what function, of which places. */
export type DerivedCall = {
  /** What the flow file calls it: the function's name, `const` or `join`. */
  readonly name: string;
  readonly args: readonly Path[];
  /** `undefined` where the trade has no such function. */
  readonly known: DerivedFunction | undefined;
};

/** What a derived value calls; `null` where a rule makes it. A literal is a function of nothing, a joined text one of its parts. */
export function callOf(trade: Trade, file: DerivedFile): DerivedCall | null {
  if (isByRule(file)) return null;
  if ("fn" in file) return { name: file.fn, args: file.args, known: functionOf(trade, file.fn) };
  if ("const" in file) return { name: "const", args: [], known: literal(trade, file) };
  return { name: "join", args: file.join, known: joining(file) };
}

/** The places that a derived value is made of, where no rule makes it. */
export function argsOf(file: DerivedFile): readonly Path[] {
  return "fn" in file ? file.args : "join" in file ? file.join : [];
}

/** Where a derived value names one of the places that it is made of. */
export function argumentPointer(name: string, file: DerivedFile, index: number): string {
  return `/derived/${name}/${"join" in file ? "join" : "args"}/${index}`;
}

/** Whether a rule makes a derived value. */
export function isByRule(file: DerivedFile | undefined): file is DerivedRule {
  return file !== undefined && "rule" in file;
}

/** The schema of a literal: it alone. */
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
