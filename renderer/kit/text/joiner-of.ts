/**
 * Joins the parts of the words of a list such as `ใบ|อนุญาต`, which browsers part at the end of a line: their dictionaries
 * know the parts alone. The joiner (U+2060) takes no room and is not read out.
 */
export function joinerOf(list: string): (text: string) => string {
  const parts = new Map(
    list.split(" ").map((word) => [word.replaceAll("|", ""), word.replaceAll("|", "\u2060")]),
  );
  const longestFirst = [...parts.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.join("|"), "g");
  return (text) => text.replace(pattern, (word) => parts.get(word) ?? word);
}
