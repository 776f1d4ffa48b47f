import type { Characters } from "../../../flow/pattern-characters.ts";
import { type Format, type Formats, formatOf } from "../../../rules/format.ts";
import type { JsonSchema } from "../../../values/json.ts";
import { createLanguages, type Language, type Languages } from "./language.ts";
import { languageOfPattern } from "./pattern-language.ts";

/**
 * The result of a search for a valid text. `none`: no such text exists, and the keywords in `why` exclude
 * each other.
 */
export type TextFound =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none"; readonly why: readonly string[] }
  | { readonly kind: "unknown" };

/** Maximum number of languages (sets of texts) to search. */
const MOST_LANGUAGES = 20_000;
/**
 * Maximum number of texts to try for one sequence of character sets. Several tries are necessary if a format
 * has a test that no pattern can express, such as a check digit.
 */
const MOST_TRIES = 300;

/**
 * Finds a text that satisfies every text keyword of some schemas at once: patterns, formats and lengths,
 * including those in `allOf`. Builds the text character by character. Two beginnings that can continue in the
 * same ways are searched only once.
 */
export function findText(schemas: readonly JsonSchema[], formats: Formats): TextFound {
  const limits = schemas.flatMap((schema) => limitsOf(schema, formats));
  const key = JSON.stringify(limits.map(({ named }) => named));
  const known = knownOf.get(formats) ?? new Map<string, TextFound>();
  knownOf.set(formats, known);
  const found = known.get(key) ?? search(limits);
  known.set(key, found);
  return found;
}

/**
 * Cached results, by formats. Two trades can have different formats with the same name, so the formats are
 * part of the key.
 */
const knownOf = new WeakMap<Formats, Map<string, TextFound>>();

type Limit = { readonly named: string; readonly language: (languages: Languages) => Language | null } & {
  /** Format whose test must also be run, because a language cannot express the whole test. */
  readonly format?: Format;
};

function limitsOf(schema: JsonSchema, formats: Formats): readonly Limit[] {
  const { pattern, minLength, maxLength, allOf } = schema;
  const limits: Limit[] = [];
  if (typeof pattern === "string")
    limits.push({
      named: `pattern ${pattern}`,
      language: (languages) => languageOfPattern(languages, pattern),
    });
  const format = formatOf(formats, schema.format);
  if (format !== undefined)
    limits.push({
      named: `format ${schema.format}`,
      language: (languages) => languageOfPattern(languages, format.pattern),
      format,
    });
  const length = (named: string, least: number, most: number): Limit => ({
    named,
    language: ({ times, characters }) => times(characters([[0, 0x10_ffff]]), least, most),
  });
  if (typeof minLength === "number") limits.push(length(`minLength ${minLength}`, minLength, Infinity));
  if (typeof maxLength === "number") limits.push(length(`maxLength ${maxLength}`, 0, maxLength));
  return [
    ...limits,
    ...((Array.isArray(allOf) ? allOf : []) as readonly JsonSchema[]).flatMap((one) =>
      limitsOf(one, formats),
    ),
  ];
}

function search(limits: readonly Limit[]): TextFound {
  const found = walk(limits);
  if (found.kind !== "none") return found;
  // If a smaller set of keywords excludes every text, that set is the better reason.
  let least = limits;
  for (const limit of limits) {
    const others = least.filter((one) => one !== limit);
    if (walk(others).kind === "none") least = others;
  }
  return { kind: "none", why: [...new Set(least.map(({ named }) => named))] };
}

function walk(limits: readonly Limit[]): TextFound {
  const languages = createLanguages();
  const followed = limits.map(({ language }) => language(languages)).filter((one) => one !== null);
  // Some keywords cannot be expressed as a language. Such a keyword can only reject more texts. So if no text
  // satisfies the others, no text satisfies all.
  const isWhole = followed.length === limits.length;
  const whole = languages.both(followed);
  const left = limits.flatMap(({ format }) => format ?? []);
  const kinds = kindsOf(languages.named(whole));
  const came = new Map<Language, Step | null>([[whole, null]]);
  let mayBe = false;
  for (const language of came.keys()) {
    if (language.hasEmpty) {
      const text = isWhole ? textOf(pathTo(language, came), left) : null;
      if (text !== null) return { kind: "text", text };
      mayBe = true;
    }
    if (came.size > MOST_LANGUAGES) return { kind: "unknown" };
    for (const kind of kinds) {
      const next = languages.afterCharacter(language, kind[0]?.[0] as number);
      if (next !== languages.none && !came.has(next)) came.set(next, { before: language, kind });
    }
  }
  return mayBe ? { kind: "unknown" } : { kind: "none", why: [] };
}

/**
 * One transition of the search: the language before it, and the characters that lead to the next language.
 */
type Step = { readonly before: Language; readonly kind: Characters };

function pathTo(language: Language, came: ReadonlyMap<Language, Step | null>): readonly Characters[] {
  const path: Characters[] = [];
  for (let step = came.get(language); step; step = came.get(step.before)) path.unshift(step.kind);
  return path;
}

/** Returns a text of these characters that is valid for some formats, or `null` if no tried text is valid. */
function textOf(path: readonly Characters[], left: readonly Format[]): string | null {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const text = path
      .map((kind, index) => String.fromCodePoint(memberOf(kind, tried * (index + 1))))
      .join("");
    if (left.every(({ test }) => test(text))) return text;
    if (left.length === 0 || path.length === 0) return null;
  }
  return null;
}

const PLAIN: Characters = [
  [97, 122],
  [48, 57],
  [65, 90],
  [0x0e01, 0x0e2e],
  [32, 126],
];

/** Returns one character of a set, preferably a plain one. `number` varies the choice. */
function memberOf(kind: Characters, number: number): number {
  const plain = PLAIN.map((range) => common(kind, [range])).find((one) => one.length > 0);
  const ranges = plain ?? kind;
  const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  let at = number % size;
  for (const [from, to] of ranges) {
    if (at <= to - from) return from + at;
    at -= to - from + 1;
  }
  return ranges[0]?.[0] as number;
}

function common(left: Characters, right: Characters): Characters {
  return left.flatMap(([from, to]) =>
    right.flatMap(([low, high]) => {
      const [start, end] = [Math.max(from, low), Math.min(to, high)];
      return start <= end ? [[start, end] as const] : [];
    }),
  );
}

/**
 * Returns all characters, without surrogates, in groups. Every given set contains either all or none of the
 * characters of a group. Groups of plain characters come first.
 */
function kindsOf(sets: readonly Characters[]): readonly Characters[] {
  const ranges = [...sets, ...PLAIN.map((range) => [range]), WHOLE].flat();
  const borders = [...new Set([0, ...ranges.flatMap(([from, to]) => [from, to + 1])])]
    .filter((point) => point <= LAST)
    .sort((left, right) => left - right);
  const kinds = new Map<string, (readonly [number, number])[]>();
  borders.forEach((from, index) => {
    const to = (borders[index + 1] ?? LAST + 1) - 1;
    const isIn = (set: Characters): boolean => set.some(([low, high]) => low <= from && from <= high);
    if (!isIn(WHOLE)) return;
    const key = sets.map((set) => (isIn(set) ? "1" : "0")).join("");
    const kind = kinds.get(key) ?? [];
    kind.push([from, to]);
    kinds.set(key, kind);
  });
  const rank = (kind: Characters): number => {
    const found = PLAIN.findIndex((range) => common(kind, [range]).length > 0);
    return found < 0 ? PLAIN.length : found;
  };
  return [...kinds.values()].sort((left, right) => rank(left) - rank(right));
}

const LAST = 0x10_ffff;
const WHOLE: Characters = [
  [0, 0xd7ff],
  [0xe000, LAST],
];
