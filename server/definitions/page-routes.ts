import {
  AnyJson,
  type App,
  AppError,
  bytesOf,
  call,
  everybody,
  inputOf,
  mapOf,
  TEXT,
  UNCHANGED,
} from "../http/index.ts";
import type { Definitions } from "./definitions.ts";

const HASHED_FILE = /^([a-z][a-z0-9-]*)\.([0-9a-f]{16,64})-([0-9a-f]{12})\.js$/;

/** What every page reads: the modules of published versions, and the portal's texts. */
export function pageRoutes(app: App, definitions: Pick<Definitions, "module" | "locales">): void {
  call(
    app,
    "GET /modules/:file",
    {
      summary: "A published version as an ES module; its address never changes its bytes",
      tags: ["definitions"],
      access: everybody,
      params: inputOf({ file: TEXT }),
      answers: { 200: bytesOf("The module", "text/javascript") },
      errors: ["not-found", "version-broken"],
    },
    async (request, reply) => {
      const [, flow = "", hash = "", edition = ""] = HASHED_FILE.exec(request.params.file) ?? [];
      const text = hash === "" ? null : await definitions.module(flow, hash, edition);
      if (text === null) throw new AppError("not-found");
      return reply
        .header("Content-Type", "text/javascript; charset=utf-8")
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("X-Content-Type-Options", "nosniff")
        .send(text);
    },
  );

  call(
    app,
    "GET /api/locales/:lng",
    {
      summary: "The portal's texts by namespace; an unknown language is answered in Thai",
      tags: ["portal"],
      access: everybody,
      params: inputOf({ lng: { ...TEXT, maxLength: 35 } }),
      answers: { 200: mapOf(AnyJson, "By namespace"), ...UNCHANGED },
      errors: [],
    },
    async (request, reply) => {
      const language = request.params.lng === "en" ? "en" : "th";
      const { etag, json } = definitions.locales.bundle(language);
      reply.header("ETag", etag).header("Cache-Control", "no-cache").header("Content-Language", language);
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
      return reply.header("Content-Type", "application/json; charset=utf-8").send(json);
    },
  );
}
