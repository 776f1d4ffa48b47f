import type { Formats } from "../rules/format.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { normaliseName } from "../values/person-name.ts";
import { fitsSchema } from "./fits-schema.ts";
import { type Field, type FieldCondition, fieldsOf, isObject } from "./form-schema.ts";

/** Drops what a schema does not know or does not ask, and what may be left out and is empty; gives the very same object back where nothing is to be changed. */
export type Clean = (answer: JsonObject) => JsonObject;

/**
 * Compiles a schema of the subset (inlined or normalised) to a function that drops unknown fields and fields whose
 * condition does not hold, so that a hidden answer routes nobody. Texts lose the blanks around them and are kept in
 * Unicode's composed form (NFC); secrets stay as they are. Conditions are judged on what remains, until nothing
 * more is dropped. It never validates: a value of the wrong type stays as it is, for the validator to refuse.
 */
export function compileClean(schema: JsonSchema, formats: Formats): Clean {
  const cleanValue = cleanerOf(schema, formats);
  return (answer) => cleanValue(answer) as JsonObject;
}

type CleanValue = (value: Json) => Json;

const asIs: CleanValue = (value) => value;

// What a keyboard adds, nobody sees: blanks around a text, and letters put together in another order.
const tidy: CleanValue = (value) => (typeof value === "string" ? value.normalize("NFC").trim() : value);

const tidyName: CleanValue = (value) => (typeof value === "string" ? normaliseName(value) : value);

/** A text without a format that says what it means is how a person or company is called. */
function isName(schema: JsonSchema): boolean {
  return schema.means !== undefined && schema.format === undefined;
}

function cleanerOf(schema: JsonSchema, formats: Formats): CleanValue {
  // A password is taken to the letter.
  if (schema.type === "string" && schema.writeOnly !== true) return isName(schema) ? tidyName : tidy;
  if (schema.type === "object") return objectCleaner(schema, formats);
  if (schema.type === "array" && isObject(schema.items)) return listCleaner(schema.items, formats);
  return asIs;
}

function listCleaner(items: JsonSchema, formats: Formats): CleanValue {
  const clean = cleanerOf(items, formats);
  return (value) => {
    if (!Array.isArray(value)) return value;
    let changed = false;
    const cleaned = value.map((item: Json) => {
      const next = clean(item);
      if (next !== item) changed = true;
      return next;
    });
    return changed ? cleaned : value;
  };
}

type KnownField = {
  readonly clean: CleanValue;
  readonly when: readonly FieldCondition[];
  /** Whether nothing, where nothing may be given, is left out: else it could not be left empty once it was touched. */
  readonly mayBeEmpty: boolean;
};

/** Whether a field that may be left out refuses to be there with nothing in it. */
function mayBeEmpty({ schema, required, requiredWhen }: Field, formats: Formats): boolean {
  return (
    !required &&
    requiredWhen.length === 0 &&
    EMPTY.some((empty) => isOf(empty, schema) && !fitsSchema(empty, schema, formats))
  );
}

const EMPTY: readonly Json[] = ["", [], {}];

function isOf(empty: Json, { type }: JsonSchema): boolean {
  return type === (typeof empty === "string" ? "string" : Array.isArray(empty) ? "array" : "object");
}

function isEmpty(value: Json): boolean {
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function objectCleaner(schema: JsonSchema, formats: Formats): CleanValue {
  const known: { [name: string]: KnownField } = Object.create(null);
  const conditional: { readonly name: string; readonly when: readonly FieldCondition[] }[] = [];
  for (const field of fieldsOf(schema)) {
    known[field.name] = {
      clean: cleanerOf(field.schema, formats),
      when: field.when,
      mayBeEmpty: mayBeEmpty(field, formats),
    };
    if (field.when.length > 0) conditional.push({ name: field.name, when: field.when });
  }
  const pick = (value: JsonObject): JsonObject => {
    let result: { [name: string]: Json } | null = null;
    for (const name in value) {
      const given = value[name];
      const field = known[name];
      const cleaned = given === undefined || field === undefined ? undefined : field.clean(given);
      const next = cleaned !== undefined && field?.mayBeEmpty && isEmpty(cleaned) ? undefined : cleaned;
      if (next !== undefined && next === given) continue;
      result ??= { ...value };
      if (next === undefined) delete result[name];
      else result[name] = next;
    }
    return result ?? value;
  };
  const prune = (value: JsonObject): JsonObject => {
    let current = value;
    for (let again = true; again; ) {
      again = false;
      for (const { name, when } of conditional) {
        if (!Object.hasOwn(current, name) || when.some((condition) => conditionHolds(condition, current)))
          continue;
        const { [name]: _, ...rest } = current;
        current = rest;
        again = true;
      }
    }
    return current;
  };
  return (value) => {
    if (!isObject(value)) return value;
    const picked = pick(value);
    return conditional.length === 0 ? picked : prune(picked);
  };
}

/** Whether all fields of a condition are there with one of the values it names. */
export function conditionHolds(condition: FieldCondition, answer: JsonObject): boolean {
  for (const field in condition) {
    const value = Object.hasOwn(answer, field) ? answer[field] : undefined;
    if (value === undefined || !(condition[field] as readonly Json[]).includes(value)) return false;
  }
  return true;
}
