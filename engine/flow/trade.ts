import type { Formats } from "../rules/format.ts";
import type { DerivedFunction } from "./derived-function.ts";

/**
 * The formats that schemas can use and the functions that `derived` can call. A trade is code: it is passed
 * when a definition is loaded, and is not part of the definition.
 */
export type Trade = {
  readonly formats: Formats;
  readonly functions: { readonly [name: string]: DerivedFunction };
  /**
   * Format of the addresses to which a one-time-password channel sends codes, by channel. If a channel has no
   * format, a flow cannot send a code to an address that the person entered in a form.
   */
  readonly addresses?: { readonly [channel: string]: string };
};

/**
 * Key under which a definition stores its trade (formats and functions). The key is a symbol, so that neither
 * the definition's JSON nor its hash contains the trade.
 */
export const TRADE: unique symbol = Symbol("trade");

/** A definition that was loaded with a trade (formats and functions). */
export type OfTrade = { readonly [TRADE]: Trade };

/**
 * Returns the trade (formats and functions) of a definition.
 * @throws if the definition was copied as JSON without `withTrade`.
 */
export function tradeOf(definition: OfTrade): Trade {
  const trade = (definition as Partial<OfTrade>)[TRADE];
  if (trade === undefined)
    throw new Error("tradeOf: the definition has no trade; call withTrade after copying it as JSON");
  return trade;
}

/**
 * A value that lost its trade (formats and functions) in a transfer to another thread or through JSON,
 * because symbols are not transferred. `withTrade` restores the trade.
 */
export type Sent<Value extends OfTrade> = Omit<Value, typeof TRADE>;

/**
 * Adds the trade (formats and functions) to a definition that was read from JSON, such as from a module or
 * another thread.
 */
export function withTrade<Definition extends object>(
  definition: Definition,
  trade: Trade,
): Definition & OfTrade {
  return Object.freeze({ ...definition, [TRADE]: trade });
}

/** Returns a function of a trade by name, or `undefined` if the trade does not have it. */
export function functionOf({ functions }: Trade, name: string): DerivedFunction | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
}
