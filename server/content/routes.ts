import { LANGUAGES } from "../../engine/values/languages.ts";
import { type App, call, everybody, inputOf, oneOf } from "../http/index.ts";
import { listAnswer } from "./answers.ts";
import type { Content } from "./create-content.ts";
import { contentDeskRoutes } from "./desk-routes.ts";
import { CONTENT_TYPES, type ContentType } from "./types.ts";

/**
 * Registers the routes of the published content, which everyone can read, and the routes of the content desk.
 */
export function contentRoutes(
  app: App,
  content: Content,
  deps: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  contentDeskRoutes(app, content, deps);
  for (const type of CONTENT_TYPES) contentRoute(app, content, type);
}

function contentRoute<Type extends ContentType>(app: App, content: Content, type: Type): void {
  call(
    app,
    `GET /api/content/${type}`,
    {
      summary: `Published content: ${type}`,
      tags: ["portal"],
      access: everybody,
      query: inputOf({ "lng?": oneOf(...LANGUAGES) }),
      answers: { 200: listAnswer(type) },
      errors: [],
    },
    async ({ query }) => ({
      version: content.version(),
      items: await content.read(type, query.lng ?? "th"),
    }),
  );
}
