import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Schema } from "../http/index.ts";
import { blocksOfText } from "./blocks-text.ts";
import { type ContentType, contentShapes, type Picture, seoShape } from "./types.ts";

/** A picture, in the form in which Strapi describes it. */
export type Media = { readonly url: string; readonly alt: string };
/**
 * Function that stores a picture of the content service in the portal. Returns null if the picture is
 * unavailable.
 */
export type TakePicture = (media: Media) => Promise<Picture | null>;

/** Returns the content of a Strapi entry without the wrapper of version 4 (`data`, `attributes`) or 5. */
export function plainEntry(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plainEntry);
  if (typeof value !== "object" || value === null) return (value ?? null) as Json;
  const entry = value as { readonly [name: string]: unknown };
  if ("data" in entry && Object.keys(entry).every((name) => name === "data" || name === "meta"))
    return plainEntry(entry.data);
  const own = typeof entry.attributes === "object" && entry.attributes !== null ? entry.attributes : entry;
  return Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, plainEntry(inner)]));
}

/**
 * Converts a Strapi entry to an item. Takes only the members of the item's type, converts Markdown and Strapi
 * blocks, and stores pictures. Does not validate the result.
 */
export async function itemOfEntry(
  type: ContentType,
  entry: JsonObject,
  takePicture: TakePicture,
): Promise<JsonObject> {
  return (await memberOf(contentShapes[type], entry, takePicture)) as JsonObject;
}

async function memberOf(schema: Schema, given: Json | undefined, take: TakePicture): Promise<Json> {
  if (schema.$ref === "ContentSeo#") return await memberOf(seoShape, given, take);
  if (schema.$ref === "ContentPicture#") return await pictureOf(given, take);
  const either = schema.anyOf as readonly Schema[] | undefined;
  if (either !== undefined) {
    const [first] = either;
    return given === undefined || given === null || first === undefined
      ? null
      : await memberOf(first, given, take);
  }
  if (schema.type === "array") return await listOf(schema.items as Schema, given, take);
  if (schema.type === "object" && schema.properties !== undefined) {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return given ?? null;
    const members = Object.entries(schema.properties as { readonly [name: string]: Schema });
    const made = members.map(async ([name, of]) => [
      name,
      await memberOf(of, (given as JsonObject)[name], take),
    ]);
    return Object.fromEntries(await Promise.all(made));
  }
  return given ?? null;
}

async function listOf(items: Schema, given: Json | undefined, take: TakePicture): Promise<Json> {
  if (items.$ref === "ContentBlock#") return await blocksOf(given, take);
  if (items.type === "string") return linesOf(given);
  const all = Array.isArray(given) ? given : [];
  return await Promise.all(all.map((one) => memberOf(items, one as Json, take)));
}

/**
 * Returns a list of texts, which is no field type of Strapi. Accepts instead a JSON field, a text with one
 * line per entry, or components and relations with one text each.
 */
function linesOf(given: Json | undefined): Json {
  if (typeof given === "string")
    return given
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const all = Array.isArray(given) ? given : [];
  return all.map((one) => {
    if (typeof one !== "object" || one === null) return one;
    const { key, uid, text, name } = one as JsonObject;
    return key ?? uid ?? text ?? name ?? null;
  }) as Json;
}

async function pictureOf(given: Json | undefined, take: TakePicture): Promise<Json> {
  const media = given as JsonObject | null | undefined;
  if (typeof media?.url !== "string") return null;
  const alt = media.alternativeText ?? media.caption ?? media.name;
  return (
    (await take({ url: media.url, alt: typeof alt === "string" ? alt : "" })) ?? {
      src: media.url,
    }
  );
}

/** Returns blocks. Version 4 of Strapi has Markdown; version 5 can have a list of Strapi blocks. */
async function blocksOf(given: Json | undefined, take: TakePicture): Promise<Json> {
  if (typeof given === "string") {
    const wanted = [...given.matchAll(/^!\[([^\]]*)\]\(([^)\s]+)\)$/gm)].map(([, alt = "", url = ""]) => ({
      alt,
      url,
    }));
    const taken = new Map<string, Picture | null>();
    for (const media of wanted) taken.set(media.url, await take(media));
    return blocksOfText(withoutMarks(given), (src, alt) => {
      const found = taken.get(src) ?? null;
      return found === null ? null : { ...found, alt };
    }) as Json;
  }
  if (!Array.isArray(given)) return given ?? null;
  return (await Promise.all(given.map((block) => blockOf(block as JsonObject, take)))).flat() as Json;
}

async function blockOf(block: JsonObject, take: TakePicture): Promise<readonly Json[]> {
  const text = textOf(block);
  switch (block.type) {
    case "paragraph":
      if (text.trim() === "") return [];
      return [loneLink(block) ?? { kind: "paragraph", text }];
    case "heading":
      return [{ kind: "heading", level: Number(block.level) <= 2 ? 2 : 3, text }];
    case "list":
      return [
        {
          kind: "list",
          ordered: block.format === "ordered",
          items: ((block.children ?? []) as readonly JsonObject[]).map(textOf),
        },
      ];
    case "quote":
      return [{ kind: "quote", text, by: null }];
    case "image":
      return [{ kind: "image", picture: await pictureOf(block.image as Json, take), caption: null }];
    default:
      // The block may already have the portal's format. If not, the validation rejects it.
      return [block];
  }
}

function loneLink(block: JsonObject): Json | null {
  const children = ((block.children ?? []) as readonly JsonObject[]).filter(
    (one) => textOf(one).trim() !== "",
  );
  const [only] = children;
  return children.length === 1 && only?.type === "link"
    ? { kind: "link", text: textOf(only), href: only.url ?? "" }
    : null;
}

function textOf(node: JsonObject): string {
  if (typeof node.text === "string") return node.text;
  return ((node.children ?? []) as readonly JsonObject[]).map(textOf).join("");
}

/**
 * Removes inline formatting, which the portal's blocks do not have: bold, italics, code, and links within
 * text.
 */
function withoutMarks(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      /^!?\[[^\]]*\]\([^)]*\)$/.test(line.trim()) ? line : line.replace(/\[([^[\]]+)\]\([^()]+\)/g, "$1"),
    )
    .join("\n")
    .replace(/(\*\*|__|`)(.+?)\1/g, "$2")
    .replace(/^# /gm, "## ")
    .replace(/^#{4,6} /gm, "### ");
}
