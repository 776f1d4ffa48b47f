/**
 * Normalises a name for storage, comparison and search: NFKC, sara am as one character, no zero-width
 * characters, plain apostrophes and hyphens, single spaces.
 */
export function normaliseName(text: string): string {
  return (
    text
      .normalize("NFKC")
      .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g, "")
      // NFKC splits sara am into two characters. A tone mark can be before them, between them, or after the
      // first.
      .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, "$1\u0E33")
      .replace(/\u0E33([\u0E48-\u0E4B])/g, "$1\u0E33")
      // Two characters sara e look like one character sara ae. The single character replaces both.
      .replace(/\u0E40\u0E40/g, "\u0E41")
      .replace(/[\u2018\u2019\u201B\u02BC\u02B9\u2032\u0060\u00B4]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(/\s+/g, " ")
      .trim()
  );
}
