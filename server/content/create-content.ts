import { createHash } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Config } from "../config.ts";
import { type AllWritten, readContentFiles, type Written } from "./read-files.ts";
import type { ContentItem, ContentLanguage, ContentType } from "./types.ts";

/** The room of content: what public pages say. */
export type Content = {
  /** Items of a type, in the order in which a page shows them. Where a language lacks one, it stands there in Thai. */
  readonly read: <Type extends ContentType>(
    type: Type,
    language: ContentLanguage,
  ) => Promise<readonly ContentItem<Type>[]>;
  /** One item; `null` where there is none of that key. */
  readonly readOne: <Type extends ContentType>(
    type: Type,
    key: string,
    language: ContentLanguage,
  ) => Promise<ContentItem<Type> | null>;
  /** Names everything that is published now: a page made of it stays right while this stays the same. */
  readonly version: () => string;
  /** Calls `listener` when something was published; answers how to stop. */
  readonly onChange: (listener: () => void) => () => void;
};

/** What the room needs of the house. */
export type ContentRoom = {
  readonly config: Pick<Config, "rootDir" | "brand">;
};

/** Opens the room with the content that comes with the program. */
export async function createContent({ config }: ContentRoom): Promise<Content> {
  const written: AllWritten = await readContentFiles(config.rootDir, config.brand);
  const listeners = new Set<() => void>();
  const version = versionOf(written);
  const read: Content["read"] = async (type, language) => itemsOf(type, written[type], language);
  return {
    read,
    readOne: async (type, key, language) =>
      (await read(type, language)).find((item) => item.key === key) ?? null,
    version: () => version,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function itemsOf<Type extends ContentType>(
  type: Type,
  { th, en }: Written,
  language: ContentLanguage,
): readonly ContentItem<Type>[] {
  const keys = new Set([...th.keys(), ...en.keys()]);
  const items = [...keys].flatMap((key) => {
    const own = language === "en" ? en.get(key) : th.get(key);
    const item = own ?? th.get(key);
    return item === undefined ? [] : [{ ...item, key, language: own === undefined ? "th" : language }];
  });
  return sorted(type, items) as unknown as readonly ContentItem<Type>[];
}

/** The newest first where there is a day, the next first in the calendar; else as they were written. */
function sorted(type: ContentType, items: readonly JsonObject[]): readonly JsonObject[] {
  const by = (name: string, order: 1 | -1) =>
    items.toSorted((a, b) => {
      const [one, other] = [a[name] as string | number, b[name] as string | number];
      return one === other ? 0 : (one < other ? -1 : 1) * order;
    });
  if (type === "article" || type === "news" || type === "announcement") return by("date", -1);
  if (type === "coffee") return by("episode", -1);
  if (type === "activity") return by("start", 1);
  return items;
}

function versionOf(written: AllWritten): string {
  const plain = Object.entries(written).map(([type, { th, en }]) => [type, [...th], [...en]]);
  return createHash("sha256").update(JSON.stringify(plain)).digest("hex").slice(0, 16);
}
