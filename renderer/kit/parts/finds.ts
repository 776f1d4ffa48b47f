/**
 * Whether a text matches a search. Case, spaces, hyphens, dots and joiners are ignored, so `mbtca` finds
 * `M-BTCA`.
 */
export function finds(text: string, wanted: string): boolean {
  return plain(text).includes(plain(wanted));
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.\-‐-―\u2060]/g, "");
}
