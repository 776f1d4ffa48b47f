import { dealingBody } from "../fund/index.ts";
import type { App } from "../http/index.ts";
import { call, person } from "../http/index.ts";
import { Overview } from "./answers.ts";
import { overviewOf } from "./overview.ts";
import type { Room } from "./room.ts";

const tags = ["portfolio"];

/** An investor's own account. */
export function portfolioRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/overview",
    {
      summary: "The investor's account: value, principal, profit, strategies, what to do next",
      tags,
      access: person,
      answers: { 200: Overview },
      errors: [],
    },
    async (request) => {
      const overview = await overviewOf(room, request.person.id);
      return { ...overview, dealing: await dealingBody(room) };
    },
  );
}
