import type { Characters } from "../../engine/flow/pattern-characters.ts";
import { isSlowPattern, readPlaces } from "../../engine/flow/slow-pattern.ts";

/**
 * Returns why a regular expression is not proved linear, or `null` if it is proved. A proved expression takes
 * a number of steps proportional to the length of the text, whatever the text is. The proof is cautious: it
 * rejects some linear expressions.
 * A backtracking matcher follows every path through the positions of the pattern. The number of paths stays
 * bounded unless one text loops at a position in two ways (exponential), or loops at one position, leads to
 * another and loops there (polynomial: Weber and Seidl 1991, criteria EDA and IDA). A pattern without `^` may
 * begin at every character, which is a loop too.
 */
export function whyNotLinear(pattern: string, flags = ""): string | null {
  if (/\\(?:[1-9]|k<)/.test(pattern)) return "it has a back reference";
  const isAnchored = !flags.includes("m") && /^\^/.test(pattern) && !hasAlternativesOnTop(pattern);
  const around = lookAroundFault(pattern, isAnchored);
  if (around !== null) return around;
  if (isSlowPattern(pattern)) return "a loop reads one text in two ways: steps double with each character";
  const { places, arrows, first } = readPlaces(pattern);
  const characters = flags.includes("i") ? places.map(inEitherCase) : [...places];
  const next = places.map((_, place) => [...(arrows.get(place)?.keys() ?? [])]);
  if (!isAnchored) {
    characters.push(ANY);
    next.push([...first, places.length]);
  }
  return hasLoopsInARow(characters, next)
    ? "two loops in a row read one text: steps grow as its square"
    : null;
}

const ANY: Characters = [[0, 0x10_ffff]];

/**
 * Returns true if one text leads from a position back to itself, from it to another position, and from that
 * other position back to itself.
 */
function hasLoopsInARow(characters: readonly Characters[], next: readonly (readonly number[])[]): boolean {
  const meets = characters.map((one) => characters.map((other) => overlap(one, other)));
  const meet = (one: number, other: number): boolean => meets[one]?.[other] === true;
  const after = (place: number): readonly number[] => next[place] ?? [];
  const leads = (one: number, other: number): boolean => {
    const seen = new Set<string>();
    const open: (readonly [number, number, number])[] = [[one, one, other]];
    for (let trio = open.pop(); trio !== undefined; trio = open.pop())
      for (const left of after(trio[0]))
        for (const middle of after(trio[1])) {
          if (!meet(left, middle)) continue;
          for (const right of after(trio[2])) {
            if (!meet(left, right) || !meet(middle, right)) continue;
            if (left === one && middle === other && right === other) return true;
            const key = `${left} ${middle} ${right}`;
            if (seen.has(key)) continue;
            seen.add(key);
            open.push([left, middle, right]);
          }
        }
    return false;
  };
  return next.some((_, one) => next.some((_, other) => one !== other && leads(one, other)));
}

/**
 * Returns true if two positions accept a common character. Three positions that do so in pairs count as if
 * all three shared one.
 */
function overlap(one: Characters, other: Characters): boolean {
  return one.some(([from, to]) => other.some(([low, high]) => from <= high && low <= to));
}

/** Adds for ASCII letters the letters of the other case. Letters of other scripts count as any character. */
function inEitherCase(taken: Characters): Characters {
  const shifted = (from: number, by: number): Characters =>
    taken
      .filter(([low, high]) => low <= from + 25 && high >= from)
      .map(([low, high]) => [Math.max(low, from) + by, Math.min(high, from + 25) + by] as const);
  if (taken.some(([, high]) => high > 127)) return ANY;
  return [...taken, ...shifted(65, 32), ...shifted(97, -32)];
}

/**
 * Returns the fault of a lookaround, if any. A lookaround runs once for each path that reaches it, so a
 * lookaround with a loop must be where only one path arrives.
 */
function lookAroundFault(pattern: string, isAnchored: boolean): string | null {
  let before = "";
  for (let at = 0; at < pattern.length; ) {
    const [opening] = /^\(\?(?:<?[=!])/.exec(pattern.slice(at)) ?? [];
    if (opening === undefined) {
      const sign = signAt(pattern, at);
      before += sign;
      at += sign.length;
      continue;
    }
    const end = endOfGroup(pattern, at);
    const hasLoop = /[*+{]/.test(pattern.slice(at + opening.length, end));
    if (hasLoop && (!isAnchored || /[*+?{(|]/.test(before) || opening.includes("<")))
      return "a look around with a loop may run many times";
    at = end;
  }
  return null;
}

function hasAlternativesOnTop(pattern: string): boolean {
  for (let at = 0; at < pattern.length; ) {
    const sign = signAt(pattern, at);
    if (sign === "|") return true;
    at = sign === "(" ? endOfGroup(pattern, at) : at + sign.length;
  }
  return false;
}

/** Returns the position after the bracket that closes the group opened at `at`. */
function endOfGroup(pattern: string, at: number): number {
  let depth = 0;
  for (let to = at; to < pattern.length; ) {
    const sign = signAt(pattern, to);
    to += sign.length;
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth === 0) return to;
  }
  return pattern.length;
}

/** Returns one element of a pattern: an escape, a class in brackets or a character. */
function signAt(pattern: string, at: number): string {
  return /^(?:\\.|\[(?:\\.|[^\]\\])*\]|.)/su.exec(pattern.slice(at))?.[0] ?? pattern.charAt(at);
}
