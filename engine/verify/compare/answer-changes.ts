import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import type { Path } from "../../rules/rule.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import type { JsonSchema } from "../../values/json.ts";
import type { Cell } from "../cells/cell.ts";
import { fitsSchema } from "../cells/fits-schema.ts";
import { cutLine, type Scale, scaleOf } from "../cells/ordered.ts";
import { takenOnlyBy } from "../cells/taken-only.ts";
import type { Variable } from "../cells/variables.ts";
import type { Cube } from "../diagram/cubes.ts";

/** Answers to one field that only one of two versions takes. */
export type AnswerChange = { readonly taken: "no-longer" | "newly"; readonly cube: Cube };

/** Which answers two versions of a form take differently, field by field; conditions of a form are left to a sample. */
export function answerChanges(before: JsonSchema, after: JsonSchema, prefix: Path): readonly AnswerChange[] {
  const old = new Map(fieldsOf(before).map((field) => [field.name, field]));
  const now = new Map(fieldsOf(after).map((field) => [field.name, field]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    fieldChanges(old.get(name), now.get(name), `${prefix}.${name}`),
  );
}

function fieldChanges(old: Field | undefined, now: Field | undefined, path: Path): readonly AnswerChange[] {
  const missing = missingChange(isAlwaysAsked(old), isAlwaysAsked(now));
  const schema = (now ?? old)?.schema ?? {};
  const changes: AnswerChange[] =
    missing === null ? [] : [{ taken: missing, cube: cubeOf(path, schema, [MISSING]) }];
  if (old === undefined || now === undefined) return changes;
  if (old.schema.type === "object" && now.schema.type === "object")
    return [...changes, ...answerChanges(old.schema, now.schema, path)];
  for (const taken of ["no-longer", "newly"] as const) {
    const [one, other] = taken === "no-longer" ? [old.schema, now.schema] : [now.schema, old.schema];
    const cells = onlyIn(one, other);
    if (cells.length > 0) changes.push({ taken, cube: cubeOf(path, one, cells) });
  }
  return changes;
}

const MISSING: Cell = { value: undefined, covers: (value) => value === undefined };

function isAlwaysAsked(field: Field | undefined): boolean {
  return field?.required === true;
}

/** What became of leaving a field empty. */
function missingChange(before: boolean, after: boolean): AnswerChange["taken"] | null {
  if (before === after) return null;
  return after ? "no-longer" : "newly";
}

function cubeOf(path: Path, schema: JsonSchema, cells: readonly Cell[]): Cube {
  const type = typeOfSchema(schema, () => undefined);
  const variable: Variable = { path, type, schema, cells, exact: true, presence: false };
  return [{ variable, cells }];
}

/** The values that only the first schema takes: stretches of a line, words, or one value that shows it. */
function onlyIn(one: JsonSchema, other: JsonSchema): readonly Cell[] {
  const type = typeOfSchema(one, () => undefined);
  const isWords = Array.isArray(one.enum) || Array.isArray(other.enum);
  const scale = isWords ? undefined : scaleOf(type, withoutBounds(one));
  if (scale?.whole === true && one.multipleOf === undefined && other.multipleOf === undefined) {
    const stretches = cutLine(scale, { constants: boundsOf([one, other]), copies: 1 });
    return merged(
      stretches.filter(({ at }) => {
        const value = scale.fromPoint(at);
        return fitsSchema(value, one) && !fitsSchema(value, other);
      }),
      scale,
    );
  }
  if (Array.isArray(one.enum))
    return one.enum
      .filter((word) => fitsSchema(word, one) && !fitsSchema(word, other))
      .map((word) => ({ value: word, covers: (value) => value === word }));
  const shown = takenOnlyBy(one, other);
  return shown === undefined ? [] : [{ value: shown, covers: (value) => value === shown }];
}

function withoutBounds(schema: JsonSchema): JsonSchema {
  const { minimum: _1, maximum: _2, exclusiveMinimum: _3, exclusiveMaximum: _4, ...rest } = schema;
  return rest;
}

function boundsOf(schemas: readonly JsonSchema[]): readonly number[] {
  return schemas.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((bound) => typeof bound === "number"),
  );
}

/** Neighbouring stretches as one. */
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
