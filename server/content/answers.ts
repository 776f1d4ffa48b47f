import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Schema } from "../http/index.ts";
import { listOf, named, objectOf, oneOf, TEXT } from "../http/index.ts";
import { type ContentItem, type ContentType, contentMembers } from "./types.ts";

/** Returns the schema of the answer that lists the items of a content type. */
export function listAnswer<Type extends ContentType>(
  type: Type,
): Schema<{ readonly version: string; readonly items: readonly ContentItem<Type>[] }> {
  const name = `Content${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const item = named(
    name,
    objectOf({
      key: TEXT,
      language: { ...oneOf(...LANGUAGES), description: "Thai, where the one asked for is missing" },
      ...contentMembers[type],
    }),
  );
  return named(`${name}List`, objectOf({ version: TEXT, items: listOf(item) })) as Schema<never>;
}
