import { BRAND_CODES } from "../../domain/brands.ts";
import type { Config } from "../config.ts";
import { anonymous, everybody } from "./access.ts";
import type { App } from "./app.ts";
import { call } from "./call.ts";
import { type Packed, pack, sendPacked } from "./same-for-all.ts";
import { AnyJson, FLAG, named, nameSchemas, objectOf, oneOf, Sentence, TEXT } from "./schemas.ts";

const Settings = named(
  "Settings",
  objectOf(
    {
      brand: oneOf(...BRAND_CODES),
      slug: { ...TEXT, description: "Beginning of the cookies' names" },
      env: oneOf("development", "runtime"),
      demo: { ...FLAG, description: "Whether figures and people are demonstration data" },
    },
    "What the server says about itself",
  ),
);

/** Registers the calls with which the server describes itself: its settings and its API document. */
export function portalRoutes(app: App, config: Pick<Config, "brand" | "env">): void {
  nameSchemas(app, [Sentence, AnyJson]);
  call(
    app,
    "GET /api/settings",
    {
      summary: "Which brand and kind of installation this is",
      tags: ["portal"],
      access: everybody,
      answers: { 200: Settings },
      errors: [],
    },
    () => ({
      brand: config.brand,
      slug: config.brand,
      env: config.env,
      demo: config.env === "development",
    }),
  );
  // The document is cached, because it does not change once the server listens.
  let document: Packed | null = null;
  app.get(
    "/api/openapi.json",
    { config: { access: anonymous, sameForAll: true }, schema: { hide: true } },
    async (request, reply) => {
      document ??= pack(JSON.stringify(app.swagger()));
      return await sendPacked(request, reply, document);
    },
  );
}
