import { type Draft, fileValue } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Language } from "../../kit/text/i18n.ts";

const read = new Map<string, { readonly text: string; readonly value: Json | undefined }>();

/**
 * Returns the text of a key (`kyc:kyc.general.title`) in a draft; `null` if it is missing in this language.
 */
export function textOfDraft(draft: Draft, lng: Language, key: string): string | null {
  const colon = key.indexOf(":");
  const file = `locales/${lng}/${key.slice(0, colon)}.json`;
  let at: Json | undefined = readFile(draft, file);
  for (const name of key.slice(colon + 1).split("."))
    at = isObject(at) ? at[name] : Array.isArray(at) ? at[Number.parseInt(name, 10)] : undefined;
  return typeof at === "string" ? at : null;
}

/** Returns the first of these keys that has a text in the draft; `null` if none of them has one. */
export function keyInDraft(draft: Draft, keys: readonly string[]): string | null {
  return (
    keys.find((key) => textOfDraft(draft, "th", key) !== null || textOfDraft(draft, "en", key) !== null) ??
    null
  );
}

/**
 * Returns the parsed content of a draft's file; `undefined` while the file is not valid JSON. Each file is
 * parsed only once, because many texts and values are read from it.
 */
export function readFile(draft: Draft, file: string): Json | undefined {
  const text = draft[file];
  if (text === undefined) return undefined;
  const known = read.get(file);
  if (known?.text === text) return known.value;
  const value = fileValue(draft, file);
  read.set(file, { text, value });
  return value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
