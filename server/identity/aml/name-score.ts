import { normaliseName } from "../../../engine/values/person-name.ts";

/**
 * Returns the similarity of two names, 0 to 100. Compares each word of the shorter name with the most similar
 * word of the longer one (Jaro–Winkler), in any order. Unmatched words reduce the score. Ignores case,
 * titles, accents, Thai tone marks and common Latin spellings of Thai names.
 */
export function nameScore(one: string, other: string): number {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (short.length === 0) return 0;
  const joined = 100 * likeness(short.join(""), long.join(""));
  const free = new Set(long);
  let sum = 0;
  for (const word of short) {
    let best = { word: "", value: 0 };
    for (const candidate of free) {
      const value = likeness(word, candidate);
      if (value > best.value) best = { word: candidate, value };
    }
    free.delete(best.word);
    sum += best.value;
  }
  // A single word does not identify a person, so a common first name must not cause a hit.
  const covered = short.length === 1 && long.length > 1 ? 0.7 : 1 - 0.03 * (long.length - short.length);
  const byWords = 100 * (sum / short.length) * covered;
  // A name can be written as one word or as two. So the names are also compared without spaces, and must then
  // be nearly equal.
  const together = short.length !== long.length && joined >= SAME_TOGETHER ? joined : 0;
  return Math.round(Math.max(byWords, together));
}

const SAME_TOGETHER = 95;

const TITLES: ReadonlySet<string> = new Set(
  "mr mrs miss ms dr khun นาย นาง นางสาว ดร คุณ เด็กชาย เด็กหญิง บริษัท จำกัด มหาชน co ltd company limited plc".split(
    " ",
  ),
);

function wordsOf(name: string): readonly string[] {
  return normaliseName(name)
    .toLowerCase()
    .split(/[\s.,'()/-]+/u)
    .map((word) => (THAI.test(word) ? plainThai(word) : plainLatin(word)))
    .filter((word) => word !== "" && !TITLES.has(word));
}

const THAI = /[\u0E00-\u0E7F]/;

/** Removes titles, tone marks and silent letters. */
function plainThai(word: string): string {
  return word
    .replace(/^(นางสาว|นาย|นาง|คุณ)(?=.{3})/u, "")
    .replace(/.[ิุ]?์/gu, "")
    .replace(/[็-๎]/gu, "");
}

/** Replaces different Latin spellings of the same sound in Thai and Arabic names by one spelling. */
function plainLatin(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]/g, "")
    .replace(/ph/g, "p")
    .replace(/th/g, "t")
    .replace(/kh|ck|q/g, "k")
    .replace(/ch|sh/g, "j")
    .replace(/w/g, "v")
    .replace(/ee|ii|y/g, "i")
    .replace(/oo|ou/g, "u")
    .replace(/(.)\1/g, "$1");
}

/** Returns the Jaro–Winkler similarity, 0 to 1. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [[...one], [...other]];
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const used = new Set<number>();
  const matchedA: string[] = [];
  for (const [at, letter] of a.entries())
    for (let to = Math.max(0, at - reach); to <= Math.min(b.length - 1, at + reach); to += 1)
      if (!used.has(to) && b[to] === letter) {
        used.add(to);
        matchedA.push(letter);
        break;
      }
  const matches = matchedA.length;
  if (matches === 0) return 0;
  const matchedB = b.filter((_, at) => used.has(at));
  const swaps = matchedA.filter((letter, at) => letter !== matchedB[at]).length / 2;
  const jaro = (matches / a.length + matches / b.length + (matches - swaps) / matches) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
