import { commentOf, formatted, type Schema, typeOf } from "./types-of-schemas.ts";

/** TypeScript types for the named answers of an OpenAPI document, by name. */
export function typesOfAnswers(schemas: { readonly [name: string]: Schema }): string {
  const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
  const types = Object.entries(schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema, nameOf)};`);
  const head =
    "// Made from the API's own document by tests/server/http/answers.test.ts, which says how; not to be changed by hand.";
  return formatted(`${[head, ...types].join("\n\n")}\n`);
}
