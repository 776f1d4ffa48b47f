import { codeOf, type FindingMessage } from "./message.ts";
import type { Finding } from "./rule.ts";

/** A position: a file, and a JSON pointer inside it. */
export type Spot = { readonly file: string; readonly pointer: string };

/** Returns a position that is one or more names deeper than the given position. */
export function below(spot: Spot, ...names: readonly (string | number)[]): Spot {
  const escaped = names.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"));
  return { file: spot.file, pointer: [spot.pointer, ...escaped].join("/") };
}

/** Returns a finding that prevents a definition from loading. */
export function errorAt({ file, pointer }: Spot, says: FindingMessage): Finding {
  return { file, pointer, code: codeOf(says), severity: "error", says };
}

/** Returns a finding that does not prevent a definition from loading. */
export function warningAt(spot: Spot, says: FindingMessage): Finding {
  return { ...errorAt(spot, says), severity: "warning" };
}

/**
 * Returns the known name that is most similar to an unknown one. Returns `undefined` if no name is similar
 * enough to be a likely typing error.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 4)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const kept = (row[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}
