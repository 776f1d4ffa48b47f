import { fitsSchema } from "../../flow/fits-schema.ts";
import { isObject } from "../../flow/form-schema.ts";
import type { Formats } from "../../rules/format.ts";
import type { Path } from "../../rules/rule.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import { equalJson } from "../../values/canonical-json.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import {
  type Cell,
  type Cube,
  cutLine,
  type Scale,
  samplesOf,
  scaleOf,
  takenOnlyBy,
  type Variable,
} from "../model/index.ts";
import type { Counted, Length } from "../words/index.ts";

/**
 * Answers to a field that only one of two schemas accepts. `values`: exactly these answers. `lengths`:
 * exactly the answers with one of these lengths or counts. `example`: one such answer, if neither `values`
 * nor `lengths` describes them all.
 */
export type OnlyTaken =
  | { readonly kind: "values"; readonly cube: Cube }
  | {
      readonly kind: "lengths";
      readonly path: Path;
      readonly counted: Counted;
      readonly lengths: readonly Length[];
    }
  | { readonly kind: "example"; readonly cube: Cube };

/** The data path of the field, and the formats of its schema. */
type At = { readonly path: Path; readonly formats: Formats };

/** Returns the answers to a field that only the first schema accepts, or `null` if none are found. */
export function onlyTakenBy(one: JsonSchema, other: JsonSchema, at: At): OnlyTaken | null {
  const { path, formats } = at;
  const cells = valuesOnlyIn(one, other, formats);
  if (cells !== null) return cells.length === 0 ? null : { kind: "values", cube: cubeOf(at, one, cells) };
  const shown = takenOnlyBy(one, other, formats) ?? stretched(one, other, formats);
  if (shown === undefined) return null;
  for (const [least, most] of LENGTHS)
    if (alikeBut([least, most], one, other)) {
      const [taken, refused] = [lengthIn(one, least, most), lengthIn(other, least, most)];
      return { kind: "lengths", path, counted: countedIn(one), lengths: lengthsOnlyIn(taken, refused) };
    }
  return { kind: "example", cube: cubeOf(at, one, [single(shown)]) };
}

/**
 * Lengthens or shortens a text so that only the first schema accepts it. This is necessary because the
 * samples of a pattern may not include a text of that length.
 */
function stretched(one: JsonSchema, other: JsonSchema, formats: Formats): Json | undefined {
  const lengths = [one, other].flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].flatMap((bound) =>
      typeof bound === "number" ? [bound - 1, bound, bound + 1] : [],
    ),
  );
  return [...samplesOf(one, formats, 4), ...samplesOf(other, formats, 4)]
    .filter((sample): sample is string => typeof sample === "string" && sample !== "")
    .flatMap((text) =>
      lengths.map((length) => text.slice(0, Math.max(0, length)).padEnd(length, text.slice(-1))),
    )
    .find((text) => fitsSchema(text, one, formats) && !fitsSchema(text, other, formats));
}

/** Returns the missing value as the answer that only one of two schemas accepts. */
export function missingAt(at: At, schema: JsonSchema): OnlyTaken {
  return { kind: "values", cube: cubeOf(at, schema, [MISSING]) };
}

const MISSING: Cell = { value: undefined, covers: (value) => value === undefined };

function single(value: Json): Cell {
  return { value, covers: (other) => other === value };
}

function cubeOf({ path, formats }: At, schema: JsonSchema, cells: readonly Cell[]): Cube {
  const type = typeOfSchema(schema, formats);
  // Separates the cells by the cell "missing". Two neighbouring cells would otherwise be described as one
  // range, although other values lie between them.
  const apart = cells.flatMap((cell, at) => (at === 0 ? [cell] : [MISSING, cell]));
  const variable: Variable = { path, type, schema, cells: apart, exact: true, presence: false };
  return [{ variable, cells }];
}

/**
 * Returns every value that only the first schema accepts, as words or ranges of whole numbers. Returns `null`
 * if the values have neither form.
 */
function valuesOnlyIn(one: JsonSchema, other: JsonSchema, formats: Formats): readonly Cell[] | null {
  const isOnly = (value: Json) => fitsSchema(value, one, formats) && !fitsSchema(value, other, formats);
  const words = wordsIn(one);
  if (words !== null) return words.filter(isOnly).map(single);
  const { minimum: _1, maximum: _2, exclusiveMinimum: _3, exclusiveMaximum: _4, ...line } = one;
  const scale = scaleOf(typeOfSchema(line, formats), line);
  if (scale?.whole !== true || one.multipleOf !== undefined || !alikeBut(BOUNDS, one, other)) return null;
  const bounds = [one, other].flatMap((schema) => BOUNDS.map((name) => schema[name]));
  const constants = bounds.filter((bound) => typeof bound === "number");
  const stretches = cutLine(scale, { constants, copies: 1 });
  return merged(
    stretches.filter(({ at }) => isOnly(scale.fromPoint(at))),
    scale,
  );
}

const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const LENGTHS = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;
/** Keywords that do not affect which values a schema accepts. */
const REMARKS = ["$id", "$comment", "description", "default", "common", "writeOnly", "readOnly"];

/** Returns true if two schemas differ only in the named keywords. */
function alikeBut(names: readonly string[], one: JsonSchema, other: JsonSchema): boolean {
  const rest = (schema: JsonSchema) =>
    Object.fromEntries(
      Object.entries(schema).filter(([name]) => !names.includes(name) && !REMARKS.includes(name)),
    );
  return equalJson(rest(one), rest(other));
}

/** Returns every value that a schema accepts, if it accepts only a few. */
function wordsIn({ type, enum: words, const: only }: JsonSchema): readonly Json[] | null {
  if (only !== undefined) return [only];
  if (Array.isArray(words)) return words;
  return type === "boolean" ? [true, false] : null;
}

function countedIn({ type, items }: JsonSchema): Counted {
  if (type === "string") return "characters";
  return isObject(items) && wordsIn(items) !== null ? "choices" : "entries";
}

function lengthIn(schema: JsonSchema, least: string, most: string): Length {
  const [low, high] = [schema[least], schema[most]];
  return { least: typeof low === "number" ? low : 0, most: typeof high === "number" ? high : null };
}

/**
 * Returns the lengths that only the first bounds allow. These are a range below the second bounds and a range
 * above them.
 */
function lengthsOnlyIn(one: Length, other: Length): readonly Length[] {
  const most = one.most ?? Number.POSITIVE_INFINITY;
  const below = { least: one.least, most: Math.min(most, other.least - 1) };
  const found = other.most === null ? [] : [{ least: Math.max(one.least, other.most + 1), most }];
  return [below, ...found]
    .filter((length) => length.least <= length.most)
    .map((length) => ({ ...length, most: Number.isFinite(length.most) ? length.most : null }));
}

/** Merges adjacent ranges. */
function merged(
  stretches: readonly { readonly at: number; readonly from: number; readonly to: number }[],
  scale: Scale,
): readonly Cell[] {
  const joined: { at: number; from: number; to: number }[] = [];
  for (const { at, from, to } of stretches) {
    const last = joined[joined.length - 1];
    if (last !== undefined && last.to + 1 === from) last.to = to;
    else joined.push({ at, from, to });
  }
  return joined.map(({ at, from, to }) => ({
    value: scale.fromPoint(at),
    covers: (value) => {
      if (value === undefined) return false;
      const point = scale.toPoint(value);
      return point >= from && point <= to;
    },
    ...(Number.isFinite(from) ? { from: scale.fromPoint(from) } : {}),
    ...(Number.isFinite(to) ? { to: scale.fromPoint(to) } : {}),
  }));
}
