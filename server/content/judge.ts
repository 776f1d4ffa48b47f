import { createRequire } from "node:module";
import type { JsonObject } from "../../engine/values/json.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { nameSchemas, type Schema } from "../http/index.ts";
import {
  BLOCK_KINDS,
  type Block,
  blockShapes,
  type ContentOf,
  type ContentType,
  contentShapes,
  LINK,
} from "./types.ts";

/** The first fault of an item, with its JSON pointer. */
export type ContentFault = {
  readonly code:
    | "content-not-text"
    | "content-link"
    | "content-missing"
    | "content-too-long"
    | "content-count"
    | "content-date"
    | "content-period"
    | "content-block-unknown"
    | "content-table"
    | "content-hidden"
    | "content-not-valid";
  readonly pointer: string;
};

type AjvError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly pattern?: string;
  };
};
type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly AjvError[] | null };

/**
 * Control characters, and marks that change the direction of text: with them, an account number can read
 * otherwise than it is stored.
 */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
/** Maximum size of an item, in bytes of JSON. */
const MOST_BYTES = 200_000;
/** Maximum size in bytes of structured data, which goes into the page's head. */
const MOST_STRUCTURED_BYTES = 8_000;

const shapes = compileAll(contentShapes);
const blocks = compileAll(blockShapes);

/** Validates an item of a type. Rejects unknown members. */
export function judgeContent<Type extends ContentType>(
  type: Type,
  given: unknown,
): Result<ContentOf<Type>, ContentFault> {
  const fault = shapeFault(type, given) ?? meaningFault(given as JsonObject);
  return fault === null ? ok(given as ContentOf<Type>) : fail(fault);
}

function shapeFault(type: ContentType, given: unknown): ContentFault | null {
  if (JSON.stringify(given ?? null).length > MOST_BYTES) return { code: "content-too-long", pointer: "" };
  const validate = shapes[type] as Validate;
  if (validate(given)) return null;
  const errors = validate.errors ?? [];
  // For an invalid block, the schemas of all kinds of blocks report errors. Only the errors of the block's
  // own kind are relevant.
  const within = errors.map(({ instancePath }) => /^.*?\/blocks\/\d+/.exec(instancePath)?.[0]).find(Boolean);
  if (within === undefined) return faultOf(errors.at(-1));
  const block = at(given, within) as Partial<Block> | null;
  const kind = block?.kind;
  if (kind === undefined || !BLOCK_KINDS.includes(kind))
    return { code: "content-block-unknown", pointer: within };
  const ownKind = blocks[kind] as Validate;
  ownKind(block);
  return faultOf(ownKind.errors?.at(0), within);
}

function faultOf(error: AjvError | undefined, before = ""): ContentFault {
  if (error === undefined) return { code: "content-not-valid", pointer: before };
  const { params, keyword } = error;
  const pointer = `${before}${error.instancePath}`;
  if (keyword === "required")
    return { code: "content-missing", pointer: `${pointer}/${params.missingProperty}` };
  if (keyword === "minLength") return { code: "content-missing", pointer };
  if (keyword === "maxLength") return { code: "content-too-long", pointer };
  if (keyword === "minItems" || keyword === "maxItems") return { code: "content-count", pointer };
  if (keyword === "format") return { code: "content-date", pointer };
  if (keyword === "pattern")
    return { code: params.pattern === LINK ? "content-link" : "content-not-text", pointer };
  if (keyword === "additionalProperties")
    return { code: "content-not-valid", pointer: `${pointer}/${params.additionalProperty}` };
  return { code: "content-not-valid", pointer };
}

/**
 * Checks conditions that a schema cannot express: each table row is as wide as its header, an end is after
 * its start, structured data is within its limit, and no text has a hidden character.
 */
function meaningFault(item: JsonObject): ContentFault | null {
  for (const { pointer, block } of blocksOf(item))
    if (block.kind === "table") {
      const uneven = block.rows.findIndex((row) => row.length !== block.head.length);
      if (uneven >= 0) return { code: "content-table", pointer: `${pointer}/rows/${uneven}` };
    }
  for (const [from, until] of [
    ["start", "end"],
    ["from", "until"],
  ] as const)
    if (typeof item[from] === "string" && typeof item[until] === "string")
      if (Date.parse(item[until]) <= Date.parse(item[from]))
        return { code: "content-period", pointer: `/${until}` };
  const structured = (item.seo as JsonObject | undefined)?.structuredData;
  if (structured && JSON.stringify(structured).length > MOST_STRUCTURED_BYTES)
    return { code: "content-too-long", pointer: "/seo/structuredData" };
  const hidden = hiddenPlace(item, "");
  return hidden === null ? null : { code: "content-hidden", pointer: hidden };
}

/** Returns the pointer of the first text with a hidden character; `null` if there is none. */
function hiddenPlace(value: unknown, pointer: string): string | null {
  if (typeof value === "string") return HIDDEN.test(value) ? pointer : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = hiddenPlace(inner, `${pointer}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Returns every block of an item with its JSON pointer. */
function blocksOf(item: JsonObject, pointer = ""): { readonly pointer: string; readonly block: Block }[] {
  const own = ((item.blocks ?? []) as readonly Block[]).map((block, index) => ({
    pointer: `${pointer}/blocks/${index}`,
    block,
  }));
  const sections = (item.sections ?? []) as readonly JsonObject[];
  return [...own, ...sections.flatMap((section, index) => blocksOf(section, `${pointer}/sections/${index}`))];
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as { readonly [name: string]: unknown } | null)?.[name], value);
}

function compileAll<const Of extends { readonly [name: string]: Schema }>(
  schemas: Of,
): { readonly [Name in keyof Of]: Validate } {
  const { default: Ajv } = createRequire(import.meta.url)("ajv") as {
    readonly default: new (
      options: object,
    ) => { addSchema: (schema: Schema) => void; compile: (schema: Schema) => Validate };
  };
  const formats = {
    date: (text: string) => isLocalDate(text),
    "date-time": (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
  };
  const ajv = new Ajv({ strict: false, allErrors: false, formats });
  const known = new Map<string, unknown>();
  const names = {
    addSchema: (schema: { readonly $id?: unknown }) => {
      known.set(String(schema.$id), schema);
      ajv.addSchema(schema as Schema);
    },
    getSchema: (name: string) => known.get(name),
  };
  nameSchemas(names as Parameters<typeof nameSchemas>[0], Object.values(schemas));
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)])) as {
    readonly [Name in keyof Of]: Validate;
  };
}
