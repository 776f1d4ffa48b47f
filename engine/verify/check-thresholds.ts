import { type Definition, LANGUAGES } from "../flow/definition.ts";
import { fieldsOf, isObject } from "../flow/form-schema.ts";
import { rulesInLogic } from "../flow/rules-named.ts";
import { ERROR_FILLS, fieldKeys, findText } from "../flow/text-keys.ts";
import type { Json, JsonSchema } from "../values/json.ts";
import { whereOfKey } from "./check-texts.ts";
import { numbersOf } from "./check-wording.ts";
import type { Fault } from "./fault.ts";

/** A sentence that names a number names the one that decides: of the clause that refuses, of the field's own bound. */
export function checkThresholds(definition: Definition): readonly Fault[] {
  return [...sentencesOf(definition)].flatMap(({ keys, limits }) =>
    limits.length === 0
      ? []
      : LANGUAGES.flatMap((language): readonly Fault[] => {
          const key = keys.find((one) => findText(definition.texts, language, [one]) !== null);
          if (key === undefined) return [];
          const numbers = numbersOf(findText(definition.texts, language, [key]) as string);
          if (numbers.length === 0 || limits.some((limit) => numbers.includes(limit))) return [];
          const params = { key, says: numbers, limits };
          return [{ ...whereOfKey(language, key), says: { key: "text-threshold", params } }];
        }),
  );
}

type Sentence = { readonly keys: readonly string[]; readonly limits: readonly string[] };

function* sentencesOf(definition: Definition): Generator<Sentence> {
  for (const rule of Object.values(definition.rules))
    for (const { reason, logic } of rule.must ?? [])
      yield { keys: [reason], limits: [...new Set(limitsIn(definition, logic))] };
  for (const [step, schema] of Object.entries(definition.schemas))
    yield* fieldSentences(definition, step, schema, []);
}

function* fieldSentences(
  definition: Definition,
  step: string,
  schema: JsonSchema,
  path: readonly string[],
): Generator<Sentence> {
  for (const field of fieldsOf(schema)) {
    const inner = [...path, field.name];
    for (const keyword of Object.keys(ERROR_FILLS)) {
      const limit = field.schema[keyword];
      if (typeof limit !== "number") continue;
      yield {
        keys: fieldKeys(definition, step, inner.join("."), `errors.${keyword}`),
        limits: [String(limit)],
      };
    }
    const items = field.schema.items;
    if (field.schema.type === "object") yield* fieldSentences(definition, step, field.schema, inner);
    if (isObject(items) && items.type === "object")
      yield* fieldSentences(definition, step, items, [...inner, "items"]);
  }
}

const ORDERED = ["<", "<=", ">", ">="];

/** Numbers that an expression compares something with by order, as a sentence may say them: above 19 is from 20 on. */
function limitsIn(
  definition: Definition,
  logic: Json,
  seen: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (typeof logic !== "object" || logic === null) return [];
  const inner = rulesInLogic(logic).flatMap((id) => {
    const rule = seen.has(id) ? undefined : definition.rules[id];
    return (rule?.must ?? []).flatMap((clause) => limitsIn(definition, clause.logic, new Set([...seen, id])));
  });
  return [...inner, ...comparedIn(logic)];
}

function comparedIn(logic: Json): readonly string[] {
  if (typeof logic !== "object" || logic === null) return [];
  return Object.entries(logic).flatMap(([operator, operands]) => [
    ...(ORDERED.includes(operator) && Array.isArray(operands)
      ? operands.flatMap((operand: Json) => saidAs(operand, operator))
      : []),
    ...comparedIn(operands as Json),
  ]);
}

function saidAs(operand: Json, operator: string): readonly string[] {
  const number = Number(operand);
  if (typeof operand !== "number" && !(typeof operand === "string" && /^\d+(\.\d+)?$/.test(operand)))
    return [];
  const strict = operator === "<" || operator === ">";
  const all = strict && Number.isInteger(number) ? [number - 1, number, number + 1] : [number];
  return all.map((one) => String(Math.trunc(one)));
}
