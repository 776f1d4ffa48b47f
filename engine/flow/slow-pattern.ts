import { type Characters, type PatternReading, readCharacters } from "./pattern-characters.ts";

/**
 * Whether matching a text against a regular expression (flag u) may take time that doubles with each of its characters:
 * there is a loop in which one and the same text can be gone through in two ways. A look around is looked into by itself, a
 * back reference is taken for nothing, and numbers of times above `MOST_COPIES` count as any number. What is no regular
 * expression is not slow.
 */
export function isSlowPattern(pattern: string): boolean {
  return hasTwoWays(readPlaces(pattern));
}

/** The places of a pattern: each takes one character. What is in a look around has places that no arrow leads to. */
export type Places = {
  readonly places: readonly Characters[];
  /** From a place to the ones after it, and in how many ways. */
  readonly arrows: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Where a match may begin. */
  readonly first: readonly number[];
};

/** Reads a pattern (flag u) into its places. Beyond `MOST_PLACES` it is not read on. */
export function readPlaces(pattern: string): Places {
  const reading: Reading = { pattern, at: 0, places: [], arrows: new Map() };
  const { first } = alternatives(reading);
  return { ...reading, first };
}

/** A part of a pattern: places where it may begin and end, and whether it may be nothing. */
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
/** More places than any form needs: what has more counts as slow, since looking at it would be. */
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
    // Nothing is read twice: what is too long already is not read on.
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
  // A look around takes no character; what is in it has its own places.
  return /[=!]$/.test(head) ? NOTHING : part;
}

/**
 * Two walks through the places read the same text. One that leads from a place back to itself, while the other goes
 * otherwise and comes back to it too, can be gone any number of times, each time in two ways.
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
