/**
 * Returns a function that joins the parts of listed words, such as `ใบ|อนุญาต`, with the character U+2060.
 * Browsers would break these words, because their dictionaries know only the parts. The joiner has no width,
 * and screen readers ignore it. The repetition mark, as in “ต่าง ๆ”, stays with its word.
 */
export function joinerOf(list: string): (text: string) => string {
  const parts = new Map(
    list.split(" ").map((word) => [word.replaceAll("|", ""), word.replaceAll("|", "\u2060")]),
  );
  const longestFirst = [...parts.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.join("|"), "g");
  return (text) => text.replace(pattern, (word) => parts.get(word) ?? word).replace(/ ?ๆ/g, repeated);
}

function repeated(mark: string): string {
  return mark === "ๆ" ? "\u2060ๆ" : "\u00a0ๆ";
}
