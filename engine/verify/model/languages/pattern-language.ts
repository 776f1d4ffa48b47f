import { type PatternReading, readCharacters } from "../../../flow/pattern-characters.ts";
import type { Language, Languages } from "./language.ts";

/**
 * Returns the texts in which a regular expression (flag u) finds a match, as the keyword `pattern` does.
 * Returns `null` if the expression contains an unsupported element: a back reference, word boundary,
 * lookbehind or repeated anchor.
 */
export function languageOfPattern(languages: Languages, pattern: string): Language | null {
  const reading: PatternReading = { pattern, at: 0 };
  try {
    const part = alternatives(reading);
    const { sequence, either, all, times, characters } = languages;
    const any = times(characters([[0, 0x10_ffff]]), 1, Number.POSITIVE_INFINITY);
    const make = following(languages);
    return either([make(part, all, true), sequence(any, make(part, all, false))]);
  } catch (error) {
    if (error instanceof NotFollowed) return null;
    throw error;
  }
}

class NotFollowed extends Error {}

type Part =
  | { readonly kind: "characters"; readonly of: NonNullable<ReturnType<typeof readCharacters>> }
  | { readonly kind: "sequence" | "either"; readonly parts: readonly Part[] }
  | { readonly kind: "times"; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "ahead"; readonly part: Part; readonly isNot: boolean };

function alternatives(reading: PatternReading): Part {
  const parts = [sequence(reading)];
  while (reading.pattern[reading.at] === "|") {
    reading.at += 1;
    parts.push(sequence(reading));
  }
  return parts.length === 1 ? (parts[0] as Part) : { kind: "either", parts };
}

function sequence(reading: PatternReading): Part {
  const parts: Part[] = [];
  while (reading.at < reading.pattern.length && !"|)".includes(reading.pattern[reading.at] as string))
    parts.push(repeated(reading));
  return parts.length === 1 ? (parts[0] as Part) : { kind: "sequence", parts };
}

function repeated(reading: PatternReading): Part {
  const part = atom(reading);
  const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(reading.pattern.slice(reading.at));
  if (found === null) return part;
  const [whole, sign, least = "0", comma, most = ""] = found;
  reading.at += whole.length;
  if (sign !== undefined)
    return {
      kind: "times",
      part,
      least: sign === "+" ? 1 : 0,
      most: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
    };
  const top = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
  return { kind: "times", part, least: Number(least), most: top };
}

function atom(reading: PatternReading): Part {
  const sign = reading.pattern[reading.at];
  if (sign === "^" || sign === "$") {
    reading.at += 1;
    return { kind: sign === "^" ? "start" : "end" };
  }
  if (sign === "(") return group(reading);
  const of = readCharacters(reading);
  if (of === null) throw new NotFollowed();
  return { kind: "characters", of };
}

function group(reading: PatternReading): Part {
  const [head = "("] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(reading.pattern.slice(reading.at)) ?? [];
  reading.at += head.length;
  if (/<[=!]$/.test(head)) throw new NotFollowed();
  const part = alternatives(reading);
  reading.at += 1;
  return /[=!]$/.test(head) ? { kind: "ahead", part, isNot: head.endsWith("!") } : part;
}

/** Builds the language of a part of a pattern, followed by `rest` up to the end of the text. */
function following(languages: Languages) {
  const { none, empty, all, both, either, not, characters } = languages;

  function make(part: Part, rest: Language, isStart: boolean): Language {
    switch (part.kind) {
      case "characters":
        return languages.sequence(characters(part.of), rest);
      case "either":
        return either(part.parts.map((one) => make(one, rest, isStart)));
      case "sequence": {
        const isFirst = startsOf(part.parts, isStart);
        return part.parts.reduceRight(
          (after, one, index) => make(one, after, isFirst[index] as boolean),
          rest,
        );
      }
      case "start":
        return isStart ? rest : none;
      case "end":
        return both([empty, rest]);
      case "ahead": {
        const ahead = make(part.part, all, isStart);
        return both([part.isNot ? not(ahead) : ahead, rest]);
      }
      case "times": {
        if (looksAround(part.part)) throw new NotFollowed();
        return languages.sequence(
          languages.times(make(part.part, empty, false), part.least, part.most),
          rest,
        );
      }
    }
  }
  return make;
}

/** Returns, for each part of a sequence, whether the part begins at the start of the text. */
function startsOf(parts: readonly Part[], isStart: boolean): readonly boolean[] {
  let still = isStart;
  return parts.map((part, index) => {
    const before = still;
    const takesNothing = part.kind === "start" || part.kind === "end" || part.kind === "ahead";
    // If a part can be empty, it depends on the text whether the next part begins at the start. A start
    // anchor after such a part is not supported.
    if (still && !takesNothing && mayBeNothing(part) && parts.slice(index + 1).some(namesStart))
      throw new NotFollowed();
    still &&= takesNothing;
    return before;
  });
}

function mayBeNothing(part: Part): boolean {
  switch (part.kind) {
    case "characters":
      return false;
    case "either":
      return part.parts.some(mayBeNothing);
    case "sequence":
      return part.parts.every(mayBeNothing);
    case "times":
      return part.least === 0 || mayBeNothing(part.part);
    default:
      return true;
  }
}

function innerOf(part: Part): readonly Part[] {
  if (part.kind === "either" || part.kind === "sequence") return part.parts;
  return part.kind === "times" || part.kind === "ahead" ? [part.part] : [];
}

function namesStart(part: Part): boolean {
  return part.kind === "start" || innerOf(part).some(namesStart);
}

function looksAround(part: Part): boolean {
  return ["start", "end", "ahead"].includes(part.kind) || innerOf(part).some(looksAround);
}
