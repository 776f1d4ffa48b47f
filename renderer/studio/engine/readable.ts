import type { Definition } from "../../../engine/flow/index.ts";
import { ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { typesOfDefinition } from "../../../engine/flow/types-of-definition.ts";
import {
  type ConditionSource,
  checkProgram,
  partsOfCondition,
  partsOfRule,
  type Type,
} from "../../../engine/rules/index.ts";
import { inBoth, namingOf, sentenceOf, type Words } from "../../../engine/verify/words/index.ts";
import type { ReadablePlace } from "./messages.ts";

/** Returns all data paths that a condition, screen or effect of a flow may read, with their labels. */
export function placesOf(definition: Definition): readonly ReadablePlace[] {
  const naming = namingOf(definition);
  return Object.entries(typesOfDefinition(definition)).flatMap(([path, type]): ReadablePlace[] => {
    const single = type.kind === "list" ? type.item : type;
    // Only the fields of an object can be read, not the object itself. Of a list of objects, a condition can
    // only check whether the list is empty.
    if (type.kind === "object" || single.kind === "object" || single.kind === "list") return [];
    return [
      {
        path,
        name: inBoth((language) => naming.place(path, language)),
        kind: type.kind,
        of: single.kind === "decimal" ? single.of.name : single.kind,
        decimals: single.kind === "decimal" ? single.of.places : 0,
        values: valuesOf(single).map((value) => ({
          value,
          name: inBoth((language) => naming.value(path, value, language)),
        })),
      },
    ];
  });
}

function valuesOf(type: Type): readonly (string | number | boolean)[] {
  if (type.kind === "boolean") return [true, false];
  if (type.kind === "enum") return type.words;
  return type.kind === "integer" ? (type.values ?? []) : [];
}

/**
 * Returns each condition of a draft, and each part of a condition, as a sentence. The sentences are stored by
 * file and pointer. Each is made separately, so that one incomplete condition does not hide the others.
 */
export function sentencesOf(
  definition: Definition,
  fileOf: (rule: string) => string,
): { readonly [place: string]: Words } {
  const set = ruleSetOf(definition, fileOf);
  const parts: ConditionSource[] = [
    ...set.rules.flatMap(({ file, rule }) => partsOfRule(rule).map((part) => ({ file, ...part }))),
    ...Object.values(set.conditions).flatMap(({ file, pointer, logic }) =>
      partsOfCondition(logic, pointer).map((part) => ({ file, ...part })),
    ),
  ];
  const conditions = Object.fromEntries(parts.map((part) => [`${part.file}#${part.pointer}`, part]));
  const naming = namingOf(definition);
  const { program } = checkProgram({ ...set, conditions });
  return Object.fromEntries(program.conditions.map(({ key, logic }) => [key, sentenceOf(logic, naming)]));
}
