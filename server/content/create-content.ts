import { createHash } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { publishedOver } from "./published.ts";
import { type AllWritten, readContentFiles, type Written } from "./read-files.ts";
import type { Room } from "./room.ts";
import type { ContentItem, ContentLanguage, ContentType } from "./types.ts";

/** The room of content: what public pages say. */
export type Content = {
  readonly room: Room;
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
  /** Items of a type as they were written in each language, for the desk. */
  readonly written: (type: ContentType) => Written;
  /** Takes what was published, here or by another process. */
  readonly refresh: () => Promise<void>;
  /** Names everything that is published now: a page made of it stays right while this stays the same. */
  readonly version: () => string;
  /** Calls `listener` when something was published; answers how to stop. */
  readonly onChange: (listener: () => void) => () => void;
};

/** Opens the room: what came with the program, and over it what was published here. */
export async function createContent(room: Room): Promise<Content> {
  const files = await readContentFiles(room.config.rootDir, room.config.brand);
  const listeners = new Set<() => void>();
  let written = await publishedOver(room.db, files);
  let version = versionOf(written);
  const read: Content["read"] = async (type, language) => itemsOf(type, written[type], language);
  return {
    room,
    read,
    readOne: async (type, key, language) =>
      (await read(type, language)).find((item) => item.key === key) ?? null,
    written: (type) => written[type],
    version: () => version,
    refresh: async () => {
      written = await publishedOver(room.db, files);
      const now = versionOf(written);
      if (now === version) return;
      version = now;
      for (const listener of listeners) listener();
    },
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
