import { commentOf, type Schema, typeOf } from "./types-of-schemas.ts";

/** The API document, as in `openapi.json`. */
export type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly responses: { readonly [name: string]: Response };
  };
};
type Operation = {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: Response | { readonly $ref: string } };
};
type Response = { readonly content?: Content };
type Content = { readonly [mediaType: string]: { readonly schema: Schema } };

/**
 * Returns TypeScript types for a document: each named schema under its name, and `Calls` with the inputs,
 * answers and errors of each call that pages make.
 */
export function typesOfCalls(document: Document): string {
  const { schemas } = document.components;
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema, nameOf)};`,
  );
  const calls = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(API))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const at = JSON.stringify(`${method.toUpperCase()} ${path.slice(API.length)}`);
        return `/** ${operation.summary}. */\nreadonly ${at}: ${callType(operation, document)};`;
      }),
    );
  return `${[...types, `/** Every call below \`/api\`. */\nexport type Calls = {\n${calls.join("\n")}\n};`].join("\n\n")}\n`;
}

const API = "/api";

function callType({ parameters = [], requestBody, responses }: Operation, document: Document): string {
  const taken = (where: string) =>
    inputType({
      type: "object",
      properties: Object.fromEntries(
        parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, schema]),
      ),
      required: parameters.filter((one) => one.in === where && one.required === true).map(({ name }) => name),
    });
  const whole = Object.entries(responses).map(
    ([status, response]) => [status, follow(response, document)] as const,
  );
  const body = requestBody?.content["application/json"];
  return `{
  readonly path: ${taken("path")};
  readonly query: ${taken("query")};
  readonly body: ${body === undefined ? NOTHING : inputType(body.schema)};
  readonly answer: ${union(whole.filter(([status]) => status.startsWith("2")).map(([, response]) => answerType(response)))};
  readonly errors: ${union(whole.flatMap(([, response]) => codesOf(response)))};
}`;
}

const NOTHING = "Record<string, never>";

/** Returns the type of an answer: JSON, or null for an empty answer. The function `call` reads only JSON. */
function answerType({ content }: Response): string {
  if (content === undefined) return "null";
  const json = content["application/json"];
  return json === undefined ? "never" : typeOf(json.schema, nameOf);
}

/** Returns the type of an input. An optional property may also be undefined, because JSON then omits it. */
function inputType(schema: Schema): string {
  return typeOf(schema, nameOf, { input: true });
}

/** Returns the error codes of a response. Codes that all calls may return are in no list. */
function codesOf({ content }: Response): readonly string[] {
  const schema = content?.["application/json"]?.schema as
    | {
        readonly allOf?: readonly {
          readonly properties?: { readonly code?: { readonly enum: readonly string[] } };
        }[];
      }
    | undefined;
  return (schema?.allOf ?? [])
    .flatMap(({ properties }) => properties?.code?.enum ?? [])
    .map((code) => JSON.stringify(code));
}

function follow(response: Operation["responses"][string], { components }: Document): Response {
  if (!("$ref" in response)) return response;
  const found = components.responses[nameOf(response.$ref)];
  if (found === undefined) throw new Error(`typesOfCalls: no ${response.$ref}`);
  return found;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ") || "never";
}

function nameOf(ref: string): string {
  return ref.split("/").at(-1) ?? "";
}
