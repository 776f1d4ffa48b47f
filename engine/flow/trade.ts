import type { Formats } from "../rules/format.ts";
import type { JsonSchema } from "../values/json.ts";
import type { DerivedFunction } from "./derived-function.ts";
import type { FlowFile } from "./flow-file.ts";
import type { Shown } from "./shown-entry.ts";

/**
 * What the engine knows of a trade beside the files of a definition: formats that schemas may name, and functions that
 * `derived` may name. It is code, so it is given when a definition is loaded, and is no part of what the definition says.
 */
export type Trade = {
  readonly formats: Formats;
  readonly functions: { readonly [name: string]: DerivedFunction };
  /** The format of the addresses that a channel of one-time passwords sends to; to one without it no answer is. */
  readonly addresses?: { readonly [channel: string]: string };
  /** What a step of a file of format 1 showed: its places, and what the page of that time took each for. */
  readonly shownInFormat1?: (of: FlowOfFormat1, step: string) => readonly Shown[];
};

/** A flow file of format 1, and what its effects give. */
export type FlowOfFormat1 = {
  readonly flow: FlowFile;
  readonly effects: { readonly [effect: string]: { readonly output: JsonSchema } };
};

/** Where a definition keeps the trade that it was loaded with: under no name of JSON, so that neither hash nor text has it. */
export const TRADE: unique symbol = Symbol("trade");

/** A definition that was read with a trade. */
export type OfTrade = { readonly [TRADE]: Trade };

/** The trade that a definition was loaded with. Throws where it was copied as JSON and not given to `withTrade`. */
export function tradeOf(definition: OfTrade): Trade {
  const trade = (definition as Partial<OfTrade>)[TRADE];
  if (trade === undefined)
    throw new Error("tradeOf: the definition lost its trade; give it back by withTrade");
  return trade;
}

/**
 * A value of trade as it arrives from another thread or as JSON: symbols do not travel, so it has lost its trade until
 * `withTrade` gives it back.
 */
export type Sent<Value extends OfTrade> = Omit<Value, typeof TRADE>;

/** A definition that came as JSON (out of a module, from another thread), with the trade that it speaks of. */
export function withTrade<Definition extends object>(
  definition: Definition,
  trade: Trade,
): Definition & OfTrade {
  return Object.freeze({ ...definition, [TRADE]: trade });
}

/** A function by its name; `undefined` where the trade has none. */
export function functionOf({ functions }: Trade, name: string): DerivedFunction | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
}
