import { kindOf, type Type } from "../rules/types.ts";
import type { Json } from "../values/json.ts";
import type { Words } from "../values/languages.ts";

/** A type that an argument can have; for exact decimals, the name of their format. */
export type ArgumentKind = PlainKind | (string & {});
export type PlainKind = Exclude<Type["kind"], "decimal">;

/** Returns true if an argument of such kinds accepts a type. */
export function takesType(kinds: readonly ArgumentKind[], type: Type): boolean {
  return kinds.includes(kindOf(type));
}

/**
 * A function that `derived` can call. It is pure and typed; if an argument is missing, its value is missing.
 */
export type DerivedFunction = {
  /** Its description for findings. docs/flow-format.md has the English one. */
  readonly meaning: Words;
  /** Accepted kinds per argument; `rest` is for any number of further arguments. */
  readonly args: readonly (readonly ArgumentKind[])[];
  readonly rest?: readonly ArgumentKind[];
  readonly result: Type;
  /** The meaning of each argument and of the result, so that values of one type are not mixed up. */
  readonly means?: readonly (string | undefined)[];
  readonly gives?: string;
  /** True if it has a value for all arguments of the right kinds. */
  readonly isTotal?: boolean;
  /** True if it adds up its arguments, so that none may be counted twice. */
  readonly isSum?: boolean;
  /** Takes present values of the right kinds; returns `undefined` if they have no sensible result. */
  readonly run: (...args: readonly Json[]) => Json | undefined;
};
