import type { Json, JsonObject } from "../../engine/values/json.ts";

/** Decrypts sealed words and returns them in order; `null` for words whose owner was erased. */
export type OpenWords = (
  all: readonly { readonly place: string; readonly sealed: Buffer }[],
) => Promise<readonly (string | null)[]>;

/**
 * Returns the lines with the sealed words in their details decrypted. Words about an erased person become
 * `{"erased": true}`.
 */
export async function openDetails<Line extends { readonly detail: JsonObject }>(
  lines: readonly Line[],
  open: OpenWords,
): Promise<readonly Line[]> {
  const found = lines.flatMap(({ detail }, line) =>
    Object.entries(detail).flatMap(([name, value]) => {
      const words = wordsIn(value);
      return words === null ? [] : [{ line, name, words }];
    }),
  );
  const opened = await open(found.map(({ words }) => words));
  const details = lines.map(({ detail }) => ({ ...detail }));
  for (const [index, { line, name }] of found.entries()) {
    const detail = details[line];
    if (detail !== undefined) detail[name] = opened[index] ?? { erased: true };
  }
  return lines.map((line, index) => ({ ...line, detail: details[index] ?? line.detail }));
}

function wordsIn(value: Json | undefined) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { place, sealed } = value as { readonly [name: string]: Json };
  return typeof place === "string" && typeof sealed === "string"
    ? { place, sealed: Buffer.from(sealed, "base64") }
    : null;
}
