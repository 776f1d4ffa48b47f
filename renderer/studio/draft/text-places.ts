import type { Draft, Operation } from "../../../engine/edits/index.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { textPlaces } from "../../../engine/flow/text-keys.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { keyInDraft, textOfDraft } from "./texts-of-draft.ts";

/** A place of a flow that shows a text. `keys` are the possible keys of the text, the place's own key first. */
export type TextPlace = { readonly keys: readonly string[]; readonly needed: boolean };

/** Returns the distinct texts of a flow. An optional text is listed only if it exists. */
export function textPlacesOf(definition: Definition): readonly TextPlace[] {
  const places = new Map<string, TextPlace>();
  for (const { keys, needed } of textPlaces(definition))
    if (keys[0] !== undefined && !places.has(keys[0])) places.set(keys[0], { keys, needed });
  return [...places.values()];
}

/**
 * Returns the operation that writes a place's text in one language or both; `null` removes it. A text that many
 * forms share must not change, so the place then gets a text of its own, in both languages at once.
 */
export function writeText(
  draft: Draft,
  keys: readonly string[],
  text: { readonly [lng in Language]?: string | null },
): Operation {
  const [own = ""] = keys;
  const key = keyInDraft(draft, keys) ?? own;
  if (key === own) return { op: "set-text", args: { key, ...text } };
  const both = { th: textOfDraft(draft, "th", key), en: textOfDraft(draft, "en", key) };
  return { op: "set-text", args: { key: own, ...both, ...text } };
}
