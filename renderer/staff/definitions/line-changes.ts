/** A line of a text comparison. It occurs only in the earlier text, only in the later text, or in both. */
export type Line = { readonly kind: "gone" | "new" | "kept"; readonly text: string };

/** Number of unchanged lines shown around a change. */
const AROUND = 2;
/** Number of changed lines above which a text is shown as fully replaced. */
const MOST = 1_500;

/**
 * Returns the differences of two texts, as sections of changed lines with a few unchanged lines around them.
 * Returns an empty list if the texts are equal.
 */
export function lineChanges(before: string, after: string): readonly (readonly Line[])[] {
  return stretches(compared(before.split("\n"), after.split("\n")));
}

function compared(old: readonly string[], now: readonly string[]): readonly Line[] {
  const kept = (text: string): Line => ({ kind: "kept", text });
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...old.slice(0, start).map(kept),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(kept),
  ];
}

/** Compares two texts by the longest common subsequence of their lines. */
function between(old: readonly string[], now: readonly string[]): readonly Line[] {
  const gone = (text: string): Line => ({ kind: "gone", text });
  const added = (text: string): Line => ({ kind: "new", text });
  if (old.length > MOST || now.length > MOST) return [...old.map(gone), ...now.map(added)];
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (one: number, other: number): number => longest[one * width + other] ?? 0;
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = now.length - 1; other >= 0; other -= 1)
      longest[one * width + other] =
        old[one] === now[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
  const lines: Line[] = [];
  let [one, other] = [0, 0];
  while (one < old.length || other < now.length) {
    const [text, next] = [old[one], now[other]];
    if (text !== undefined && text === next) {
      lines.push({ kind: "kept", text });
      one += 1;
      other += 1;
    } else if (next === undefined || (text !== undefined && at(one + 1, other) >= at(one, other + 1))) {
      lines.push(gone(text ?? ""));
      one += 1;
    } else {
      lines.push(added(next));
      other += 1;
    }
  }
  return lines;
}

function stretches(lines: readonly Line[]): readonly (readonly Line[])[] {
  const found: (readonly Line[])[] = [];
  let from = -1;
  let to = -1;
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "kept") continue;
    if (from >= 0 && at - AROUND > to) {
      found.push(lines.slice(from, to));
      from = -1;
    }
    if (from < 0) from = Math.max(0, at - AROUND);
    to = Math.min(lines.length, at + AROUND + 1);
  }
  return from < 0 ? found : [...found, lines.slice(from, to)];
}
