import type { Definition, DefinitionSource } from "../../flow/definition.ts";
import { isObject } from "../../flow/form-schema.ts";
import { findText, placeValueKeys } from "../../flow/text-keys.ts";
import { inLanguages, LANGUAGES } from "../../values/languages.ts";
import { effectInputsOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks the label of a word that the flow passes to an effect. The label in this flow must be the common
 * label of the word. Otherwise people would confirm one thing and the flow would send another.
 */
export function checkSpelledLabels(definition: Definition, { files }: DefinitionSource): readonly Fault[] {
  return effectInputsOf(definition).flatMap(({ path, wanted }): readonly Fault[] => {
    const name = path.replace(/^derived\./, "");
    const file = path.startsWith("derived.") ? definition.flow.derived[name] : undefined;
    const common = wanted?.schema.common;
    if (file === undefined || !("const" in file) || typeof common !== "string") return [];
    return LANGUAGES.flatMap((language): readonly Fault[] => {
      const form = files[`locales/${language}/form.json`];
      const texts = { ...inLanguages(() => ({})), [language]: { form: isObject(form) ? form : {} } };
      const elsewhere = findText(texts, language, [`form:common.${common}.options.${file.const}`]);
      const own = findText(definition.texts, language, placeValueKeys(definition, path, file.const));
      if (own === null || elsewhere === null || own === elsewhere) return [];
      const params = {
        path,
        value: String(file.const),
        language: { key: `languages.${language}` } as const,
        own,
        common: elsewhere,
      };
      return [{ pointer: `/derived/${name}/const`, says: { key: "literal-label", params } }];
    });
  });
}
