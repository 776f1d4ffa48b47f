import { type App, AppError, call, objectOf, oneOf, type Request, signed } from "../http/index.ts";
import { takeCallback } from "./ndid/ask-bank.ts";
import type { Room } from "./room.ts";
import { isSigned, isSignedAtTime } from "./webhook-signature.ts";
import { takeEvent } from "./webhooks.ts";

/**
 * Registers the webhooks in their own scope, because their signature covers the raw bytes and the body must stay
 * unparsed.
 */
export function webhookRoutes(app: App, room: Room): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    vendorRoute(scope, room);
    ndidRoute(scope, room);
  });
}

function vendorRoute(scope: App, room: Room): void {
  call(
    scope,
    "POST /api/webhooks/identity",
    {
      summary: "Events of identity vendors, signed",
      tags: ["identity"],
      // Each vendor has a different signature scheme.
      access: signed(
        (request) =>
          isSigned(room.webhookSecret(), bytesOf(request), request.headers["x-sha2-signature"]) ||
          isSignedAtTime(
            room.webhookSecret(),
            bytesOf(request),
            request.headers["verifio-signature"],
            room.clock.wall(),
          ),
      ),
      answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
      errors: ["service-unavailable"],
      bodyLimit: 64 * 1024,
    },
    async (request) => {
      const outcome = await takeEvent(room, bytesOf(request));
      if (outcome === "again") throw new AppError("service-unavailable");
      return { outcome };
    },
  );
}

function ndidRoute(scope: App, room: Room): void {
  call(
    scope,
    "POST /api/webhooks/ndid",
    {
      summary: "Callbacks of the national digital ID platform, signed",
      tags: ["identity"],
      access: signed((request) =>
        isSigned(room.webhookSecret(), bytesOf(request), request.headers["x-sha2-signature"]),
      ),
      answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
      errors: ["service-unavailable"],
      bodyLimit: 64 * 1024,
    },
    async (request) => {
      const outcome = await takeCallback(room, bytesOf(request));
      if (outcome === "again") throw new AppError("service-unavailable");
      return { outcome };
    },
  );
}

function bytesOf({ body }: Request): Buffer {
  return body instanceof Buffer ? body : Buffer.alloc(0);
}
