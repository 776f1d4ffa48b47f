import type { Json } from "../../../values/json.ts";

/** A part of a domain within which no expression tells values apart; `undefined` is the cell "missing". */
export type Cell = {
  readonly value: Json | undefined;
  /** Whether a value lies in this cell. */
  readonly covers: (value: Json | undefined) => boolean;
  /** First and last value of a stretch, where the cell is one; absent where it is open at that end. */
  readonly from?: Json;
  readonly to?: Json;
  /** Of a point that stands for others in the same order: the stretch in which they lie, its open ends left out. */
  readonly reach?: { readonly from?: Json; readonly to?: Json };
  /** Every word in it, where it holds several of a closed list. */
  readonly words?: readonly string[];
  /** What it does not hold, where it holds every other text. */
  readonly except?: readonly string[];
};
