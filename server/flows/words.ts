import { type Definition, errorKeys, type FieldError, findText } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../texts.ts";

/** A field's fault as pages get it: where, a stable code, and a sentence in both languages. */
export type FieldMessage = { readonly pointer: string; readonly code: string; readonly message: Words };

/**
 * Puts words to a fault, from the texts of the very version that found it. A fault without words shows its code,
 * so that nobody sees an empty place; verification keeps such a definition from being published.
 */
export function fieldMessage(definition: Definition, step: string, error: FieldError): FieldMessage {
  const keys = errorKeys(definition, step, error);
  const say = (language: "th" | "en") =>
    interpolate(findText(definition.texts, language, keys) ?? error.code, error.params);
  return { pointer: error.pointer, code: error.code, message: { th: say("th"), en: say("en") } };
}

/** Fills `{{name}}` as i18next does for plain values; a name that is not given becomes nothing. */
export function interpolate(text: string, params: JsonObject): string {
  return text.replace(/\{\{\s*(\w{1,50})[^{}]{0,100}\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  });
}
