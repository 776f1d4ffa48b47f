import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

export type Schema = { readonly [keyword: string]: unknown };

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * Returns the TypeScript type of a JSON Schema with structural keywords. `refOf` returns the type of a
 * reference. With `input`, which is for sent values, an optional property may also be undefined.
 * @throws for a schema of unknown type.
 */
export function typeOf(
  schema: Schema,
  refOf: (ref: string) => string,
  { input = false }: { readonly input?: boolean } = {},
): string {
  const { $ref, anyOf, oneOf, type } = schema as {
    readonly $ref?: string;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly type?: string | readonly string[];
  };
  if ($ref !== undefined) return refOf($ref);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, refOf, { input })).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  // An open list names the values known today; further values may be added later.
  if (Array.isArray(schema.enum) && schema.openList !== true)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return [type]
    .flat()
    .map((one) => plainType(one, schema, (inner) => typeOf(inner, refOf, { input }), input))
    .join(" | ");
}

function plainType(type: unknown, schema: Schema, inner: (schema: Schema) => string, input: boolean): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${inner(schema.items as Schema)})[]`;
    case "object":
      return objectType(schema, inner, input);
    default:
      throw new Error(`typeOf: no type for ${JSON.stringify(schema)}`);
  }
}

function objectType(schema: Schema, inner: (schema: Schema) => string, input: boolean): string {
  const {
    additionalProperties: others,
    properties = {},
    required = [],
  } = schema as {
    readonly additionalProperties?: boolean | Schema;
    readonly properties?: { readonly [name: string]: Schema };
    readonly required?: readonly string[];
  };
  if (typeof others === "object") return `{ readonly [name: string]: ${inner(others)} }`;
  if (others === true) return "{ readonly [name: string]: unknown }";
  const members = Object.entries(properties);
  if (members.length === 0) return "Record<string, never>";
  return `{ ${members
    .map(([name, member]) => {
      const isOptional = !required.includes(name);
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const type = `${inner(member)}${isOptional && input ? " | undefined" : ""}`;
      return `${commentOf(member)}readonly ${key}${isOptional ? "?" : ""}: ${type};`;
    })
    .join("\n")} }`.replace(/^\{ \/\*\*/, "{\n/**");
}

/** Returns a schema's description as a comment. */
export function commentOf({ description }: Schema): string {
  return typeof description === "string" ? `/** ${description}. */\n` : "";
}

/** Formats a text in the style of the project's files. */
export function formatted(text: string): string {
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const done = spawnSync(process.execPath, [biome, "format", "--stdin-file-path=server/types.ts"], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`formatted: ${done.stderr}`);
  return done.stdout;
}
