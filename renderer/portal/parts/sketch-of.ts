/** The drawing of a line: the path of its points in a box, and the values of its grid lines. */
export type Sketch = {
  readonly line: string;
  readonly area: string;
  readonly reference: string;
  /** Values of the grid lines, lowest first. The box reaches from the first value to the last. */
  readonly ticks: readonly number[];
  /** Returns the vertical position of a value: 0 at the top, 1 at the bottom. */
  readonly downOf: (value: number) => number;
};

/** Size of the box of the path. The box is stretched to the available space. */
export const SKETCH = { width: 1_000, height: 200 } as const;

/** Maximum number of columns, because a screen cannot show more. */
const COLUMNS = 300;
/** Target number of grid lines. */
const WANTED_TICKS = 3;
/** Allowed distances between grid lines, within a power of ten. */
const STEPS = [1, 2, 3, 5, 10] as const;

/**
 * Returns the drawing of a history with its reference. Its positions are rounded; the texts and tables have
 * the exact figures.
 */
export function sketchOf(points: readonly Figures[], columns = COLUMNS): Sketch {
  const { values, references } = figuresOf(points);
  const ticks = ticksOf([...values, ...references]);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const downOf = (value: number) => (high - value) / (high - low);
  const line = pathOf(values, downOf, columns);
  // The filled area starts at zero for gains and losses, and at the lowest grid line for other values.
  const floor = placeIn(SKETCH.height, downOf(Math.min(high, Math.max(low, 0))));
  return {
    line,
    area: line === "" ? "" : `${line}L${SKETCH.width} ${floor}L0 ${floor}Z`,
    reference: pathOf(references, downOf, columns),
    ticks,
    downOf,
  };
}

/** One day's figures as decimal text. */
type Figures = { readonly value: string; readonly reference?: string };

/** Converts figures to numbers for drawing. These numbers are never shown as text. */
export function figuresOf(points: readonly Figures[]): {
  readonly values: readonly number[];
  readonly references: readonly number[];
} {
  return {
    values: points.map(({ value }) => Number(value)),
    references: points.flatMap(({ reference }) => (reference === undefined ? [] : [Number(reference)])),
  };
}

/** Returns round values for grid lines, from below the minimum to above the maximum. */
export function ticksOf(values: readonly number[]): readonly number[] {
  if (values.length === 0) return [0, 1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === high) {
    const beside = Math.abs(low) / 100 || 1;
    [low, high] = [low - beside, high + beside];
  }
  const rough = (high - low) / WANTED_TICKS;
  const power = Math.floor(Math.log10(rough));
  const mantissa = STEPS.find((one) => one >= rough / 10 ** power) ?? 10;
  const places = Math.max(0, -power);
  const step = Number((mantissa * 10 ** power).toFixed(places));
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(places)));
}

/** Reduces many points to those that are visible: the minimum and maximum of each column, and both ends. */
export function seenOf(values: readonly number[], columns: number): readonly number[] {
  if (values.length <= columns * 2) return values.map((_, at) => at);
  const places = new Set<number>([0]);
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * values.length) / columns);
    const until = Math.floor(((column + 1) * values.length) / columns);
    let [least, most] = [from, from];
    for (let at = from; at < until; at++) {
      if ((values[at] ?? 0) < (values[least] ?? 0)) least = at;
      if ((values[at] ?? 0) > (values[most] ?? 0)) most = at;
    }
    places.add(Math.min(least, most)).add(Math.max(least, most));
  }
  return [...places.add(values.length - 1)];
}

/** Returns a position along a length, rounded to a tenth of a drawing unit. */
export function placeIn(length: number, share: number): number {
  return Math.round(share * length * 10) / 10;
}

function pathOf(values: readonly number[], downOf: (value: number) => number, columns: number): string {
  const last = Math.max(1, values.length - 1);
  const steps = seenOf(values, columns).map((at) => {
    return `${placeIn(SKETCH.width, at / last)} ${placeIn(SKETCH.height, downOf(values[at] ?? 0))}`;
  });
  // If there is only one point, the path has zero length, and the browser draws it as a dot.
  return steps.length === 0 ? "" : `M${steps.length === 1 ? `${steps[0]}L${steps[0]}` : steps.join("L")}`;
}
