import type { Draft } from "./draft.ts";
import type { Piece } from "./operation.ts";

/** Returns the files that were changed, added or removed. */
export function changedFiles(before: Draft, after: Draft): readonly string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter((file) => before[file] !== after[file]).sort();
}

// A surrogate pair is never split, because pieces are stored as text.
const HIGH = /[\ud800-\udbff]/;
const LOW = /[\udc00-\udfff]/;

/**
 * Returns a short checksum of a text (FNV-1a and the text's length). A piece applies only to the text that it
 * was made from.
 */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${text.length}-${sum.toString(16)}`;
}

/** Returns the pieces that change one draft into another. */
export function piecesBetween(before: Draft, after: Draft): readonly Piece[] {
  return changedFiles(before, after).map((file) => {
    const old = before[file];
    const now = after[file];
    if (old === undefined || now === undefined)
      return { file, at: 0, was: sumOf(old ?? ""), removed: old ?? null, put: now ?? null };
    const shorter = Math.min(old.length, now.length);
    let start = 0;
    while (start < shorter && old[start] === now[start]) start += 1;
    if (start > 0 && HIGH.test(old[start - 1] as string)) start -= 1;
    let end = 0;
    while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
    if (end > 0 && LOW.test(old.at(-end) as string)) end -= 1;
    return {
      file,
      at: start,
      was: sumOf(old),
      removed: old.slice(start, old.length - end),
      put: now.slice(start, now.length - end),
    };
  });
}

/** Returns the draft with the pieces applied, or the first piece that does not match its text. */
export function withPieces(draft: Draft, pieces: readonly Piece[]): Draft | Piece {
  const next: { [file: string]: string } = { ...draft };
  for (const piece of pieces) {
    const { file, at, was, removed, put } = piece;
    const text = next[file];
    if (sumOf(text ?? "") !== was) return piece;
    if (removed === null || put === null) {
      if ((text ?? null) !== removed) return piece;
      if (put === null) delete next[file];
      else next[file] = put;
    } else {
      if (text === undefined || text.slice(at, at + removed.length) !== removed) return piece;
      next[file] = text.slice(0, at) + put + text.slice(at + removed.length);
    }
  }
  return next;
}
