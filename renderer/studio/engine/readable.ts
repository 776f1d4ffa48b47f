import { isObject } from "../../../engine/flow/form-schema.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { typesOfDefinition } from "../../../engine/flow/types-of-definition.ts";
import { type ConditionSource, checkProgram, type Type } from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";
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
  const parts: { [place: string]: ConditionSource } = {};
  const visit = (logic: Json, file: string, pointer: string): void => {
    parts[`${file}#${pointer}`] = { file, pointer, logic };
    if (!isObject(logic)) return;
    for (const [operator, args] of Object.entries(logic)) {
      const below = `${pointer}/${operator}`;
      if (operator === "!" && !Array.isArray(args)) visit(args, file, below);
      else if (["and", "or", "!"].includes(operator) && Array.isArray(args))
        args.forEach((one: Json, index) => {
          visit(one, file, `${below}/${index}`);
        });
    }
  };
  const choose = (logic: Json, file: string, pointer: string): void => {
    if (!isObject(logic)) return;
    const [operator, args] = Object.entries(logic)[0] ?? [];
    if ((operator !== "if" && operator !== "?:") || !Array.isArray(args)) return;
    args.forEach((one: Json, index) => {
      const here = `${pointer}/${operator}/${index}`;
      if (index % 2 === 0 && index < args.length - 1) visit(one, file, here);
      else choose(one, file, here);
    });
  };
  for (const { file, rule } of set.rules) {
    rule.must?.forEach(({ logic }, index) => {
      visit(logic, file, `/must/${index}/logic`);
    });
    if (rule.value) choose(rule.value.logic, file, "/value/logic");
  }
  for (const { file, pointer, logic } of Object.values(set.conditions)) visit(logic, file, pointer);
  const naming = namingOf(definition);
  const { program } = checkProgram({ ...set, conditions: parts });
  return Object.fromEntries(program.conditions.map(({ key, logic }) => [key, sentenceOf(logic, naming)]));
}
