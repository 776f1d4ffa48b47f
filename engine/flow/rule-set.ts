import type { RuleSet } from "../rules/program.ts";
import type { Definition } from "./definition.ts";
import { nextOf } from "./step-kinds.ts";
import { tradeOf } from "./trade.ts";
import { typesOfDefinition } from "./types-of-definition.ts";

/** Returns the key, in a rule set, of the condition of a `next` entry. */
export function conditionKey(step: string, index: number): string {
  return `${step}.${index}`;
}

/**
 * Returns the key, in a rule set, of the condition of a portal entry. The key cannot equal the key of a
 * step's condition, because no step can have such a name.
 */
export function entryKey(index: number): string {
  return `entries/${index}`;
}

/**
 * Returns everything in a definition that `engine/rules` compiles: rules, inline conditions, and the types of
 * all data paths. `fileOf` returns a rule's file, for findings.
 */
export function ruleSetOf(
  definition: Definition,
  fileOf: (rule: string) => string = (rule) => `flows/${definition.flow.id}/rules/${rule}.json`,
): RuleSet {
  const conditions: { [key: string]: RuleSet["conditions"][string] } = {};
  for (const [id, step] of Object.entries(definition.flow.steps))
    nextOf(step).forEach((entry, index) => {
      if (entry.when === undefined || typeof entry.when === "string") return;
      conditions[conditionKey(id, index)] = {
        file: `flows/${definition.flow.id}/flow.json`,
        pointer: `/steps/${id}/next/${index}/when`,
        logic: entry.when,
      };
    });
  definition.flow.entries?.forEach(({ when }, index) => {
    if (when === undefined || typeof when === "string") return;
    conditions[entryKey(index)] = {
      file: `flows/${definition.flow.id}/flow.json`,
      pointer: `/entries/${index}/when`,
      logic: when,
    };
  });
  return {
    rules: Object.values(definition.rules).map((rule) => ({ file: fileOf(rule.id), rule })),
    conditions,
    types: typesOfDefinition(definition),
    formats: tradeOf(definition).formats,
  };
}
