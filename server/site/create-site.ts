import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SITE_ADDRESSES } from "../../domain/pages.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { distOf } from "../dist-of.ts";
import { type Packed, pack } from "../http/index.ts";
import { type Artefact, artefactIn } from "./artefact.ts";
import type { SiteRoom } from "./room.ts";
import { type Asked, shownAt } from "./shown.ts";

/** The public pages. A page is rendered when somebody asks for it, and then cached. */
export type Site = {
  readonly room: SiteRoom;
  /**
   * Returns a page in the form in which it is sent. Returns `null` if there is no such page, and
   * `"not-built"` while the pages are being built.
   */
  readonly page: (asked: Asked, path: string) => Promise<Packed | null | "not-built">;
  /** Empties the cache. Called whenever the data of the pages changes. */
  readonly forget: () => void;
  readonly manyLanguages: () => boolean;
  /** Returns the addresses of all pages that exist, in their Thai form. */
  readonly addresses: () => Promise<readonly string[]>;
};

/** Namespaces of texts that the public pages use. */
const NAMESPACES = [
  "article-testimonial",
  "breadcrumb",
  "common",
  "faq",
  "header",
  "home",
  "my-account",
  "public-info",
  "strategy",
];
/** Maximum number of cached pages. A limit is needed, because each search term makes another page. */
const KEPT = 200;
/**
 * Time in milliseconds for which a cached page is used. If many visitors come at once, the data is thus read
 * only once.
 */
const STANDS_MS = 1_000;

type Drawn = { readonly at: number; readonly packed: Promise<Packed | null | "not-built"> };

/** Creates the functions that return the public pages. */
export function createSite(room: SiteRoom): Site {
  const artefact = artefactIn(distOf(room.config.rootDir, room.config.env));
  const drawn = new Map<string, Drawn>();
  const bytes = new Map<string, Packed>();
  const lastGood = new Map<string, Packed>();
  const texts = textsOf(room);
  const manyLanguages = () => isInManyLanguages(room);

  const draw = async (asked: Asked, path: string): Promise<Packed | null | "not-built"> => {
    const built = await artefact();
    if (built === null) return "not-built";
    const data = await dataOf(room, asked, { path, built, texts });
    if (data === null) return null;
    const packed = pack(built.render(data), "text/html; charset=utf-8");
    // If the content of a page did not change, its compressed bytes are used again.
    const known = bytes.get(packed.etag) ?? packed;
    bytes.delete(packed.etag);
    bytes.set(packed.etag, known);
    trim(bytes);
    return known;
  };

  return {
    room,
    manyLanguages,
    forget: () => drawn.clear(),
    page: (asked, path) => {
      const key = `${asked.language} ${room.clock.today()} ${path}`;
      const kept = drawn.get(key);
      if (kept !== undefined && performance.now() - kept.at < STANDS_MS) return kept.packed;
      // If the page cannot be rendered now, for example because the database is unavailable, visitors get the
      // version that was rendered last.
      const packed = draw(asked, path).catch((error: unknown) => {
        const good = lastGood.get(path + asked.language);
        if (good === undefined) throw error;
        return good;
      });
      drawn.delete(key);
      drawn.set(key, { at: performance.now(), packed });
      packed.then(
        (page) => {
          if (page === null || page === "not-built") return;
          lastGood.delete(path + asked.language);
          lastGood.set(path + asked.language, page);
          trim(lastGood);
        },
        () => drawn.delete(key),
      );
      trim(drawn);
      return packed;
    },
    addresses: () => addressesOf(room),
  };
}

/**
 * Returns the data of a page in the form that the built page needs. Returns `null` if there is no such page.
 */
async function dataOf(
  room: SiteRoom,
  asked: Asked,
  {
    path,
    built,
    texts,
  }: { readonly path: string; readonly built: Artefact; readonly texts: ReturnType<typeof textsOf> },
): Promise<JsonObject | null> {
  const shown = await shownAt(room, asked);
  if (shown === null) return null;
  const seo =
    asked.address === "/"
      ? ((await room.content.readOne("home", "home", asked.language))?.seo ?? null)
      : null;
  return {
    language: asked.language,
    brand: room.config.brand,
    origin: room.config.origin,
    path,
    manyLanguages: isInManyLanguages(room),
    demo: room.config.env === "development",
    places: { custody: room.isOn("custodian"), invest: room.isOn("invest") },
    texts: await texts(asked.language),
    seo: seo as JsonObject | null,
    assets: built.assets,
    shown,
  };
}

function isInManyLanguages({ isOn }: SiteRoom): boolean {
  return isOn("multiple-languages");
}

async function addressesOf(room: SiteRoom): Promise<readonly string[]> {
  const [articles, episodes, strategies] = await Promise.all([
    room.content.read("article", "th"),
    room.content.read("coffee", "th"),
    room.strategies(),
  ]);
  const many: Readonly<Record<string, readonly string[]>> = {
    "/strategies/$code": strategies.map(({ code }) => `/strategies/${encodeURIComponent(code)}`),
    "/articles/$uid": articles.map(({ key }) => `/articles/${key}`),
    "/coffee/$key": episodes.map(({ key }) => `/coffee/${key}`),
    "/legal/$document": ["privacy", "terms", "publicity", "biometrics", "risk", "contract"].map(
      (name) => `/legal/${name}`,
    ),
  };
  return SITE_ADDRESSES.filter((address) => address !== "/custody" || room.isOn("custodian")).flatMap(
    (address) => many[address] ?? [address],
  );
}

function trim(map: Map<string, unknown>): void {
  const oldest = map.keys().next().value;
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}

/**
 * Returns a function for the texts of the public pages in a language. It reads the texts again if they have
 * changed.
 */
function textsOf({ config, textsEdition }: SiteRoom) {
  const kept = new Map<Language, { readonly edition: string; readonly texts: Promise<JsonObject> }>();
  const read = async (language: Language): Promise<JsonObject> => {
    const files = NAMESPACES.map(async (name) => {
      const text = await readFile(join(config.rootDir, "locales", language, `${name}.json`), "utf8");
      return [name, JSON.parse(text) as JsonObject] as const;
    });
    return Object.fromEntries(await Promise.all(files));
  };
  return (language: Language): Promise<JsonObject> => {
    const edition = textsEdition();
    const known = kept.get(language);
    if (known?.edition === edition) return known.texts;
    const texts = read(language);
    kept.set(language, { edition, texts });
    texts.catch(() => kept.delete(language));
    return texts;
  };
}
