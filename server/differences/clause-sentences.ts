import type { Definition } from "../../engine/flow/definition.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { findText } from "../../engine/flow/text-keys.ts";
import { checkProgram } from "../../engine/rules/index.ts";
import type { Language } from "../../engine/values/languages.ts";
import { namingOf, sentenceOf, type Words } from "../../engine/verify/words/index.ts";

/**
 * Returns a clause as a sentence that is made from its logic. Returns `null` if the version does not have the
 * clause. A rule that computes a value has only one clause, named `value`.
 */
export type ClauseSentences = (rule: string, clause: string) => Words | null;

/** Creates the sentences of a definition's clauses in both languages. */
export function clauseSentences(definition: Definition): ClauseSentences {
  const { program } = checkProgram({ ...ruleSetOf(definition), conditions: {} });
  const rule = (id: string, language: Language) =>
    findText(definition.texts, language, [definition.rules[id]?.title ?? ""]) ?? id;
  const naming = { ...namingOf(definition), rule };
  return (id, clause) => {
    const rule = program.rules.find((one) => one.id === id);
    if (rule === undefined) return null;
    const logic = rule.kind === "value" ? rule.logic : rule.clauses.find((one) => one.id === clause)?.logic;
    return logic === undefined ? null : sentenceOf(logic, naming);
  };
}
