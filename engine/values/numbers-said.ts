import { normaliseDigits } from "./thai-digits.ts";

/**
 * The numbers of a text, sorted: 09.00 and 09:00 are alike, 2569 is 2026, and what is filled in says nothing yet. With a
 * language its words for numbers count too.
 */
export function numbersOf(text: string, language?: "th" | "en"): readonly string[] {
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

/** English words for numbers from two to ninety-nine; "one" is as often no number. */
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
