import { asLanguage, DEFAULT_LANGUAGE } from "../../engine/values/languages.ts";
import {
  AnyJson,
  type App,
  AppError,
  bytesOf,
  call,
  everybody,
  inputOf,
  mapOf,
  oneOf,
  type Packed,
  pack,
  sendPacked,
  TEXT,
  UNCHANGED,
} from "../http/index.ts";
import type { Definitions } from "./definitions.ts";
import { TEXT_AREAS } from "./locales.ts";

const HASHED_FILE = /^([a-z][a-z0-9-]*)\.([0-9a-f]{16,64})-([0-9a-f]{12})\.js$/;

/** Registers the routes that every page reads: modules of published versions, and the portal's texts. */
export function pageRoutes(app: App, definitions: Pick<Definitions, "module" | "locales">): void {
  const packedOnce = keptModules();
  call(
    app,
    "GET /modules/:file",
    {
      summary: "A published version as an ES module; its address never changes its bytes",
      tags: ["definitions"],
      access: everybody,
      params: inputOf({ file: TEXT }),
      answers: { 200: bytesOf("The module", "text/javascript"), ...UNCHANGED },
      errors: ["not-found", "version-broken"],
    },
    async (request, reply) => {
      const [, flow = "", hash = "", edition = ""] = HASHED_FILE.exec(request.params.file) ?? [];
      const text = hash === "" ? null : await definitions.module(flow, hash, edition);
      if (text === null) throw new AppError("not-found");
      reply
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("X-Content-Type-Options", "nosniff");
      return await sendPacked(request, reply, packedOnce(request.params.file, text));
    },
  );

  call(
    app,
    "GET /api/locales/:lng/:area",
    {
      summary: "The portal's texts of an area by namespace; an unknown language is answered in Thai",
      tags: ["portal"],
      access: everybody,
      params: inputOf({ lng: { ...TEXT, maxLength: 35 }, area: oneOf(...TEXT_AREAS) }),
      query: inputOf({ "edition?": { ...TEXT, maxLength: 12 } }),
      answers: { 200: mapOf(AnyJson, "By namespace"), ...UNCHANGED },
      errors: [],
    },
    async (request, reply) => {
      const language = asLanguage(request.params.lng) ?? DEFAULT_LANGUAGE;
      const { area, edition } = definitions.locales;
      // Texts at an address with the current edition never change, so browsers cache them permanently. Texts
      // at an address with an older edition are not cached.
      if (request.query.edition === edition())
        reply.header("Cache-Control", "public, max-age=31536000, immutable");
      const packed = area(language, request.params.area);
      return await sendPacked(request, reply.header("Content-Language", language), packed);
    },
  );
}

/** Caches packed modules, and removes the oldest ones beyond the limit. */
function keptModules(): (file: string, text: string) => Packed {
  const kept = new Map<string, Packed>();
  return (file, text) => {
    const known = kept.get(file);
    if (known !== undefined) return known;
    const oldest = kept.keys().next();
    if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value);
    const packed = pack(text, "text/javascript; charset=utf-8");
    kept.set(file, packed);
    return packed;
  };
}

/**
 * Maximum number of cached modules. It is enough for all current versions, and for earlier ones that open
 * pages still use.
 */
const MOST_KEPT = 32;
