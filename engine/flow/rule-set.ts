import type { RuleSet } from "../rules/program.ts";
import type { Definition } from "./definition.ts";
import { nextOf } from "./step-kinds.ts";
import { tradeOf } from "./trade.ts";
import { typesOfDefinition } from "./types-of-definition.ts";

/** Key of the condition of a step's `next` entry among compiled conditions. */
export function conditionKey(step: string, index: number): string {
  return `${step}.${index}`;
}

/** Key of the condition of a place of entry; no step is called so. */
export function entryKey(index: number): string {
  return `entries/${index}`;
}

/**
 * Everything of a definition that `engine/rules` compiles: its rules, its inline conditions, the types of all places.
 * `fileOf` names a rule's file in findings.
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
