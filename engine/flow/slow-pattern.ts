/**
 * Whether matching a text against a regular expression (flag u) may take time that doubles with each of its characters:
 * there is a loop in which one and the same text can be gone through in two ways. A look around is looked into by itself, a
 * back reference is taken for nothing, and numbers of times above `MOST_COPIES` count as any number. What is no regular
 * expression is not slow.
 */
export function isSlowPattern(pattern: string): boolean {
  const reading: Reading = { pattern, at: 0, places: [], arrows: new Map() };
  alternatives(reading);
  return hasTwoWays(reading);
}

/** Characters that one place of a pattern takes, as ranges of code points. */
type Characters = readonly (readonly [from: number, to: number])[];

/** A part of a pattern: places where it may begin and end, and whether it may be nothing. */
type Part = {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly mayBeNothing: boolean;
};

type Reading = {
  readonly pattern: string;
  at: number;
  readonly places: Characters[];
  /** From a place to the ones after it, and in how many ways. */
  readonly arrows: Map<number, Map<number, number>>;
};

const NOTHING: Part = { first: [], last: [], mayBeNothing: true };
const LAST = 0x10_ffff;
const ALL: Characters = [[0, LAST]];
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
  const taken = sign === "[" ? bracket(reading) : sign === "." ? dot(reading) : character(reading);
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

function dot(reading: Reading): Characters {
  reading.at += 1;
  return ALL;
}

/** Characters of an escape or of one sign; `null` where it takes none, as a border of a word. */
function character(reading: Reading): Characters | null {
  const rest = reading.pattern.slice(reading.at);
  const [, code, plain] = /^\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/i.exec(rest) ?? [];
  const [whole, named] =
    /^\\(?:[pP]\{[^}]*\}|c[A-Za-z]|x[0-9a-f]{2}|k<[^>]*>|[1-9]\d*|u\{[0-9a-f]+\}|u[0-9a-f]{4}|(.))/isu.exec(
      rest,
    ) ?? [];
  if (whole === undefined) {
    const point = rest.codePointAt(0) ?? 0;
    reading.at += String.fromCodePoint(point).length;
    return [[point, point]];
  }
  reading.at += whole.length;
  if (code !== undefined || plain !== undefined) return one(Number.parseInt(code ?? plain ?? "", 16));
  if (whole.startsWith("\\x")) return one(Number.parseInt(whole.slice(2), 16));
  if (/^\\[pPc]/.test(whole)) return ALL;
  if (named === undefined || /[bB]/.test(named)) return null;
  return CLASSES[named] ?? one((CONTROLS[named] ?? named).codePointAt(0) ?? 0);
}

const one = (point: number): Characters => [[point, point]];
const DIGITS: Characters = [[48, 57]];
const WORD: Characters = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: Characters = [
  [9, 13],
  [32, 32],
  [160, 160],
  [5760, 5760],
  [8192, 8202],
  [8232, 8233],
  [8239, 8239],
  [8287, 8287],
  [12288, 12288],
  [65279, 65279],
];
const CLASSES: { readonly [name: string]: Characters } = {
  d: DIGITS,
  D: opposite(DIGITS),
  w: WORD,
  W: opposite(WORD),
  s: SPACE,
  S: opposite(SPACE),
};
const CONTROLS: { readonly [name: string]: string } = {
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  f: "\f",
  0: "\0",
};

function bracket(reading: Reading): Characters {
  const { pattern } = reading;
  reading.at += 1;
  const negated = pattern[reading.at] === "^";
  if (negated) reading.at += 1;
  const ranges: (readonly [number, number])[] = [];
  while (reading.at < pattern.length && pattern[reading.at] !== "]") {
    const from = inBracket(reading);
    if (pattern[reading.at] === "-" && pattern[reading.at + 1] !== "]") {
      reading.at += 1;
      const to = inBracket(reading);
      ranges.push([from[0]?.[0] ?? 0, to.at(-1)?.[1] ?? LAST]);
    } else ranges.push(...from);
  }
  reading.at += 1;
  return negated ? opposite(ranges) : ranges;
}

function inBracket(reading: Reading): Characters {
  if (reading.pattern.startsWith("\\b", reading.at)) {
    reading.at += 2;
    return one(8);
  }
  return character(reading) ?? ALL;
}

function opposite(ranges: Characters): Characters {
  const found: (readonly [number, number])[] = [];
  let from = 0;
  for (const [start, end] of [...ranges].sort(([left], [right]) => left - right)) {
    if (start > from) found.push([from, start - 1]);
    from = Math.max(from, end + 1);
  }
  return from <= LAST ? [...found, [from, LAST]] : found;
}

/**
 * Two walks through the places read the same text. One that leads from a place back to itself, while the other goes
 * otherwise and comes back to it too, can be gone any number of times, each time in two ways.
 */
function hasTwoWays({ places, arrows }: Reading): boolean {
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
