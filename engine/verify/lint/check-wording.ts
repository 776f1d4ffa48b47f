import type { Definition } from "../../flow/definition.ts";
import type { Json } from "../../values/json.ts";
import { DEFAULT_LANGUAGE, inLanguages, LANGUAGES, otherLanguages } from "../../values/languages.ts";
import { numbersOf } from "../../values/numbers-said.ts";
import { codePointName, UNSEEN } from "../../values/unseen.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a text has the same numbers in each language. Also checks that texts contain no unwanted
 * characters.
 */
export function checkWording({ texts }: Definition): readonly Fault[] {
  const leaves = inLanguages((language) => new Map(leavesOf(texts[language], "")));
  const faults: Fault[] = [];
  for (const other of otherLanguages(DEFAULT_LANGUAGE))
    for (const [place, thai] of leaves[DEFAULT_LANGUAGE]) {
      const [ours, theirs] = [numbersOf(thai), numbersOf(leaves[other].get(place) ?? "")];
      if (sayAlike(ours, theirs)) continue;
      const params = { key: keyOf(place), thai: ours, english: theirs };
      faults.push({ ...whereOf(DEFAULT_LANGUAGE, place), says: { key: "text-numbers", params } });
    }
  for (const language of LANGUAGES)
    for (const [place, text] of leaves[language]) {
      const found = STRANGE.exec(text)?.[0];
      if (found === undefined) continue;
      const params = {
        language: { key: `languages.${language}` } as const,
        key: keyOf(place),
        found: visible(found),
      };
      faults.push({ ...whereOf(language, place), says: { key: "text-content", params } });
    }
  return faults;
}

/**
 * Returns true if two texts have the same numbers. One text may write a number as a word and the other in
 * digits.
 */
function sayAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  // In English, "one" often stands beside digits but counts nothing: "at least one of the 13 digits".
  const [left, right] = [one, other].map((numbers) => numbers.filter((number) => number !== "1").join());
  return left === right;
}

/**
 * Matches invisible characters (except line breaks), tags, and addresses that run code or are not encrypted.
 */
const STRANGE = new RegExp(`${UNSEEN.source}|<\\/?[a-z][^>]*>|<!--|\\b(?:javascript|http):`, "iu");

function visible(found: string): string {
  return [...found].length === 1 ? codePointName(found) : found;
}

/** Yields every text inside a value with its location, a JSON pointer. */
export function* leavesOf(
  value: Json | object,
  at: string,
): Generator<readonly [place: string, text: string]> {
  if (typeof value === "string") yield [at, value];
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, `${at}/${name}`);
}

/** Returns the key of a text from its location. */
export function keyOf(place: string): string {
  return place.slice(1).replace("/", ":").replaceAll("/", ".");
}

/** Returns the file and pointer of a text from its location. */
export function whereOf(
  language: string,
  place: string,
): { readonly file: string; readonly pointer: string } {
  const [, namespace = "", ...names] = place.split("/");
  return { file: `locales/${language}/${namespace}.json`, pointer: `/${names.join("/")}` };
}
