import type { Definition } from "../../flow/definition.ts";
import { findText, textPlaces } from "../../flow/text-keys.ts";
import type { FindingMessage, Param } from "../../rules/message.ts";
import { LANGUAGES, type Language } from "../../values/languages.ts";
import type { Fault } from "./fault.ts";

/** Checks that every text that screens need exists in every language, with the same parameters. */
export function checkTexts(definition: Definition): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const place of textPlaces(definition)) {
    const found = LANGUAGES.map((language) => findText(definition.texts, language, place.keys));
    const [key] = place.keys as [string];
    const ranks = LANGUAGES.map((language) => rankOf(definition, language, place.keys));
    LANGUAGES.forEach((language, index) => {
      const text = found[index];
      const blank = text === null || text?.trim() === "";
      // If one language has a specific text and the other only a common text, the two texts would say
      // different things.
      const lags = (ranks[index] as number) > Math.min(...ranks);
      if (!blank && !lags) return;
      if (!place.needed && found.every((one) => one === null)) return;
      const file = `locales/${language}/${fileOfKey(key)}.json`;
      faults.set(`${file}${key}`, {
        file,
        pointer: pointerOfKey(key),
        says: sayMissing(place.keys, {
          language: { key: `languages.${language}` },
          key,
          flow: definition.flow.id,
          place: place.pointer,
        }),
      });
    });
    const [first, ...others] = found;
    others.forEach((other, index) => {
      if (typeof first !== "string" || other === null) return;
      const [thai, english] = [placeholders(first), placeholders(other)];
      if (thai.join() === english.join()) return;
      const file = `locales/${LANGUAGES[index + 1]}/${fileOfKey(key)}.json`;
      const says = { key: "text-placeholders", params: { thai, english } } as const;
      faults.set(`placeholders ${file}${key}`, { file, pointer: pointerOfKey(key), says });
    });
  }
  return [...faults.values()];
}

/**
 * Checks that every placeholder of a text has a value wherever the text is shown. Otherwise people would see
 * braces or a gap.
 */
export function checkPlaceholders(definition: Definition): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const { keys, fills = [] } of textPlaces(definition))
    for (const language of LANGUAGES) {
      const key = keys.find((one) => findText(definition.texts, language, [one]) !== null);
      const text = key === undefined ? null : findText(definition.texts, language, [key]);
      if (key === undefined || text === null) continue;
      const rest = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
        fills.includes(name) ? "" : whole,
      );
      const found = UNFILLED.exec(rest)?.[0];
      if (found === undefined) continue;
      const says = { key: "unknown-placeholder", params: { key, found, known: fills } } as const;
      faults.set(`${language} ${key}`, { ...whereOfKey(language, key), says });
    }
  return [...faults.values()];
}

/** Matches braces, placeholders and references, which i18next would replace. Also matches malformed ones. */
const UNFILLED = /\{\{[^}]*\}\}|[{}]+|\$t\(/;

/** Returns the index of the first key that exists in a language, or the number of keys if none exists. */
function rankOf(definition: Definition, language: Language, keys: readonly string[]): number {
  const at = keys.findIndex((key) => findText(definition.texts, language, [key]) !== null);
  return at < 0 ? keys.length : at;
}

type Missing = { readonly [name in "language" | "key" | "flow" | "place"]: Param };

function sayMissing([, ...defaults]: readonly string[], params: Missing): FindingMessage {
  if (defaults.length === 0) return { key: "missing-text", params };
  return { key: "missing-text.default", params: { ...params, defaults } };
}

function placeholders(text: string): readonly string[] {
  return [...new Set(text.match(/\{\{[^{}]+\}\}/g) ?? [])].sort();
}

/** Returns the file and pointer of a text key in a language. */
export function whereOfKey(
  language: Language,
  key: string,
): { readonly file: string; readonly pointer: string } {
  return { file: `locales/${language}/${fileOfKey(key)}.json`, pointer: pointerOfKey(key) };
}

function fileOfKey(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

function pointerOfKey(key: string): string {
  return `/${key.slice(key.indexOf(":") + 1).replaceAll(".", "/")}`;
}
