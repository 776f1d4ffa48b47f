import { type Definition, errorKeys, type FieldError, findText } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { ErrorField } from "../http/index.ts";

/**
 * Returns the message for an invalid field. It is taken from the texts of the version that found the error.
 * Some errors can never come from a page, such as a number in place of a text. They get a general message.
 */
export function fieldMessage(definition: Definition, step: string, error: FieldError): ErrorField {
  const { pointer, code, params } = error;
  const keys = errorKeys(definition, step, error);
  const th = findText(definition.texts, "th", keys);
  const en = findText(definition.texts, "en", keys);
  return th === null || en === null
    ? { pointer, code, message: `form:errors.${code}`, params }
    : { pointer, code, message: { th: interpolate(th, params), en: interpolate(en, params) } };
}

/**
 * Replaces each `{{name}}` in a text by its value, without escaping, as i18next does. If the value is
 * missing, it is replaced by nothing.
 */
export function interpolate(text: string, params: JsonObject): string {
  return text.replace(/\{\{\s*(\w{1,50})[^{}]{0,100}\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  });
}
