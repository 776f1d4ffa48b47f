import type { Definition } from "../../flow/definition.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { rulesInLogic } from "../../flow/rules-named.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import {
  ERROR_FILLS,
  fieldKeys,
  findText,
  placeKeys,
  placeValueKeys,
  stepKeys,
} from "../../flow/text-keys.ts";
import { tradeOf } from "../../flow/trade.ts";
import { type Format, type Formats, formatOf } from "../../rules/format.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { LANGUAGES } from "../../values/languages.ts";
import { numbersOf } from "../../values/numbers-said.ts";
import { whereOfKey } from "./check-texts.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a number in a sentence is the number that decides. The deciding number belongs to the failed
 * clause, to the field's own bound, or to the rule that leads to the screen. A number after "such as" is an
 * example and is ignored.
 */
export function checkThresholds(definition: Definition): readonly Fault[] {
  const found = [...sentencesOf(definition)].flatMap(({ keys, limits, says }) =>
    limits.length === 0
      ? []
      : LANGUAGES.flatMap((language): readonly Fault[] => {
          const key = keys.find((one) => findText(definition.texts, language, [one]) !== null);
          if (key === undefined) return [];
          const text = findText(definition.texts, language, [key]) as string;
          const numbers = numbersOf(withoutExamples(text), language);
          const isLimit = (number: string) => limits.includes(number);
          if (numbers.length === 0 || (says === "bounds" ? numbers.every(isLimit) : numbers.some(isLimit)))
            return [];
          const params = { key, says: numbers, limits };
          return [{ ...whereOfKey(language, key), says: { key: "text-threshold", params } }];
        }),
  );
  // A text that several fields share is reported only once.
  return [...new Map(found.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/**
 * A sentence, and the numbers (`limits`) on which a decision depends. `one-of-them`: the sentence must name
 * one of these numbers. `bounds`: the sentence may name no other numbers.
 */
type Sentence = {
  readonly keys: readonly string[];
  readonly limits: readonly string[];
  readonly says: "one-of-them" | "bounds";
};

function* sentencesOf(definition: Definition): Generator<Sentence> {
  for (const { must = [], title } of Object.values(definition.rules)) {
    const limits = must.map(({ logic }) => unique(limitsIn(definition, logic)));
    yield { keys: [title], limits: unique(limits.flat()), says: "one-of-them" };
    for (const [index, { reason }] of must.entries())
      yield { keys: [reason], limits: limits[index] ?? [], says: "one-of-them" };
  }
  for (const [step, schema] of Object.entries(definition.schemas))
    yield* fieldSentences(definition, step, schema, []);
  yield* stepSentences(definition);
  yield* valueSentences(definition);
}

/**
 * Yields the title and introduction of a screen. Only screens that check rules are included, and ends to
 * which conditions lead.
 */
function* stepSentences(definition: Definition): Generator<Sentence> {
  const { steps } = definition.flow;
  for (const [id, step] of Object.entries(steps)) {
    const checks = "check" in step ? (step.check ?? []) : [];
    const leading =
      step.kind === "end"
        ? Object.values(steps).flatMap((from) =>
            nextOf(from).some(({ to }) => to === id) ? nextOf(from).flatMap(({ when }) => when ?? []) : [],
          )
        : [];
    const limits = [
      ...checks.flatMap((rule) => limitsIn(definition, { rule })),
      ...leading.flatMap((when) =>
        limitsIn(definition, typeof when === "string" ? { rule: when } : (when as Json)),
      ),
    ];
    for (const part of ["title", "intro"])
      yield { keys: stepKeys(definition, id, part), limits: unique(limits), says: "one-of-them" };
  }
}

/**
 * Yields sentences about values of facts and rules: labels that contain bounds, and texts that contain a band
 * such as "from 60 to 79".
 */
function* valueSentences(definition: Definition): Generator<Sentence> {
  for (const [fact, { schema }] of Object.entries(definition.facts))
    for (const { name, schema: inner } of fieldsOf(schema))
      yield {
        keys: placeKeys(definition, `facts.${fact}.${name}`),
        limits: boundsOf(inner, tradeOf(definition).formats),
        says: "bounds",
      };
  for (const [name, derived] of Object.entries(definition.flow.derived)) {
    const given = "rule" in derived ? definition.rules[derived.rule]?.value : undefined;
    if (given === undefined || !isObject(given.type)) continue;
    const path = `derived.${name}`;
    yield {
      keys: placeKeys(definition, path),
      limits: boundsOf(given.type, tradeOf(definition).formats),
      says: "bounds",
    };
    const { minimum, maximum } = given.type;
    if (typeof minimum !== "number" || typeof maximum !== "number" || maximum - minimum > MOST_WORDS)
      continue;
    const bands = unique(bandsIn(given.logic));
    for (let value = minimum; value <= maximum; value += 1)
      yield {
        keys: placeValueKeys(definition, path, value),
        // Some texts begin with the value itself, such as "1 · Low", so the value is a permitted number.
        limits: bands.length === 0 ? [] : [...bands, String(value)],
        says: "bounds",
      };
  }
}

const MOST_WORDS = 100;

/**
 * Returns the numbers of a schema that a text can name: bounds of numbers and lists, and lengths of texts
 * that people know by their length.
 */
function boundsOf(schema: JsonSchema, formats: Formats): readonly string[] {
  const numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"].map(
    (keyword) => schema[keyword],
  );
  const { minLength = 0, maxLength, format, pattern } = schema;
  const lengths = format === undefined && Number(minLength) > 1 ? [minLength, maxLength] : [];
  return unique([
    ...[...numbers, ...lengths].flatMap((one) => (typeof one === "number" ? [String(one)] : [])),
    ...(typeof pattern === "string" && format === undefined ? countsIn(pattern) : []),
    ...signsOf(formatOf(formats, format)),
  ]);
}

/**
 * Returns the length that all texts of a format have, and the lengths of their parts. If texts of the format
 * have different lengths, returns an empty list, because people do not know the length.
 */
function signsOf(format: Format | undefined): readonly string[] {
  if (format?.type.kind !== "string") return [];
  const lengths = unique(format.samples.map(({ length }) => String(length)));
  return lengths.length === 1 ? [...lengths, ...countsIn(format.pattern)] : [];
}

/** Returns the repetition counts of a pattern: 4 and 12 in `[a-z]{4,12}`. */
function countsIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d+))?\}/g)].flatMap(([, least, most]) =>
    [least, most].flatMap((one) => one ?? []),
  );
}

/**
 * Returns the numbers at the ends of the bands that an expression separates. For example, "from 60" begins
 * one band, and "up to 59" ends the band before it.
 */
function bandsIn(logic: Json): readonly string[] {
  if (typeof logic !== "object" || logic === null) return [];
  return Object.entries(logic).flatMap(([operator, operands]): readonly string[] => {
    if (!ORDERED.includes(operator) || !Array.isArray(operands)) return bandsIn(operands as Json);
    return operands.flatMap((operand: Json, index): readonly string[] => {
      if (typeof operand !== "number" || !Number.isInteger(operand)) return bandsIn(operand);
      const isFrom = (operator === ">=" || operator === "<") === index > 0;
      return [String(operand), String(isFrom ? operand - 1 : operand + 1)];
    });
  });
}

function withoutExamples(text: string): string {
  return text.replace(/(?:such as|for instance,?|for example,?|e\.g\.|เช่น)[^;.]*/giu, " ");
}

function unique(numbers: readonly string[]): readonly string[] {
  return [...new Set(numbers)];
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
        says: "one-of-them",
      };
    }
    const place = inner.join(".");
    const mended = Object.values(definition.rules).flatMap(({ must = [] }) =>
      must.flatMap(({ mend, logic }) =>
        mend === `answers.${step}.${place}` ? limitsIn(definition, logic) : [],
      ),
    );
    for (const part of ["label", "hint"])
      yield {
        keys: fieldKeys(definition, step, place, part),
        limits: unique([...boundsOf(field.schema, tradeOf(definition).formats), ...mended]),
        says: "bounds",
      };
    const items = field.schema.items;
    if (field.schema.type === "object") yield* fieldSentences(definition, step, field.schema, inner);
    if (isObject(items) && items.type === "object")
      yield* fieldSentences(definition, step, items, [...inner, "items"]);
  }
}

const ORDERED = ["<", "<=", ">", ">="];

/**
 * Returns the numbers with which an expression compares, and equivalent numbers that a sentence can name. For
 * example, "above 19" can be written "from 20".
 */
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
