import type { Language } from "./languages.ts";
import { normaliseDigits } from "./thai-digits.ts";

/**
 * Returns the numbers in a text, sorted. 09.00 equals 09:00, and 2569 equals 2026. Placeholders are skipped.
 * If `language` is given, number words of that language are numbers too.
 */
export function numbersOf(text: string, language?: Language): readonly string[] {
  const spelt = language === "en" ? text.replace(SPELT, (word) => String(valueOfWord(word))) : text;
  const digits = normaliseDigits(spelt.replace(/\{\{[^{}]*\}\}/g, " "))
    .replace(/(?<![\d,])2[4-7]\d\d(?!\d|,\d)/g, (year) =>
      Number(year) > 2700 ? year : String(Number(year) - 543),
    )
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return (digits.match(/\d+/g) ?? []).sort();
}

const UNITS = [
  ..."two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(
    " ",
  ),
  ..."seventeen eighteen nineteen".split(" "),
];
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/**
 * English number words from two to ninety-nine. "One" is excluded, because it often does not mean a number.
 */
const SPELT = new RegExp(
  `\\b(?:(?:${TENS.join("|")})(?:[- ](?:one|${UNITS.slice(0, 8).join("|")}))?|${UNITS.join("|")})\\b`,
  "giu",
);

function valueOfWord(word: string): number {
  const [first = "", second] = word.toLowerCase().split(/[- ]/);
  const tens = TENS.indexOf(first);
  const units = second === "one" ? 1 : second === undefined ? 0 : UNITS.indexOf(second) + 2;
  return tens < 0 ? UNITS.indexOf(first) + 2 : (tens + 2) * 10 + units;
}
