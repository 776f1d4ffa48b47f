import type { Definition } from "../../engine/flow/definition.ts";
import { findText, stepKeys } from "../../engine/flow/text-keys.ts";
import { inLanguages, type Language } from "../../engine/values/languages.ts";
import type { Words } from "../../engine/verify/words/index.ts";

/** A text of a definition in both languages; `otherwise` where it has none. */
export function wordsAt({ texts }: Definition, key: string, otherwise: string): Words {
  return {
    th: findText(texts, "th", [key]) ?? otherwise,
    en: findText(texts, "en", [key]) ?? otherwise,
  };
}

/** A step's title as people read it; its name where it has none, as a branch. */
export function titleOfStep(definitions: readonly Definition[], step: string): Words {
  const title = (language: Language) =>
    definitions
      .filter(({ flow }) => Object.hasOwn(flow.steps, step))
      .map((definition) => findText(definition.texts, language, stepKeys(definition, step, "title")))
      .find((text) => text !== null) ?? step;
  return inLanguages(title);
}

/** A rule's title as people read it; its name where a version does not have it. */
export function titleOfRule(definition: Definition, id: string): Words {
  return wordsAt(definition, definition.rules[id]?.title ?? "", id);
}
