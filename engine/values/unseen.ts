/** An invisible character, or one that changes the text direction; not a line break. */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}]/u;

/** Returns the code of a character: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
