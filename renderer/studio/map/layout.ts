/** A line from one step to another. */
export type Edge = { readonly from: string; readonly to: string };

/** The position of a step on the map: its row, its column, and the number of columns in the row. */
export type Spot = { readonly row: number; readonly column: number; readonly of: number };

/** Maximum number of steps in a row, so that their names stay readable. */
const WIDEST = 2;

/**
 * Arranges steps in rows. Each step is below all steps that lead to it, and as close to those steps as
 * possible. A row that is too wide is split. `order`, the order in the file, decides between equal positions.
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

/**
 * Returns the length of the longest path to each step. No valid flow has a circle; if there is one, it is cut
 * at the transition that closes it.
 */
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

/** Returns the horizontal centre of a step on the map, from 0 (left) to 1 (right). */
export function centre(spot: Spot | undefined): number {
  return spot === undefined ? 0.5 : (spot.column + 0.5) / spot.of;
}
