import type { Json, JsonObject } from "../values/json.ts";
import type { Logic, RuleFile } from "./rule.ts";

/** A condition, or a part of one, with its JSON pointer. */
export type ConditionPart = { readonly pointer: string; readonly logic: Logic };

/** Returns a condition, and the conditions that it joins or negates. */
export function partsOfCondition(logic: Json, pointer: string): readonly ConditionPart[] {
  const own = { pointer, logic };
  if (!hasOperator(logic)) return [own];
  const inner = Object.entries(logic).flatMap(([operator, args]): readonly ConditionPart[] => {
    const below = `${pointer}/${operator}`;
    if (operator === "!" && !Array.isArray(args)) return partsOfCondition(args, below);
    if (!["and", "or", "!"].includes(operator) || !Array.isArray(args)) return [];
    return args.flatMap((one: Json, index) => partsOfCondition(one, `${below}/${index}`));
  });
  return [own, ...inner];
}

/**
 * Returns all conditions in a rule's file: those of its clauses, those of its decision table, or
 * those of the tables that it adds up.
 */
export function partsOfRule(rule: RuleFile): readonly ConditionPart[] {
  if (rule.must)
    return rule.must.flatMap(({ logic }, index) => partsOfCondition(logic, `/must/${index}/logic`));
  return partsOfTable(rule.value.logic, "/value/logic");
}

function partsOfTable(logic: Json, pointer: string): readonly ConditionPart[] {
  if (!hasOperator(logic)) return [];
  const [operator, args] = Object.entries(logic)[0] ?? [];
  if (!Array.isArray(args)) return [];
  if (operator === "+") return args.flatMap((one: Json, index) => partsOfTable(one, `${pointer}/+/${index}`));
  if (operator !== "if" && operator !== "?:") return [];
  return args.flatMap((one: Json, index) => {
    const here = `${pointer}/${operator}/${index}`;
    const isCondition = index % 2 === 0 && index < args.length - 1;
    return isCondition ? partsOfCondition(one, here) : partsOfTable(one, here);
  });
}

function hasOperator(logic: Json): logic is JsonObject {
  return typeof logic === "object" && logic !== null && !Array.isArray(logic);
}
