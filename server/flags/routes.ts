import { createHash } from "node:crypto";
import type { Db } from "../db/index.ts";
import {
  type App,
  anonymous,
  call,
  FLAG,
  listOf,
  named,
  objectOf,
  type Request,
  TEXT,
  UNCHANGED,
} from "../http/index.ts";
import type { AskFlags, Whose } from "./ask.ts";

const Toggles = named(
  "Toggles",
  objectOf(
    {
      toggles: listOf(
        objectOf({
          name: TEXT,
          enabled: FLAG,
          variant: objectOf({
            name: TEXT,
            enabled: FLAG,
            "payload?": objectOf({ type: TEXT, value: TEXT }, "What the variant hands to the page"),
          }),
          impressionData: FLAG,
        }),
      ),
    },
    "The switches that are on",
  ),
);

/**
 * Registers `/api/frontend`. The call returns the switches that are on for its caller, in the format of
 * unleash-proxy-client.
 */
export function flagsRoutes(app: App, { db, flags }: { readonly db: Db; readonly flags: AskFlags }): void {
  for (const method of ["GET", "POST"] as const)
    call(
      app,
      `${method} /api/frontend`,
      {
        summary: "Switches that are on for this session (what the query says about the person is not read)",
        tags: ["portal"],
        access: anonymous,
        answers: { 200: Toggles, ...UNCHANGED },
        errors: [],
      },
      async (request, reply) => {
        const body = { toggles: await flags.toggles(db, whoseRequest(request)) };
        const etag = `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 22)}"`;
        reply
          .header("ETag", etag)
          .header("Cache-Control", "private, no-cache")
          .header("Vary", "Authorization, Cookie");
        return request.headers["if-none-match"] === etag ? reply.code(304).send() : body;
      },
    );
  // The page's client also sends counts of how often switches are used. The portal does not need these, so it
  // ignores them.
  for (const path of ["register", "metrics"])
    app.post(
      `/api/frontend/client/${path}`,
      { config: { access: anonymous }, schema: { hide: true } },
      async (_request, reply) => reply.code(202).send(),
    );
}

/**
 * Returns for whom the switches of a request are evaluated. The answer depends only on the session, because a
 * query could name another person.
 */
function whoseRequest({ person, visitor }: Request): Whose {
  if (person !== null) return { personId: person.id };
  return visitor === null ? null : { visitor };
}
