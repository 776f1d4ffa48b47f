import type { Definition } from "../../engine/flow/definition.ts";
import { findText, stepKeys } from "../../engine/flow/text-keys.ts";
import { inLanguages, type Language } from "../../engine/values/languages.ts";
import type { Words } from "../../engine/verify/words/index.ts";

/** Returns a text of a definition in both languages. If the text is missing, returns `otherwise`. */
export function wordsAt({ texts }: Definition, key: string, otherwise: string): Words {
  return {
    th: findText(texts, "th", [key]) ?? otherwise,
    en: findText(texts, "en", [key]) ?? otherwise,
  };
}

/** Returns the title of a step. If it has none, as with a branch, returns its id. */
export function titleOfStep(definitions: readonly Definition[], step: string): Words {
  const title = (language: Language) =>
    definitions
      .filter(({ flow }) => Object.hasOwn(flow.steps, step))
      .map((definition) => findText(definition.texts, language, stepKeys(definition, step, "title")))
      .find((text) => text !== null) ?? step;
  return inLanguages(title);
}

/** Returns a flow's title; the flow's id if it has no title. */
export function titleOfFlow(definition: Definition): Words {
  const { namespace, id } = definition.flow;
  return wordsAt(definition, `${namespace}:${id}.title`, id);
}

/** Returns a rule's title; the rule's id if the version does not have the rule. */
export function titleOfRule(definition: Definition, id: string): Words {
  return wordsAt(definition, definition.rules[id]?.title ?? "", id);
}
