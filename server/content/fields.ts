import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Schema } from "../http/index.ts";
import { blocksOfText, type FindPicture, textOfBlocks } from "./blocks-text.ts";
import { type Block, type ContentType, contentShapes, KEY, LINK, seoShape } from "./types.ts";

/** The kinds of input fields in the content editor. */
export const FIELD_KINDS = [
  "line",
  "text",
  "lines",
  "blocks",
  "picture",
  "link",
  "day",
  "instant",
  "whole",
  "flag",
  "choice",
  "word",
] as const;

/** An editable value of an item: its JSON pointer, its input kind, and whether both languages share it. */
export type Field = {
  readonly pointer: string;
  readonly kind: (typeof FIELD_KINDS)[number];
  readonly shared: boolean;
  readonly choices: readonly string[];
};

/** Values that editors typed, by the JSON pointer of their field. */
export type Typed = { readonly [pointer: string]: string };

const SHARED: readonly Field["kind"][] = [
  "picture",
  "link",
  "day",
  "instant",
  "whole",
  "flag",
  "choice",
  "word",
];

/**
 * Returns the fields of an item. An existing item has one field for each entry of its lists. A new item has
 * the fields of an empty item.
 */
export function fieldsOf(type: ContentType, item: JsonObject | null): readonly Field[] {
  return walk(contentShapes[type], item ?? emptyOf(type), "");
}

/** Returns the values of an item as text for editing. */
export function typedOf(fields: readonly Field[], item: JsonObject): Typed {
  return Object.fromEntries(
    fields.map((field) => [field.pointer, typedValue(field, at(item, field.pointer))]),
  );
}

/** Builds an item from typed values, on the basis of an existing item. Does not validate the result. */
export function itemOf(
  type: ContentType,
  typed: Typed,
  { frame, findPicture }: { readonly frame: JsonObject | null; readonly findPicture: FindPicture },
): JsonObject {
  const item = structuredClone(frame ?? emptyOf(type)) as JsonObject;
  for (const field of fieldsOf(type, frame))
    put(item, field.pointer, valueOfTyped(field, (typed[field.pointer] ?? "").trim(), typed, findPicture));
  return dropEmptyParts(item) as JsonObject;
}

/** Returns an empty item of a type. */
function emptyOf(type: ContentType): JsonObject {
  return empty(contentShapes[type]) as JsonObject;
}

function empty(schema: Schema): Json {
  const { whole, nullable } = plain(schema);
  if (whole.$ref !== undefined) return null;
  if (whole.type === "object" && whole.properties !== undefined)
    return Object.fromEntries(
      Object.entries(whole.properties as Shapes).map(([name, of]) => [name, empty(of)]),
    );
  if (whole.type === "array") return [];
  if (whole.type === "boolean") return false;
  return nullable ? null : "";
}

type Shapes = { readonly [name: string]: Schema };

function walk(schema: Schema, value: unknown, pointer: string): readonly Field[] {
  const { whole } = plain(schema);
  if (whole.$ref === "ContentPicture#")
    return [field(pointer, "picture"), { ...field(`${pointer}/alt`, "line"), shared: false }];
  // Data for search engines cannot be edited, so it has no fields and stays unchanged.
  if (whole.additionalProperties !== false && whole.type === "object") return [];
  if (whole.type === "object")
    return Object.entries(whole.properties as Shapes).flatMap(([name, of]) =>
      walk(of, (value as JsonObject | null)?.[name], `${pointer}/${name}`),
    );
  if (whole.type === "array") {
    const items = whole.items as Schema;
    if (items.$ref === "ContentBlock#") return [field(pointer, "blocks")];
    if (items.type === "string") return [{ ...field(pointer, "lines"), shared: items.pattern === KEY }];
    return ((value ?? []) as readonly unknown[]).flatMap((one, index) =>
      walk(items, one, `${pointer}/${index}`),
    );
  }
  const choices = (whole.enum as readonly string[] | undefined) ?? [];
  return [field(pointer, kindOf(whole), choices)];
}

function kindOf(schema: Schema): Field["kind"] {
  if (schema.enum !== undefined) return "choice";
  if (schema.type === "boolean") return "flag";
  if (schema.type === "integer") return "whole";
  if (schema.format === "date") return "day";
  if (schema.format === "date-time") return "instant";
  if (schema.pattern === LINK) return "link";
  if (schema.pattern === KEY) return "word";
  return Number(schema.maxLength ?? 0) > 200 ? "text" : "line";
}

function field(pointer: string, kind: Field["kind"], choices: readonly string[] = []): Field {
  return { pointer, kind, shared: SHARED.includes(kind), choices };
}

/**
 * Resolves a schema's reference and removes its null alternative. Returns the schema and whether it was
 * nullable.
 */
function plain(schema: Schema): { readonly whole: Schema; readonly nullable: boolean } {
  if (schema.$ref === "ContentSeo#") return { whole: seoShape, nullable: false };
  const either = schema.anyOf as readonly Schema[] | undefined;
  if (either?.some(({ type }) => type === "null") && either[0] !== undefined)
    return { whole: plain(either[0]).whole, nullable: true };
  if (Array.isArray(schema.type)) return { whole: { ...schema, type: schema.type[0] }, nullable: true };
  return { whole: schema, nullable: false };
}

function typedValue({ kind }: Field, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (kind === "blocks") return textOfBlocks(value as readonly Block[]);
  if (kind === "lines") return (value as readonly string[]).join("\n");
  if (kind === "picture") return String((value as JsonObject).src ?? "");
  return String(value);
}

function valueOfTyped(field: Field, text: string, typed: Typed, findPicture: FindPicture): unknown {
  switch (field.kind) {
    case "blocks":
      return blocksOfText(text, findPicture);
    case "lines":
      return text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    case "picture":
      return text === ""
        ? null
        : (findPicture(text, typed[`${field.pointer}/alt`]?.trim() ?? "") ?? { src: text });
    case "flag":
      return text === "true";
    case "whole":
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    default:
      return text;
  }
}

/** Removes optional parts of an item for which no value was typed. */
function dropEmptyParts(item: JsonObject): JsonObject {
  const bare = (value: Json | undefined) =>
    typeof value === "object" && value !== null && Object.values(value).every((one) => one === "");
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      name === "link" && (value === "" || bare(value)) ? null : value,
    ]),
  );
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as { readonly [name: string]: unknown } | null)?.[name], value);
}

function put(item: JsonObject, pointer: string, value: unknown): void {
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  let inner = item as { [name: string]: unknown };
  // The alt text is part of the picture's value, so it is not set separately.
  if (last === "alt") return;
  for (const name of names) {
    if (inner[name] === null) inner[name] = {};
    if (inner[name] === undefined) return;
    inner = inner[name] as { [name: string]: unknown };
  }
  inner[last] = value;
}
