/** A line from one step to another. */
export type Edge = { readonly from: string; readonly to: string };

/** Where a step stands on the map: its row from the top, its place within it and how many stand there. */
export type Spot = { readonly row: number; readonly column: number; readonly of: number };

/** Most steps side by side: what a narrow column holds and can be read. */
const WIDEST = 2;

/**
 * Steps in rows, each below all that lead to it, as near under them as the rows allow. A row that would be too wide becomes
 * several. `order` is that of the file and decides where nothing else does.
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

/** The longest way to each step; a circle, which no sound flow has, is cut where it closes. */
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

/** Where the middle of a step lies between the map's sides, 0 to 1. */
export function centre(spot: Spot | undefined): number {
  return spot === undefined ? 0.5 : (spot.column + 0.5) / spot.of;
}
