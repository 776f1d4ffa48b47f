import type { Json } from "../../../values/json.ts";

/** A part of a domain within which no expression tells values apart; `undefined` is the cell "missing". */
export type Cell = {
  readonly value: Json | undefined;
  /** Whether a value lies in this cell. */
  readonly covers: (value: Json | undefined) => boolean;
  /** First and last value of a stretch, where the cell is one; absent where it is open at that end. */
  readonly from?: Json;
  readonly to?: Json;
  /** For a point that stands for others in the same order: the stretch that they lie in, without its open ends. */
  readonly reach?: { readonly from?: Json; readonly to?: Json };
  /** All its words, where it holds several of a closed list. */
  readonly words?: readonly string[];
  /** The texts that it does not hold, where it holds all others. */
  readonly except?: readonly string[];
};
