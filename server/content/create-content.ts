import { createHash } from "node:crypto";
import { BRANDS } from "../../domain/brands.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { inTime } from "../in-time.ts";
import { picturesOf, storeImage } from "./images.ts";
import { publishedOver } from "./published.ts";
import { type AllWritten, readContentFiles, type Written } from "./read-files.ts";
import type { Room } from "./room.ts";
import { readStrapi, type StrapiSettings } from "./strapi.ts";
import type { ContentItem, ContentType } from "./types.ts";

/** The content module for the public pages. */
export type Content = {
  readonly room: Room;
  /**
   * Returns the items of a type in the order in which pages show them. An item that is missing in a language
   * is returned in Thai.
   */
  readonly read: <Type extends ContentType>(
    type: Type,
    language: Language,
  ) => Promise<readonly ContentItem<Type>[]>;
  /** Returns an item in a language; `null` if the key is unknown. */
  readonly readOne: <Type extends ContentType>(
    type: Type,
    key: string,
    language: Language,
  ) => Promise<ContentItem<Type> | null>;
  /**
   * Returns the items of a type as they are written in each language, without replacing missing languages.
   * The desk uses them.
   */
  readonly written: (type: ContentType) => Written;
  /** Loads content that this or another process published. */
  readonly refresh: () => Promise<void>;
  /**
   * Returns a value that changes whenever the published content changes. A page built from the content stays
   * valid while this value is the same.
   */
  readonly version: () => string;
  /** Requests content again from the content service, if it was already read. */
  readonly askAgain: () => Promise<void>;
  readonly close: () => void;
  /** Calls `listener` after each publication. Returns a function that removes it. */
  readonly onChange: (listener: () => void) => () => void;
};

/** Interval in milliseconds between requests to the content service for content that was already read. */
const ASK_EVERY_MS = 10_000;
/**
 * Time in milliseconds that the first reader waits for a slow content service. A later answer is shown when
 * it arrives.
 */
const FIRST_MS = 1_500;

/**
 * Creates the content module. Content that was published here takes precedence over content of a content
 * service (`CONTENT_URL`), and this over the release's content. A type is requested from the service when it
 * is first read, and again in the background. If the service is unavailable or slow, or returns invalid
 * content, its last valid answer stays in use. Before its first answer, the release's content is used. The
 * service may have no home page for a brand.
 */
export async function createContent(room: Room, settings: StrapiSettings | null = null): Promise<Content> {
  let base = await readContentFiles(room.config.rootDir, room.config.brand);
  const listeners = new Set<() => void>();
  let written = await publishedOver(room.db, base);
  let version = versionOf(written);
  const refresh = async () => {
    written = await publishedOver(room.db, base);
    const now = versionOf(written);
    if (now === version) return;
    version = now;
    for (const listener of listeners) listener();
  };

  const asked = new Map<ContentType, Promise<void>>();
  const ask = async (type: ContentType): Promise<void> => {
    if (settings === null) return;
    try {
      const deps = { log: room.log, storePicture: storePictureIn(room) };
      const answer = await readStrapi(settings, type, { last: base[type], deps });
      base = { ...base, [type]: answer };
      await refresh();
    } catch (error) {
      room.log.warn({ err: error, type }, "content: the service is not there; the last good content stays");
    }
  };
  const isOutside = (type: ContentType) =>
    settings !== null && (type !== "home" || BRANDS[room.config.brand].homeInStrapi);
  const timer = setInterval(() => {
    for (const type of asked.keys()) void ask(type);
    // The refresh loads publications of other processes whose notification was missed.
    refresh().catch((error: unknown) => room.log.warn({ err: error }, "content: not read"));
  }, ASK_EVERY_MS);
  timer.unref();

  const read: Content["read"] = async (type, language) => {
    if (isOutside(type)) {
      const first = asked.get(type) ?? inTime(settings?.firstMs ?? FIRST_MS, ask(type), () => {});
      asked.set(type, first);
      await first;
    }
    return itemsOf(type, written[type], language);
  };
  return {
    room,
    read,
    readOne: async (type, key, language) =>
      (await read(type, language)).find((item) => item.key === key) ?? null,
    written: (type) => written[type],
    version: () => version,
    refresh,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    askAgain: async () => {
      await Promise.all([...asked.keys()].map(ask));
    },
    close: () => clearInterval(timer),
  };
}

function storePictureIn(room: Room) {
  return async (bytes: Buffer, alt: string) => {
    const stored = await storeImage(room, bytes, null);
    return stored.ok ? (await picturesOf(room))(stored.value.src, alt) : null;
  };
}

function itemsOf<Type extends ContentType>(
  type: Type,
  { th, en }: Written,
  language: Language,
): readonly ContentItem<Type>[] {
  const keys = new Set([...th.keys(), ...en.keys()]);
  const items = [...keys].flatMap((key) => {
    const own = language === "en" ? en.get(key) : th.get(key);
    const item = own ?? th.get(key);
    return item === undefined ? [] : [{ ...item, key, language: own === undefined ? "th" : language }];
  });
  return sorted(type, items) as readonly ContentItem<Type>[];
}

/**
 * Sorts items by date or episode, newest first. Activities are sorted by their start, earliest first. All
 * other items keep their written order.
 */
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
