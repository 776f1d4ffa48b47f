import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

export type Schema = { readonly [keyword: string]: unknown };

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * The TypeScript type of a JSON Schema. Knows the keywords that say what a value is made of; `refOf` says what stands for a
 * reference. Throws on a schema of no type that it knows.
 */
export function typeOf(schema: Schema, refOf: (ref: string) => string): string {
  const { $ref, anyOf, oneOf, type } = schema as {
    readonly $ref?: string;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly type?: string | readonly string[];
  };
  if ($ref !== undefined) return refOf($ref);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, refOf)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  // An open list names what it knows today; others may come.
  if (Array.isArray(schema.enum) && schema.openList !== true)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return [type]
    .flat()
    .map((one) => plainType(one, schema, refOf))
    .join(" | ");
}

function plainType(type: unknown, schema: Schema, refOf: (ref: string) => string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items as Schema, refOf)})[]`;
    case "object":
      return objectType(schema, refOf);
    default:
      throw new Error(`typeOf: no type for ${JSON.stringify(schema)}`);
  }
}

function objectType(schema: Schema, refOf: (ref: string) => string): string {
  if (typeof schema.additionalProperties === "object")
    return `{ readonly [name: string]: ${typeOf(schema.additionalProperties as Schema, refOf)} }`;
  const members = Object.entries(schema.properties as Record<string, Schema>);
  if (members.length === 0) return "Record<string, never>";
  return `{ ${members
    .map(([name, member]) => {
      const optional = (schema.required as readonly string[]).includes(name) ? "" : "?";
      return `${commentOf(member)}readonly ${name}${optional}: ${typeOf(member, refOf)};`;
    })
    .join("\n")} }`.replace(/^\{ \/\*\*/, "{\n/**");
}

/** A schema's description, as a comment. */
export function commentOf({ description }: Schema): string {
  return typeof description === "string" ? `/** ${description}. */\n` : "";
}

/** Formatted as the project's files are. */
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
