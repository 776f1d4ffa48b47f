import type { FieldSchema, Operation } from "../../../engine/edits/index.ts";
import type { Field } from "../../../engine/flow/form-schema.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { FIXED } from "./new-question.ts";
import { objectOf } from "./step-file.ts";
import { groupsOf, patternOf } from "./written-signs.ts";

/** Kind of a text that consists only of certain signs. */
export const SIGNS = "signs";
/** A schema that none of the kinds has. It stays until another kind is chosen. */
export const OWN = "own";

/** A photo is a file with another widget, which is chosen apart. A consent is never another kind of question. */
const CHANGEABLE = Object.keys(FIXED).filter((kind) => kind !== "agreement" && kind !== "photo");

/** Returns the kinds to which a question can change; empty if its kind cannot change. */
export function kindsFor({ schema }: Field): readonly string[] {
  const kind = kindOf(schema);
  if (kind === "choice" || kind === "choices") return ["choice", "choices"];
  const isFixed = kind === OWN ? schema.type === "string" && schema.format === undefined : true;
  const isHeld = schema.type === "object" || schema.type === "array" || schema.const !== undefined;
  if (isHeld && !CHANGEABLE.includes(kind)) return [];
  return isFixed ? [...CHANGEABLE, SIGNS, ...(kind === OWN ? [OWN] : [])] : [];
}

/** Returns the kind of answer that a question's schema stands for. */
export function kindOf(schema: Field["schema"]): string {
  if (typeof schema.common === "string") {
    const reference = `common/${schema.common}`;
    return CHANGEABLE.find((kind) => FIXED[kind]?.schema.$ref === reference) ?? OWN;
  }
  if (schema.type === "string" && Array.isArray(schema.enum)) return "choice";
  const items = objectOf(schema.items);
  if (schema.type === "array" && Array.isArray(items.enum) && items.common === undefined) return "choices";
  if (schema.type === "boolean" && schema.const === undefined) return "yesNo";
  if (schema.type === "integer" && schema.enum === undefined) return "number";
  if (schema.type !== "string" || schema.format !== undefined) return OWN;
  if (typeof schema.pattern === "string") return groupsOf(schema.pattern) === null ? OWN : SIGNS;
  return "longText";
}

/**
 * Returns the operations that give a question another kind of answer. The question keeps its place, its texts
 * and its conditions; the choices of a question with choices stay.
 */
export function changedKind(
  at: { readonly flow: string; readonly step: string; readonly field: string },
  schema: Field["schema"],
  to: { readonly kind: string; readonly optionsKey: string },
): readonly [Operation, ...Operation[]] {
  const { kind, optionsKey } = to;
  const { hints = null, options = {} } = FIXED[kind] ?? {};
  const texts = Object.entries(options).map(
    ([value, words]): Operation => ({ op: "set-text", args: { key: `${optionsKey}.${value}`, ...words } }),
  );
  return [
    { op: "set-schema", args: { ...at, schema: schemaOf(kind, schema) } },
    { op: "set-widget", args: { ...at, hints: hints as JsonObject | null } },
    ...texts,
  ];
}

function schemaOf(kind: string, schema: Field["schema"]): FieldSchema {
  const own = schema.type === "array" ? objectOf(schema.items) : schema;
  if (kind === "choice") return { type: "string", enum: own.enum as Json };
  if (kind === "choices")
    return {
      type: "array",
      items: { type: "string", enum: own.enum as Json },
      minItems: 1,
      uniqueItems: true,
    };
  if (kind === SIGNS)
    return { type: "string", minLength: 1, maxLength: 100, pattern: patternOf(["latin", "digits"]) };
  return FIXED[kind]?.schema ?? {};
}

/** Returns the codes of the errors that a person reads if a written answer has the wrong form. */
export function formErrorsOf({ pattern, format }: Field["schema"]): readonly string[] {
  const codes = [pattern === undefined ? [] : ["pattern"], typeof format === "string" ? [format] : []].flat();
  return codes.filter((code) => code !== "file-ref");
}
