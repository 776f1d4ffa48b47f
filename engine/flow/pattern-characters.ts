/** The characters that one position of a pattern matches, as ranges of code points. */
export type Characters = readonly (readonly [from: number, to: number])[];

/** A regular expression (flag u) and the current reading position in it. */
export type PatternReading = { readonly pattern: string; at: number };

const LAST = 0x10_ffff;

export const ALL: Characters = [[0, LAST]];

/**
 * Reads an element that matches one character: a class, a dot, an escape or a literal. Returns `null` for an
 * element that matches no character, such as a word boundary or a back reference.
 */
export function readCharacters(reading: PatternReading): Characters | null {
  const sign = reading.pattern[reading.at];
  if (sign === "[") return bracket(reading);
  if (sign !== ".") return character(reading);
  reading.at += 1;
  return ANY_OF_A_LINE;
}

const properties = new Map<string, Characters>();

/** Returns all characters with a Unicode property, as the runtime defines it. */
function membersOf(property: string): Characters {
  const known = properties.get(property);
  if (known !== undefined) return known;
  const has = testOf(property);
  if (has === null) return ALL;
  const found: [number, number][] = [];
  for (let point = 0; point <= LAST; point += 1) {
    if (!has.test(String.fromCodePoint(point))) continue;
    const last = found.at(-1);
    if (last !== undefined && last[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  properties.set(property, found);
  return found;
}

/** Reads an escape or a literal character. */
function character(reading: PatternReading): Characters | null {
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
  if (/^\\[pP]/.test(whole)) return membersOf(whole);
  if (whole.startsWith("\\c")) return one(whole.charCodeAt(2) % 32);
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

function testOf(property: string): RegExp | null {
  try {
    return new RegExp(`^${property}$`, "u");
  } catch {
    return null;
  }
}

function bracket(reading: PatternReading): Characters {
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

function inBracket(reading: PatternReading): Characters {
  if (reading.pattern.startsWith("\\b", reading.at)) {
    reading.at += 2;
    return one(8);
  }
  return character(reading) ?? ALL;
}

/** Returns every character outside the ranges. */
export function opposite(ranges: Characters): Characters {
  const found: (readonly [number, number])[] = [];
  let from = 0;
  for (const [start, end] of [...ranges].sort(([left], [right]) => left - right)) {
    if (start > from) found.push([from, start - 1]);
    from = Math.max(from, end + 1);
  }
  return from <= LAST ? [...found, [from, LAST]] : found;
}

const ANY_OF_A_LINE = opposite([
  [10, 10],
  [13, 13],
  [8232, 8233],
]);
