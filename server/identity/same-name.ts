import { normaliseName } from "../../engine/values/person-name.ts";

/** Result of comparing a written name with the expected name. */
export type NameLikeness = "SAME" | "CLOSE" | "OTHER";

/**
 * Titles that can precede a name, in Thai and English. Thai titles are written without a space after them.
 */
const TITLES = [
  ...["นางสาว", "น.ส.", "นส.", "นาย", "นาง", "เด็กชาย", "เด็กหญิง", "ด.ช.", "ด.ญ.", "ดร.", "คุณ"],
  ...["mr.", "mrs.", "miss.", "ms.", "dr.", "mr ", "mrs ", "miss ", "ms ", "dr "],
];

/**
 * Maximum number of typing errors that are tolerated, and minimum length of a name in which they are
 * tolerated.
 */
const MOST_SLIPS = 2;
const LEAST_LETTERS = 8;

/**
 * Compares a written name with its expected parts, such as first and last name. Ignores titles, case, spaces,
 * dots and hyphens (`SAME`). A different order, additional parts, an end that is cut off, or one or two
 * typing errors need a review (`CLOSE`).
 */
export function sameName(written: string, ...parts: readonly string[]): NameLikeness {
  const wanted = forms(parts.join(" "));
  const given = forms(written);
  if (given.some((one) => wanted.includes(one))) return "SAME";
  const letters = parts.map(lettersOf).filter((part) => part !== "");
  const isClose = (one: string): boolean =>
    letters.every((part) => one.includes(part)) ||
    wanted.some((full) => isCutOff(one, full, letters[0] ?? "") || isSlip(one, full));
  return letters.length > 0 && given.some(isClose) ? "CLOSE" : "OTHER";
}

/**
 * Returns whether a written name is a shortened form as Thai banks print it: the first name with the first
 * letters of the last name (`น.ส. กาญจนก ว++`), or a name whose end is cut off.
 */
export function isPartialName(
  written: string,
  { first, last }: { readonly first: string; readonly last: string },
): boolean {
  const plain = normaliseName(written).toLowerCase();
  const isMarked = /[+*.\u2026]+$/.test(plain);
  const full = { first: lettersOf(first), last: lettersOf(last) };
  if (full.first === "" || full.last === "") return false;
  const title = TITLES.find((one) => plain.startsWith(one));
  return [plain, plain.slice(title?.length ?? 0).trim()].some((one) => {
    const [head = "", ...rest] = one.replace(/[+*.\u2026]+$/, "").split(" ");
    const [given, begun] = [lettersOf(head), lettersOf(rest.join(""))];
    const isFirst = given === full.first || (isMarked && given.length >= 3 && full.first.startsWith(given));
    return isFirst && begun !== "" && begun !== full.last && full.last.startsWith(begun);
  });
}

/**
 * Returns the letters of a name, with its title and without. Both forms are needed, because some names begin
 * like a title.
 */
function forms(name: string): readonly string[] {
  const plain = normaliseName(name).toLowerCase();
  const title = TITLES.find((one) => plain.startsWith(one));
  return [plain, ...(title === undefined ? [] : [plain.slice(title.length)])]
    .map(lettersOf)
    .filter((one) => one !== "");
}

function lettersOf(name: string): string {
  return normaliseName(name)
    .toLowerCase()
    .replace(/[\s.,'/-]/g, "");
}

/** Returns whether a name's end is cut off. Bank books limit the length of names. */
function isCutOff(given: string, full: string, first: string): boolean {
  return full.startsWith(given) && given.length > first.length && given.length >= LEAST_LETTERS;
}

function isSlip(given: string, full: string): boolean {
  if (full.length < LEAST_LETTERS || Math.abs(given.length - full.length) > MOST_SLIPS) return false;
  let row = Array.from({ length: full.length + 1 }, (_, at) => at);
  for (let at = 1; at <= given.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= full.length; to += 1) {
      const changed = (row[to - 1] as number) + (given[at - 1] === full[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return (row[full.length] as number) <= MOST_SLIPS;
}
