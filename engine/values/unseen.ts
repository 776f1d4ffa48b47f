/** A character that nobody sees, or that turns what is shown round; a new line is none of them. */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}]/u;

/** How a character is written by its code: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
