import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

type Schema = { readonly [keyword: string]: unknown };

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * TypeScript types for the named answers of an OpenAPI document, by name, formatted as the project's files are. Knows the keywords
 * that `server/http/schemas.ts` writes; throws on any other.
 */
export function typesOfAnswers(schemas: { readonly [name: string]: Schema }): string {
  const types = Object.entries(schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)};`);
  const head =
    "// Made from the API's own document by tests/server/http/answers.test.ts, which says how; not to be changed by hand.";
  return formatted(`${[head, ...types].join("\n\n")}\n`);
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, type } = schema as { [keyword: string]: never } & {
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly type?: string | readonly string[];
  };
  if (typeof $ref === "string") return ($ref as string).split("/").at(-1) ?? "";
  const choices: readonly Schema[] | undefined = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return [type]
    .flat()
    .map((one) => plainType(one, schema))
    .join(" | ");
}

function plainType(type: unknown, schema: Schema): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items as Schema)})[]`;
    case "object":
      if (typeof schema.additionalProperties === "object")
        return `{ readonly [name: string]: ${typeOf(schema.additionalProperties as Schema)} }`;
      return `{ ${Object.entries(schema.properties as Record<string, Schema>)
        .map(([name, member]) => {
          const optional = (schema.required as readonly string[]).includes(name) ? "" : "?";
          return `${commentOf(member)}readonly ${name}${optional}: ${typeOf(member)};`;
        })
        .join("\n")} }`.replace(/^\{ \/\*\*/, "{\n/**");
    default:
      throw new Error(`typesOfAnswers: no type for ${JSON.stringify(schema)}`);
  }
}

function commentOf({ description }: Schema): string {
  return typeof description === "string" ? `/** ${description}. */\n` : "";
}

function formatted(text: string): string {
  const done = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/@biomejs/biome/bin/biome"),
      "format",
      "--stdin-file-path=renderer/kit/api/answers.ts",
    ],
    { cwd: ROOT, input: text, encoding: "utf8" },
  );
  if (done.status !== 0) throw new Error(`typesOfAnswers: ${done.stderr}`);
  return done.stdout;
}
