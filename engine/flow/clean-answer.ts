import type { Formats } from "../rules/format.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { normaliseName } from "../values/person-name.ts";
import { fitsSchema } from "./fits-schema.ts";
import { type Field, type FieldCondition, fieldsOf, isObject } from "./form-schema.ts";

/**
 * Removes unknown fields, fields that are not asked, and empty optional fields. Returns the same object if
 * nothing changes.
 */
export type Clean = (answer: JsonObject) => JsonObject;

/**
 * Compiles a schema of the checked subset (inlined or normalised) to a function that cleans answers. The
 * function drops unknown fields and fields whose condition does not hold, so that a hidden answer cannot
 * affect the route. Conditions are evaluated on the remaining fields until nothing more is dropped. Texts are
 * trimmed and normalised to NFC; secrets are not. The function never validates: a value of the wrong type
 * stays for the validator to reject.
 */
export function compileClean(schema: JsonSchema, formats: Formats): Clean {
  const cleanValue = cleanerOf(schema, formats);
  return (answer) => cleanValue(answer) as JsonObject;
}

type CleanValue = (value: Json) => Json;

const asIs: CleanValue = (value) => value;

// Keyboards can add invisible differences, such as spaces around a text and decomposed letters.
const tidy: CleanValue = (value) => (typeof value === "string" ? value.normalize("NFC").trim() : value);

const tidyName: CleanValue = (value) => (typeof value === "string" ? normaliseName(value) : value);

/**
 * Returns true for a text field that has a meaning but no format, such as the name of a person or company.
 */
function isName(schema: JsonSchema): boolean {
  return schema.means !== undefined && schema.format === undefined;
}

function cleanerOf(schema: JsonSchema, formats: Formats): CleanValue {
  // A password is never normalised.
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
  /**
   * Whether the form accepts an empty value, which is then removed from the answer. This allows a person to
   * empty an optional field.
   */
  readonly mayBeEmpty: boolean;
};

/** Returns true if a field is optional and its schema rejects an empty value. */
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

/**
 * Returns true if every field of a condition is present and has one of the values that the condition names.
 */
export function conditionHolds(condition: FieldCondition, answer: JsonObject): boolean {
  for (const field in condition) {
    const value = Object.hasOwn(answer, field) ? answer[field] : undefined;
    if (value === undefined || !(condition[field] as readonly Json[]).includes(value)) return false;
  }
  return true;
}
