import { fitsSchema } from "../../flow/fits-schema.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import type { Formats } from "../../rules/format.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { findText } from "../model/index.ts";

/**
 * The reason why a schema accepts a value that another schema rejects: the keyword of the other schema and
 * the keyword's value (`limit`). `inside`: location of the rejected part inside the value.
 */
export type Wider = { readonly keyword: string; readonly limit: string; readonly inside: string };

/**
 * Returns where a value of one schema may be invalid for another schema of the same type. Returns `null` if
 * the keywords show that every value is valid. Different patterns or formats count as incompatible,
 * except a pattern without blank texts where any text that is not blank is wanted.
 */
export function wider(given: JsonSchema, wanted: JsonSchema, formats: Formats, inside = ""): Wider | null {
  const at = (keyword: string): Wider => ({
    keyword,
    limit: JSON.stringify(wanted[keyword]).slice(0, 80),
    inside,
  });
  const words = given.const !== undefined ? [given.const as Json] : given.enum;
  if (Array.isArray(words)) {
    // Ignore a listed word that the rest of the schema rejects. Another check reports such a word.
    const own = (words as readonly Json[]).filter((word) => fitsSchema(word, given, formats));
    if (own.every((word) => fitsSchema(word, wanted, formats))) return null;
    return at(
      ["const", "enum", "pattern", "format", "type"].find((one) => wanted[one] !== undefined) ?? "type",
    );
  }
  if (wanted.const !== undefined || (Array.isArray(wanted.enum) && given.type !== "boolean"))
    return at(wanted.const !== undefined ? "const" : "enum");
  for (const [least, most] of BOUNDS) {
    if (tooFar(given, wanted, least, (a, b) => a < b)) return at(least);
    if (tooFar(given, wanted, most, (a, b) => a > b)) return at(most);
  }
  for (const keyword of ["format", "pattern"])
    if (wanted[keyword] !== undefined && given[keyword] !== wanted[keyword])
      if (keyword !== "pattern" || !isNeverBlank(given, wanted, formats)) return at(keyword);
  if (isObject(given.items) && isObject(wanted.items))
    return wider(given.items, wanted.items, formats, `${inside}/items`);
  return wanted.type === "object" ? widerField(given, wanted, formats, inside) : null;
}

/** Pattern of a text that is not blank, and of the texts that it rejects. */
const [NOT_BLANK, BLANK] = ["\\S", "^\\s*$"];

/** Returns true if a schema wants a text that is not blank, and the other schema's pattern allows no blank text. */
function isNeverBlank(given: JsonSchema, wanted: JsonSchema, formats: Formats): boolean {
  if (wanted.pattern !== NOT_BLANK || typeof given.pattern !== "string") return false;
  return findText([given, { type: "string", pattern: BLANK }], formats).kind === "none";
}

const BOUNDS = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minItems", "maxItems"],
] as const;

/**
 * Returns true if one schema permits a value beyond the limit of the other schema. A text with a format or a
 * pattern needs no length limit, because the format or pattern limits the text as well.
 */
function tooFar(
  given: JsonSchema,
  wanted: JsonSchema,
  keyword: string,
  beyond: (given: number, wanted: number) => boolean,
): boolean {
  const limit = wanted[keyword];
  if (typeof limit !== "number") return false;
  const own = given[keyword];
  if (typeof own === "number") return beyond(own, limit);
  if (keyword === "minLength" || keyword === "maxLength")
    return given.format === undefined && given.pattern === undefined;
  return !(keyword === "minItems" && limit === 0);
}

function widerField(given: JsonSchema, wanted: JsonSchema, formats: Formats, inside: string): Wider | null {
  if (canonicalJson(given) === canonicalJson(wanted)) return null;
  const own = fieldsOf(given);
  for (const field of fieldsOf(wanted)) {
    const same = own.find(({ name }) => name === field.name);
    if (same === undefined || (field.required && !same.required)) {
      if (field.required) return { keyword: "required", limit: field.name, inside };
      continue;
    }
    const found = wider(same.schema, field.schema, formats, `${inside}/${field.name}`);
    if (found !== null) return found;
  }
  return null;
}
