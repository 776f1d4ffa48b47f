import { type App, call, person } from "../http/index.ts";
import { OwnProfile } from "./answers.ts";
import { bankChangeRoutes } from "./bank-change-routes.ts";
import { ownProfile } from "./own-profile.ts";
import { reviewRoutes } from "./review-routes.ts";
import type { Room } from "./room.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/**
 * Registers the routes of the identity module: a person's own data, the desk of `compliance`, and the
 * webhooks of vendors.
 */
export function identityRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/my-profile",
    {
      summary: "What the portal knows of whoever asks, numbers masked",
      tags: ["identity"],
      access: person,
      answers: { 200: OwnProfile },
      errors: [],
    },
    async ({ person: { id } }) => await ownProfile(room, id),
  );

  reviewRoutes(app, room);
  bankChangeRoutes(app, room);
  webhookRoutes(app, room);
}
