import type { Json, JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import type { FindPicture } from "./blocks-text.ts";
import { judgeContent } from "./judge.ts";
import type { Written } from "./read-files.ts";
import { itemOfEntry, plainEntry, type TakePicture } from "./strapi-answer.ts";
import { type ContentType, contentMembers, KEY } from "./types.ts";

/** Address and access token of the content service. The token never leaves the server. */
export type StrapiSettings = {
  readonly url: string;
  readonly token: string | null;
  /**
   * Time in milliseconds that the first reader waits. Until the answer arrives, the page shows the release's
   * content.
   */
  readonly firstMs?: number;
};

/** Dependencies of the functions that read from the content service. */
export type StrapiDeps = {
  readonly log: { readonly warn: (details: object, message: string) => void };
  /** Stores a picture's bytes and returns the stored picture. */
  readonly storePicture: (bytes: Buffer, alt: string) => Promise<ReturnType<FindPicture>>;
  readonly withinMs?: number;
};

const WITHIN_MS = 5_000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_IMAGE_BYTES = 12 * 1024 * 1024;
const PAGE = 100;
const MOST_PAGES = 5;

/** Path of each content type in the content service. `home-page` has a single entry. */
const PATHS: { readonly [Type in ContentType]: string } = {
  home: "home-page",
  page: "pages",
  article: "articles",
  testimonial: "testimonials",
  news: "news-items",
  activity: "activities",
  coffee: "coffee-episodes",
  member: "members",
  faq: "faqs",
  disclosure: "disclosures",
  regulator: "regulators",
  banner: "banners",
  offering: "offerings",
  announcement: "announcements",
};

/**
 * Reads a content type from Strapi 4 or 5 in each language. An invalid item keeps its previous state
 * (`last`), and the log reports it. A missing language stays empty and is shown in Thai. Throws if the
 * service is unavailable, slow, or sends an answer that is not content.
 */
export async function readStrapi(
  settings: StrapiSettings,
  type: ContentType,
  { last, deps }: { readonly last: Written; readonly deps: StrapiDeps },
): Promise<Written> {
  const take = takerOf(settings, deps);
  const [th, en] = await Promise.all(
    LANGUAGES.map(async (language) => {
      const entries = await entriesOf(settings, { type, language, withinMs: deps.withinMs ?? WITHIN_MS });
      const items = new Map<string, JsonObject>();
      for (const entry of entries)
        await add({ type, language, entry, items, last: last[language], take, deps });
      // If all entries are invalid, the portal cannot read their format. This must not count as a removal of
      // all items.
      if (entries.length > 0 && items.size === 0)
        throw new Error(`content: the service has no ${type} in ${language} that is one`);
      return items;
    }),
  );
  const written = { th: th ?? new Map(), en: en ?? new Map() };
  // Essential pages must not disappear because the service lost a language.
  if (written.th.size === 0 && last.th.size > 0 && (type === "home" || type === "page"))
    throw new Error(`content: the service has no ${type} in Thai`);
  return written;
}

async function add(of: {
  readonly type: ContentType;
  readonly language: Language;
  readonly entry: JsonObject;
  readonly items: Map<string, JsonObject>;
  readonly last: ReadonlyMap<string, JsonObject>;
  readonly take: TakePicture;
  readonly deps: StrapiDeps;
}): Promise<void> {
  const { type, language, entry, items, last } = of;
  const named = type === "home" ? "home" : (entry.key ?? entry.uid ?? entry.slug);
  const key = typeof named === "string" && new RegExp(KEY).test(named) ? named : null;
  const item = await itemOfEntry(type, entry, of.take);
  const judged = judgeContent(type, item);
  if (key !== null && judged.ok) return void items.set(key, item);
  const fault = judged.ok ? { code: "content-not-valid", pointer: "/key" } : judged.error;
  of.deps.log.warn(
    { type, language, key, ...fault },
    "content: the service has an item that is none; the last good one stays",
  );
  const before = key === null ? undefined : last.get(key);
  if (key !== null && before !== undefined) items.set(key, before);
}

async function entriesOf(
  { url, token }: StrapiSettings,
  of: { readonly type: ContentType; readonly language: Language; readonly withinMs: number },
): Promise<readonly JsonObject[]> {
  const signal = AbortSignal.timeout(of.withinMs);
  const all: JsonObject[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({ locale: of.language, ...populateOf(of.type) });
    if (of.type !== "home") {
      query.set("pagination[page]", String(page));
      query.set("pagination[pageSize]", String(PAGE));
    }
    const answer = await fetch(`${url}/api/${PATHS[of.type]}?${query}`, {
      headers: {
        accept: "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: "error",
      signal,
    });
    // If a single entry does not exist in a language, the service answers 404.
    if (answer.status === 404 && of.type === "home" && of.language !== "th") return [];
    if (!answer.ok) throw new Error(`content: the service answered ${answer.status} for ${of.type}`);
    const body = JSON.parse((await bytesOf(answer, MOST_BYTES)).toString("utf8")) as JsonObject | null;
    const entries = listOf(plainEntry(body?.data), of);
    // A token with too many rights also returns drafts, which must not be published.
    all.push(...entries.filter((one) => one.publishedAt !== null));
    const { pageCount } = ((body?.meta as JsonObject | undefined)?.pagination ?? {}) as JsonObject;
    if (typeof pageCount !== "number" || page >= pageCount) return all;
  }
  return all;
}

/**
 * Returns the entries of an answer. Throws if the answer is not a list, because treating it as empty would
 * empty the pages.
 */
function listOf(data: Json, { type, language }: { readonly type: ContentType; readonly language: Language }) {
  const entries = type === "home" ? (data === null ? [] : [data]) : data;
  if (
    !Array.isArray(entries) ||
    entries.some((one) => typeof one !== "object" || one === null || Array.isArray(one))
  )
    throw new Error(`content: the service's answer for ${type} in ${language} is no list of entries`);
  return entries as readonly JsonObject[];
}

/**
 * Returns the query parameters that name everything below the first level, because Strapi rejects
 * `populate=deep`.
 */
function populateOf(type: ContentType): { readonly [name: string]: string } {
  const parts = Object.entries(contentMembers[type]).filter(([name, schema]) => {
    const whole =
      (schema.anyOf as readonly { readonly $ref?: string; readonly type?: unknown }[] | undefined)?.[0] ??
      schema;
    return name === "blocks" || whole.$ref !== undefined || whole.type === "object" || whole.type === "array";
  });
  return Object.fromEntries(
    parts.filter(([name]) => name !== "blocks").map(([name]) => [`populate[${name}][populate]`, "*"]),
  );
}

/**
 * Returns a function that downloads pictures. It downloads only from the content service, and each picture
 * once per reading.
 */
function takerOf({ url, token }: StrapiSettings, deps: StrapiDeps): TakePicture {
  const taken = new Map<string, Promise<Buffer>>();
  return async (media) => {
    try {
      const from = new URL(media.url, `${url}/`);
      if (from.origin !== new URL(url).origin) throw new Error("the picture lies with somebody else");
      const bytes = taken.get(from.href) ?? pictureBytes(from, token, deps.withinMs ?? WITHIN_MS);
      taken.set(from.href, bytes);
      return await deps.storePicture(await bytes, media.alt);
    } catch (error) {
      deps.log.warn({ err: error, picture: media.url.slice(0, 200) }, "content: a picture could not be had");
      return null;
    }
  };
}

async function pictureBytes(from: URL, token: string | null, withinMs: number): Promise<Buffer> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(from, { headers, redirect: "error", signal: AbortSignal.timeout(withinMs) });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  return await bytesOf(answer, MOST_IMAGE_BYTES);
}

async function bytesOf(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > most) throw new Error(`content: the service answered more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
