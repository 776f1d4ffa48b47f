import { type App, AppError, answer, bytesOf, mapOf, UNCHANGED } from "../http/index.ts";
import type { Definitions } from "./definitions.ts";

const HASHED_FILE = /^([a-z][a-z0-9-]*)\.([0-9a-f]{16,64})-([0-9a-f]{12})\.js$/;

/** What every page reads: the modules of published versions, and the portal's texts. */
export function pageRoutes(app: App, definitions: Pick<Definitions, "module" | "locales">): void {
  app.get<{ Params: { file: string } }>(
    "/modules/:file",
    {
      schema: {
        summary: "A published version as an ES module; its address never changes its bytes",
        tags: ["definitions"],
        response: { 200: bytesOf("The module", "text/javascript") },
      },
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

  app.get<{ Params: { lng: string } }>(
    "/api/locales/:lng",
    {
      config: { sameForAll: true },
      schema: {
        summary: "The portal's texts by namespace; an unknown language is answered in Thai",
        tags: ["portal"],
        params: {
          type: "object",
          required: ["lng"],
          properties: { lng: { type: "string", maxLength: 35 } },
        },
        response: { 200: mapOf(answer("Json"), "By namespace"), ...UNCHANGED },
      },
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
