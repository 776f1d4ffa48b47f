import type { Json } from "../../../values/json.ts";

/** A part of a domain. No expression distinguishes values within it. `undefined` is the cell "missing". */
export type Cell = {
  readonly value: Json | undefined;
  /** Returns true if a value is in this cell. */
  readonly covers: (value: Json | undefined) => boolean;
  /** First and last value, if the cell is a range; absent at an open end. */
  readonly from?: Json;
  readonly to?: Json;
  /** For a point that represents others in the same order: the range of these values, without open ends. */
  readonly reach?: { readonly from?: Json; readonly to?: Json };
  /** All its words, if it contains several of a closed list. */
  readonly words?: readonly string[];
  /** The excluded texts, if it contains all others. */
  readonly except?: readonly string[];
};
