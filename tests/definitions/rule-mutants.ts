import type { RuleFile } from "../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";

/** A rule with one mutation, and its description. */
export type Mutant = { readonly what: string; readonly mutant: RuleFile };

const BOUNDS: { readonly [operator: string]: readonly string[] } = {
  ">=": [">", "<="],
  ">": [">=", "<"],
  "<=": ["<", ">="],
  "<": ["<=", ">"],
  "==": ["!="],
  "!=": ["=="],
  and: ["or"],
  or: ["and"],
};

/**
 * Returns every rule that differs from the given one in one detail. Such details are a limit changed by one,
 * a reversed comparison, `and` instead of `or`, a removed negation, a value removed from a list, and a
 * removed operand. Good cases detect each of them.
 */
export function mutantsOf(rule: RuleFile): readonly Mutant[] {
  if (rule.must)
    return rule.must.flatMap((clause, index) =>
      slipsIn(clause.logic).map(({ what, logic }) => ({
        what: `${clause.id}: ${what}`,
        mutant: {
          ...rule,
          must: (rule.must ?? []).map((other, at) => (at === index ? { ...other, logic } : other)),
        },
      })),
    );
  return slipsIn(rule.value.logic).map(({ what, logic }) => ({
    what,
    mutant: { ...rule, value: { ...rule.value, logic } },
  }));
}

type Slip = { readonly what: string; readonly logic: Json };

function slipsIn(logic: Json): readonly Slip[] {
  if (typeof logic === "number")
    return [logic - 1, logic + 1].map((other) => ({ what: `${logic} became ${other}`, logic: other }));
  if (Array.isArray(logic)) return wordsLeftOut(logic);
  if (typeof logic !== "object" || logic === null) return [];
  const operator = Object.keys(logic)[0] as string;
  if (operator === "var" || operator === "rule") return [];
  const given = (logic as JsonObject)[operator] as Json;
  const operands: readonly Json[] = Array.isArray(given) ? given : [given];
  const here: Slip[] = (BOUNDS[operator] ?? []).map((other) => ({
    what: `${operator} became ${other} in ${JSON.stringify(logic)}`,
    logic: { [other]: operands },
  }));
  if (operator === "!" && operands[0] !== undefined)
    here.push({ what: `a negation was dropped from ${JSON.stringify(logic)}`, logic: operands[0] });
  if ((operator === "and" || operator === "or" || operator === "+") && operands.length > 1)
    for (const [index, operand] of operands.entries())
      here.push({
        what: `${JSON.stringify(operand)} was dropped from ${operator}`,
        logic: { [operator]: operands.filter((_, at) => at !== index) },
      });
  const below = operands.flatMap((operand, index) =>
    slipsIn(operand).map((slip) => ({
      what: slip.what,
      logic: { [operator]: operands.map((other, at) => (at === index ? slip.logic : other)) },
    })),
  );
  return [...here, ...below];
}

function wordsLeftOut(words: readonly Json[]): readonly Slip[] {
  return words.map((word, index) => ({
    what: `${JSON.stringify(word)} was left out of ${JSON.stringify(words)}`,
    logic: words.filter((_, at) => at !== index),
  }));
}
