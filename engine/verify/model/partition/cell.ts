import type { Json } from "../../../values/json.ts";

/**
 * A part of a domain. No expression distinguishes values within a cell. The value `undefined` means the cell
 * "missing".
 */
export type Cell = {
  readonly value: Json | undefined;
  /** Returns true if a value is in this cell. */
  readonly covers: (value: Json | undefined) => boolean;
  /** First and last value, if the cell is a range. Absent at an open end. */
  readonly from?: Json;
  readonly to?: Json;
  /**
   * Range of the values that a point represents, because they have the same order. An open end is omitted.
   */
  readonly reach?: { readonly from?: Json; readonly to?: Json };
  /** All words of the cell, if it contains several words of a closed list. */
  readonly words?: readonly string[];
  /** Excluded texts, if the cell contains all other texts. */
  readonly except?: readonly string[];
};
