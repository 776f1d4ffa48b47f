import { type Definition, LANGUAGES } from "../flow/definition.ts";
import { findText, textPlaces } from "../flow/text-keys.ts";
import { type Fault, listed } from "./fault.ts";

/** Every text that the runner will ask for is there in both languages, and both speak of the same things. */
export function checkTexts(definition: Definition): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const place of textPlaces(definition)) {
    const found = LANGUAGES.map((language) => findText(definition.texts, language, place.keys));
    const [key = ""] = place.keys;
    LANGUAGES.forEach((language, index) => {
      const other = found[1 - index];
      if (found[index] !== null || (!place.needed && other === null)) return;
      const file = `locales/${language}/${fileOfKey(key)}.json`;
      faults.set(`${file}${key}`, {
        file,
        pointer: pointerOfKey(key),
        code: "missing-text",
        what: `no text "${key}" in "${language}" (flow ${definition.flow.id}, ${place.pointer})`,
        mend: `Write it${place.keys.length > 1 ? `, or one of the defaults: ${listed(place.keys.slice(1))}` : ""}.`,
      });
    });
    const [th, en] = found;
    if (typeof th === "string" && typeof en === "string" && placeholders(th) !== placeholders(en))
      faults.set(`placeholders ${key}`, {
        file: `locales/en/${fileOfKey(key)}.json`,
        pointer: pointerOfKey(key),
        code: "text-placeholders",
        what: `the two languages fill in different things: th ${placeholders(th) || "nothing"}, en ${placeholders(en) || "nothing"}`,
        mend: "Let both name the same {{placeholders}}.",
      });
  }
  return [...faults.values()];
}

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort().join(" ");
}

function fileOfKey(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

function pointerOfKey(key: string): string {
  return `/${key.slice(key.indexOf(":") + 1).replaceAll(".", "/")}`;
}
