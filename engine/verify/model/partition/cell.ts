import type { Json } from "../../../values/json.ts";

/**
 * A part of a domain. No expression distinguishes values within a cell. The value `undefined` means the cell
 * "missing".
 */
export type Cell = {
  readonly value: Json | undefined;
  /** Returns true if a value is in this cell. */
  readonly covers: (value: Json | undefined) => boolean;
  /** First and last value, if the cell is a range. Omitted if the range has no end on that side. */
  readonly from?: Json;
  readonly to?: Json;
  /**
   * Range of the values for which this one value stands, because all of them have the same order. An end is
   * omitted if the range is open on that side.
   */
  readonly reach?: { readonly from?: Json; readonly to?: Json };
  /** All words of the cell, if it contains several words of a closed list. */
  readonly words?: readonly string[];
  /** Texts that the cell excludes, if it contains all texts except these. */
  readonly except?: readonly string[];
};
