import type { Json, JsonObject } from "../../engine/values/json.ts";
import { inLanguages } from "../../engine/values/languages.ts";
import type { App, Reply } from "./app.ts";

declare const OF: unique symbol;
const SHAPE = Symbol("shape");

/** A JSON Schema of an input or answer for the API document, with its TypeScript type. */
export type Schema<Of = unknown> = {
  readonly [keyword: string]: unknown;
  readonly [OF]?: () => Of;
  readonly [SHAPE]?: Schema;
};

/** The TypeScript type that a schema describes. */
export type TypeOf<Described> = Described extends { readonly [OF]?: () => infer Of } ? Of : unknown;

type Members = { readonly [name: string]: Schema };

/** The type of an object with these members. A `?` after the name makes a member optional. */
type ObjectOf<Of extends Members> = Plain<
  { readonly [Name in keyof Of as Name extends `${string}?` ? never : Name]: TypeOf<Of[Name]> } & {
    readonly [Name in keyof Of as Name extends `${infer Bare}?` ? Bare : never]?: TypeOf<Of[Name]>;
  }
>;
type Plain<Of> = { [Name in keyof Of]: Of[Name] };

/**
 * Returns the schema of an object with exactly these members. A `?` after the name makes a member optional.
 */
export function objectOf<const Of extends Members>(members: Of, description?: string): Schema<ObjectOf<Of>> {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    additionalProperties: false,
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name.replace(/\?$/, ""), member]),
    ),
  };
}

/** Returns the schema of an input: path parameters, query or body. */
export function inputOf<const Of extends Members>(members: Of): Schema<ObjectOf<Of>> {
  const { required, ...schema } = objectOf(members) as { readonly required: readonly string[] };
  return required.length === 0 ? schema : { ...schema, required };
}

/** Returns the schema of an ordered list. */
export function listOf<Of>(items: Schema<Of>, description?: string): Schema<readonly Of[]> {
  return { type: "array", ...(description === undefined ? {} : { description }), items };
}

/** Returns the schema of values under arbitrary names, such as the steps of a flow. */
export function mapOf<Of>(values: Schema<Of>, description?: string): Schema<{ readonly [name: string]: Of }> {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    additionalProperties: values,
  };
}

/** Returns the schema of a value or null. */
export function orNull<Of>(schema: Schema<Of>): Schema<Of | null> {
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  const { type, ...rest } = schema as { readonly [keyword: string]: unknown };
  return { ...rest, ...words, type: [type, "null"] };
}

/** Returns the schema of a value that has one of several shapes. */
export function eitherOf<const Of extends readonly Schema[]>(...shapes: Of): Schema<TypeOf<Of[number]>> {
  return { anyOf: shapes };
}

/** Returns the schema of a value that has exactly one of several shapes. */
export function exactlyOneOf<const Of extends readonly Schema[]>(...shapes: Of): Schema<TypeOf<Of[number]>> {
  return { oneOf: shapes };
}

/** Returns the schema of an enumeration. */
export function oneOf<const Of extends string>(...words: readonly Of[]): Schema<Of> {
  return { type: "string", enum: words };
}

/** Returns the schema of exactly this value. */
export function exactly<const Of extends string | number | boolean>(value: Of): Schema<Of> {
  return { const: value };
}

/** Simple schemas for members of objects. */
export const WHOLE: Schema<number> = { type: "integer" };
export const RATIO: Schema<number> = { type: "number" };
export const TEXT: Schema<string> = { type: "string" };
export const FLAG: Schema<boolean> = { type: "boolean" };
export const UUID: Schema<string> = { type: "string", format: "uuid" };
export const DAY: Schema<string> = { type: "string", format: "date" };
export const INSTANT: Schema<string> = { type: "string", format: "date-time" };
/**
 * Returns the schema of a text that a person writes. `least` and `most` limit the number of characters; the
 * text begins and ends with a visible character.
 */
export function written({ least, most }: { readonly least: number; readonly most: number }): Schema<string> {
  return { ...TEXT, minLength: least, maxLength: most, pattern: "\\S[\\s\\S]*\\S" };
}
/**
 * Schema of a time that a caller sends. Leap seconds are rejected, because neither JavaScript nor the
 * database can store them.
 */
export const GIVEN_INSTANT: Schema<string> = {
  type: "string",
  format: "date-time",
  maxLength: 40,
  pattern: ":[0-5]\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:?\\d\\d)$",
};

/** Answers of a call that returns no data. */
export const NOTHING = { 204: { type: "null", description: "Nothing" } as Schema<void> } as const;

/** Returns the schema of an answer without a body. The call itself sends the answer. */
export function emptyWith(description: string): Schema<Reply> {
  return { type: "null", description };
}

/** Answer to a client that already has the newest version. */
export const UNCHANGED = { 304: emptyWith("It is as it was") } as const;

/**
 * Returns the schema of an answer that is not JSON, in one of the media types. The call itself sends the
 * answer.
 */
export function bytesOf(description: string, ...types: readonly string[]): Schema<Reply> {
  const schema = { type: "string" };
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

/** Returns the schema of a stream of JSON lines. */
export function linesOf(description: string, line: Schema): Schema<Reply> {
  return { description, content: { "application/x-ndjson": { schema: line } } };
}

/** Gives a schema a name, for references to it and for the list of schemas in the API document. */
export function named<Of>(name: string, schema: Schema<Of>): Schema<Of> {
  return { $ref: `${name}#`, [SHAPE]: schema };
}

/** Creates a named schema that refers to itself. */
export function recursive<Of>(name: string, schemaOf: (self: Schema<Of>) => Schema<Of>): Schema<Of> {
  return named(name, schemaOf({ $ref: `${name}#` }));
}

/** Registers every named schema that a schema refers to. Throws if two schemas have the same name. */
export function nameSchemas(app: Pick<App, "addSchema" | "getSchema">, schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const { $ref, [SHAPE]: shape } = schema as Schema;
  if (typeof $ref === "string" && shape !== undefined) {
    const name = $ref.replace(/#$/, "");
    const known = app.getSchema(name);
    const given = { $id: name, ...shape };
    if (known === undefined) app.addSchema(given);
    else if (JSON.stringify(known) !== JSON.stringify(given))
      throw new Error(`nameSchemas: two schemas are called ${name}`);
    else return;
    nameSchemas(app, shape);
  }
  for (const inner of Object.values(schema)) nameSchemas(app, inner);
}

/** Schema of a text in both languages. */
export const Sentence = named(
  "Sentence",
  objectOf(
    inLanguages(() => TEXT),
    "A sentence in both languages",
  ),
);

/** Schema of any JSON value. */
export const AnyJson = recursive<Json>("Json", (self) => ({
  description: "Any JSON: its shape is that of a definition",
  anyOf: [{ type: "null" }, FLAG, { type: "number" }, TEXT, listOf(self), mapOf(self)],
}));

/** Schema of any JSON values by name. */
export const VALUES = mapOf(AnyJson);

/** Schema of any object as input. The code that uses the object validates its members. */
export const ANY_OBJECT: Schema<JsonObject> = { type: "object", additionalProperties: true };
