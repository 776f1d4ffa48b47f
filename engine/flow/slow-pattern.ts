import { type Characters, type PatternReading, readCharacters } from "./pattern-characters.ts";

/**
 * Returns true if matching a regular expression (flag u) can take exponential time. This is the case if a
 * loop can match the same text in two ways. Lookarounds are checked separately, back references are ignored,
 * and repetitions above `MOST_COPIES` count as unlimited. An invalid expression is not slow.
 */
export function isSlowPattern(pattern: string): boolean {
  return hasTwoWays(readPlaces(pattern));
}

/**
 * The positions of a pattern, as a graph. Each position matches one character. No edge leads to the positions
 * inside a lookaround.
 */
export type Places = {
  readonly places: readonly Characters[];
  /** Successors of each position, with the number of ways to reach each successor. */
  readonly arrows: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Positions where a match can begin. */
  readonly first: readonly number[];
};

/** Reads a pattern (flag u) into its positions. Stops after `MOST_PLACES` positions. */
export function readPlaces(pattern: string): Places {
  const reading: Reading = { pattern, at: 0, places: [], arrows: new Map() };
  const { first } = alternatives(reading);
  return { ...reading, first };
}

/** A part of a pattern: its first and last positions, and whether the part can match the empty text. */
type Part = {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly mayBeNothing: boolean;
};

type Reading = PatternReading & {
  readonly places: Characters[];
  readonly arrows: Map<number, Map<number, number>>;
};

const NOTHING: Part = { first: [], last: [], mayBeNothing: true };
const MOST_COPIES = 5;
/**
 * Maximum number of positions; no form needs more. Larger patterns count as slow, because checking them would
 * itself be slow.
 */
const MOST_PLACES = 80;

function alternatives(reading: Reading): Part {
  let whole = sequence(reading);
  while (reading.pattern[reading.at] === "|") {
    reading.at += 1;
    const next = sequence(reading);
    whole = {
      first: [...whole.first, ...next.first],
      last: [...whole.last, ...next.last],
      mayBeNothing: whole.mayBeNothing || next.mayBeNothing,
    };
  }
  return whole;
}

function sequence(reading: Reading): Part {
  let whole = NOTHING;
  while (reading.at < reading.pattern.length && !"|)".includes(reading.pattern[reading.at] ?? "")) {
    // Skip the rest of the pattern, because the pattern is already too long.
    if (reading.places.length > MOST_PLACES) reading.at = reading.pattern.length;
    else whole = after(reading, whole, repeated(reading));
  }
  return whole;
}

function after(reading: Reading, one: Part, next: Part): Part {
  connect(reading, one.last, next.first);
  return {
    first: one.mayBeNothing ? [...one.first, ...next.first] : one.first,
    last: next.mayBeNothing ? [...one.last, ...next.last] : next.last,
    mayBeNothing: one.mayBeNothing && next.mayBeNothing,
  };
}

function connect({ arrows }: Reading, from: readonly number[], to: readonly number[]): void {
  for (const one of from) {
    const known = arrows.get(one) ?? new Map<number, number>();
    arrows.set(one, known);
    for (const other of to) known.set(other, (known.get(other) ?? 0) + 1);
  }
}

function repeated(reading: Reading): Part {
  const from = reading.at;
  let part = atom(reading);
  const to = reading.at;
  const times = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reading.pattern.slice(to));
  if (times === null) return part;
  const [sign, least = "0", comma = "", most = ""] = times;
  const end = to + sign.length;
  const [low, high] =
    sign[0] === "{"
      ? [Number(least), comma === "" ? Number(least) : most === "" ? Infinity : Number(most)]
      : [sign[0] === "+" ? 1 : 0, sign[0] === "?" ? 1 : Infinity];
  const copies = high <= MOST_COPIES ? high : 1;
  for (let copy = 1; copy < copies; copy += 1) {
    reading.at = from;
    const next = atom(reading);
    part = after(reading, part, copy < low ? next : { ...next, mayBeNothing: true });
  }
  reading.at = end;
  if (copies !== high) connect(reading, part.last, part.first);
  return low === 0 ? { ...part, mayBeNothing: true } : part;
}

function atom(reading: Reading): Part {
  const { pattern } = reading;
  const sign = pattern[reading.at] ?? "";
  if (sign === "(") return group(reading);
  if (sign === "^" || sign === "$") {
    reading.at += 1;
    return NOTHING;
  }
  const taken = readCharacters(reading);
  if (taken === null) return NOTHING;
  reading.places.push(taken);
  const place = [reading.places.length - 1];
  return { first: place, last: place, mayBeNothing: false };
}

function group(reading: Reading): Part {
  const [head = "("] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(reading.pattern.slice(reading.at)) ?? [];
  reading.at += head.length;
  const part = alternatives(reading);
  reading.at += 1;
  // A lookaround consumes no character. Its content has separate positions.
  return /[=!]$/.test(head) ? NOTHING : part;
}

/**
 * Returns true if two different paths through the positions read the same text and both return to the start
 * position. Such a loop can match each repetition in two ways.
 */
function hasTwoWays({ places, arrows }: Places): boolean {
  if (places.length > MOST_PLACES) return true;
  const next = (place: number) => [...(arrows.get(place) ?? new Map<number, number>())];
  const meet = (left: number, right: number) =>
    (places[left] ?? []).some(([from, to]) =>
      (places[right] ?? []).some(([low, high]) => from <= high && low <= to),
    );
  const name = (left: number, right: number) => left * places.length + right;
  const comesBack = (start: number): boolean => {
    const seen = new Set<string>();
    const open: (readonly [number, number, boolean])[] = [[start, start, false]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [left, right, apart] = pair;
      for (const [one, ways] of next(left))
        for (const [other] of next(right)) {
          if (!meet(one, other)) continue;
          const differ = apart || one !== other || (left === right && ways > 1);
          if (one === start && other === start && differ) return true;
          const key = `${name(one, other)} ${differ}`;
          if (!seen.has(key)) {
            seen.add(key);
            open.push([one, other, differ]);
          }
        }
    }
    return false;
  };
  return places.some((_, place) => comesBack(place));
}
