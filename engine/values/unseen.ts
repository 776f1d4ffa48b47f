/** Matches an invisible character, or one that changes the text direction. Line breaks are not matched. */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}]/u;

/** Returns the code point of a character, such as `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
