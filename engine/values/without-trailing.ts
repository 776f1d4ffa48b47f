/** Removes all trailing occurrences of a letter from a text: `withoutTrailing("12.500", "0")` → `12.5`. */
export function withoutTrailing(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}
