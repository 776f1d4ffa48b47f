import { kindOf, type Type } from "../rules/types.ts";
import type { Json } from "../values/json.ts";
import type { Words } from "../values/languages.ts";

/** A type that an argument can have. For exact decimals it is the name of their format. */
export type ArgumentKind = PlainKind | (string & {});
export type PlainKind = Exclude<Type["kind"], "decimal">;

/** Returns true if a type is one of the kinds that an argument accepts. */
export function takesType(kinds: readonly ArgumentKind[], type: Type): boolean {
  return kinds.includes(kindOf(type));
}

/**
 * A function that `derived` can call. The function is pure and typed. If an argument is missing, the result
 * is missing.
 */
export type DerivedFunction = {
  /** Description of the function for findings. `docs/flow-format.md` contains the English description. */
  readonly meaning: Words;
  /** Kinds that each argument accepts. `rest` is for any number of further arguments. */
  readonly args: readonly (readonly ArgumentKind[])[];
  readonly rest?: readonly ArgumentKind[];
  readonly result: Type;
  /**
   * Meaning of each argument and of the result, so that values of one type but different meanings are not
   * mixed up.
   */
  readonly means?: readonly (string | undefined)[];
  readonly gives?: string;
  /** Whether the function has a value for all arguments of the right kinds. */
  readonly isTotal?: boolean;
  /** Whether the function adds up its arguments, so that no amount may be counted twice. */
  readonly isSum?: boolean;
  /**
   * Computes the value from arguments that are present and of the right kinds. Returns `undefined` if the
   * arguments have no sensible result.
   */
  readonly run: (...args: readonly Json[]) => Json | undefined;
};
