import { kindOf, type Type } from "../rules/types.ts";
import type { Json } from "../values/json.ts";
import type { Words } from "../values/languages.ts";

/** Kind of an argument: a kind of type, or the name of the format for exact decimals. */
export type ArgumentKind = PlainKind | (string & {});
export type PlainKind = Exclude<Type["kind"], "decimal">;

/** Returns true if an argument that accepts these kinds accepts a type. */
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
  /**
   * Kinds that each argument accepts. `rest`: the kinds of all further arguments, if the function accepts any
   * number of them.
   */
  readonly args: readonly (readonly ArgumentKind[])[];
  readonly rest?: readonly ArgumentKind[];
  readonly result: Type;
  /**
   * Meaning of each argument and of the result, so that values of one type but different meanings are not
   * mixed up.
   */
  readonly means?: readonly (string | undefined)[];
  readonly gives?: string;
  /** Whether the function always returns a value if all arguments have the right kinds. */
  readonly isTotal?: boolean;
  /** Whether the function adds up its arguments, so that no amount may be counted twice. */
  readonly isSum?: boolean;
  /**
   * Computes the value from arguments that are present and of the right kinds. Returns `undefined` if no
   * value is defined for these arguments.
   */
  readonly run: (...args: readonly Json[]) => Json | undefined;
};
