import type { Json, JsonObject } from "../values/json.ts";
import type { FieldError } from "./walk.ts";

/** One error of an ajv validator, compiled in process or standalone. */
export type ValidationError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: { readonly [name: string]: unknown };
};

/** An ajv validation function, compiled in process or taken from a published module. */
export type Validator = {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
};

const NO_ERRORS: readonly FieldError[] = Object.freeze([]);

/**
 * Validates a value and returns the first error of each field. The error code is the schema keyword, or for a
 * format the name of the format.
 */
export function errorsOfValidation(validate: Validator, value: Json): readonly FieldError[] {
  if (validate(value)) return NO_ERRORS;
  const errors = new Map<string, FieldError>();
  for (const error of validate.errors ?? []) {
    if (error.keyword === "if") continue;
    const fieldError = fieldErrorOf(error);
    if (!errors.has(fieldError.pointer)) errors.set(fieldError.pointer, fieldError);
  }
  validate.errors = null;
  return [...errors.values()];
}

/**
 * Converts one ajv error to a field error. The renderer also uses this function for errors while the person
 * types.
 */
export function fieldErrorOf(error: ValidationError): FieldError {
  const { keyword, instancePath, params } = error;
  if (keyword === "required")
    return {
      pointer: `${instancePath}/${escapeSegment(String(params.missingProperty))}`,
      code: "required",
      params: {},
    };
  // `minLength: 1` means that the text must not be empty.
  if (keyword === "minLength" && params.limit === 1)
    return { pointer: instancePath, code: "required", params: {} };
  return {
    pointer: instancePath,
    code: keyword === "format" ? String(params.format) : keyword,
    params: plain(params),
  };
}

/** Returns the parameters that a text can use: only numbers and strings. */
function plain(params: ValidationError["params"]): JsonObject {
  const result: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(params))
    if (typeof value === "number" || typeof value === "string") result[name] = value;
  return result;
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
