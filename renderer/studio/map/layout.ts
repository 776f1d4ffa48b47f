/** A line from one step to another. */
export type Edge = { readonly from: string; readonly to: string };

/** A step's position on the map: row, column, and number of columns in the row. */
export type Spot = { readonly row: number; readonly column: number; readonly of: number };

/** Maximum number of steps per row, so that names stay readable. */
const WIDEST = 2;

/**
 * Arranges steps in rows, each below all steps that lead to it and as close as possible. A row that is too wide is
 * split. `order` is the file's order and breaks ties.
 */
export function layoutOf(order: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, Spot> {
  const rank = ranksOf(order, edges);
  const spots = new Map<string, Spot>();
  const layers = new Map<number, string[]>();
  for (const step of order) {
    const at = rank.get(step) ?? 0;
    layers.set(at, [...(layers.get(at) ?? []), step]);
  }
  let row = 0;
  for (const layer of [...layers.keys()].sort((left, right) => left - right)) {
    const here = [...(layers.get(layer) ?? [])];
    const above = (step: string) => {
      const columns = edges.flatMap(({ from, to }) => (to === step ? [centre(spots.get(from))] : []));
      return columns.length === 0 ? 0 : columns.reduce((sum, one) => sum + one, 0) / columns.length;
    };
    here.sort((left, right) => above(left) - above(right));
    for (let from = 0; from < here.length; from += WIDEST) {
      const side = here.slice(from, from + WIDEST);
      side.forEach((step, column) => {
        spots.set(step, { row, column, of: side.length });
      });
      row += 1;
    }
  }
  return spots;
}

/** The longest way to each step; a circle, which no valid flow has, is cut where it closes. */
function ranksOf(order: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const rank = new Map<string, number>();
  const open = new Set<string>();
  const rankOf = (step: string): number => {
    const known = rank.get(step);
    if (known !== undefined) return known;
    if (open.has(step)) return -1;
    open.add(step);
    const found = Math.max(-1, ...edges.flatMap(({ from, to }) => (to === step ? [rankOf(from)] : []))) + 1;
    open.delete(step);
    rank.set(step, found);
    return found;
  };
  for (const step of order) rankOf(step);
  return rank;
}

/** The centre of a step between the map's sides, 0 to 1. */
export function centre(spot: Spot | undefined): number {
  return spot === undefined ? 0.5 : (spot.column + 0.5) / spot.of;
}
