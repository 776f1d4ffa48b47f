import {
  type App,
  AppError,
  call,
  objectOf,
  oneOf,
  rawBodyOf,
  signed,
  withRawBodies,
} from "../http/index.ts";
import { takeCallback } from "./ndid/ask-bank.ts";
import type { Room } from "./room.ts";
import { isSigned, isSignedAtTime } from "./webhook-signature.ts";
import { takeEvent } from "./webhooks.ts";

/**
 * Registers the webhooks of vendors. Their bodies stay unparsed, because the signature covers the raw bytes.
 */
export function webhookRoutes(app: App, room: Room): void {
  withRawBodies(app, (scope) => {
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
          isSigned(room.webhookSecret(), rawBodyOf(request), request.headers["x-sha2-signature"]) ||
          isSignedAtTime(
            room.webhookSecret(),
            rawBodyOf(request),
            request.headers["verifio-signature"],
            room.clock.wall(),
          ),
      ),
      answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
      errors: ["service-unavailable"],
      bodyLimit: 64 * 1024,
    },
    async (request) => {
      const outcome = await takeEvent(room, rawBodyOf(request));
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
        isSigned(room.webhookSecret(), rawBodyOf(request), request.headers["x-sha2-signature"]),
      ),
      answers: { 200: objectOf({ outcome: oneOf("applied", "known", "ignored") }) },
      errors: ["service-unavailable"],
      bodyLimit: 64 * 1024,
    },
    async (request) => {
      const outcome = await takeCallback(room, rawBodyOf(request));
      if (outcome === "again") throw new AppError("service-unavailable");
      return { outcome };
    },
  );
}
