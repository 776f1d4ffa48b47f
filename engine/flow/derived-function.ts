import type { Words } from "../rules/message.ts";
import { kindOf, type Type } from "../rules/types.ts";
import type { Json } from "../values/json.ts";

/** A kind of values that an argument may be; exact decimals by the name of their format. */
export type ArgumentKind = PlainKind | (string & {});
export type PlainKind = Exclude<Type["kind"], "decimal">;

/** Whether an argument of such kinds may be of a type. */
export function takesType(kinds: readonly ArgumentKind[], type: Type): boolean {
  return kinds.includes(kindOf(type));
}

/** A function that `derived` may name: pure, typed; a missing argument makes its value missing. */
export type DerivedFunction = {
  /** What it is, in words of findings; docs/flow-format.md says it in English. */
  readonly meaning: Words;
  /** Kinds per argument; `rest` stands for any number of further ones. */
  readonly args: readonly (readonly ArgumentKind[])[];
  readonly rest?: readonly ArgumentKind[];
  readonly result: Type;
  /** What each argument means, and the result, where another value of the same kind would be something else. */
  readonly means?: readonly (string | undefined)[];
  readonly gives?: string;
  /** Whether it has a value for all arguments of the right kinds; without it, it may have nothing sensible to say. */
  readonly isTotal?: boolean;
  /** Whether it adds its arguments up, so that none may be counted twice. */
  readonly isSum?: boolean;
  /** Takes present values of the right kinds; `undefined` where there is nothing sensible to say. */
  readonly run: (...args: readonly Json[]) => Json | undefined;
};
