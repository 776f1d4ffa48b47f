import type { App } from "../http/index.ts";
import { call, staff } from "../http/index.ts";
import { SetAsideList, SettlementRuns } from "./answers.ts";
import { bookRoutes } from "./book-routes.ts";
import { correctionRoutes } from "./correction-routes.ts";
import { payoutRoutes } from "./payout-routes.ts";
import type { SettlementRoom } from "./room.ts";
import { listRuns } from "./runs.ts";
import { listSetAside } from "./set-aside.ts";

const tags = ["staff"];
const finance = staff("finance");

/**
 * Registers the calls of this room. `finance` can use all of them; `compliance` can use only those that read
 * the books.
 */
export function settlementRoutes(app: App, room: SettlementRoom): void {
  correctionRoutes(app, room);
  call(
    app,
    "GET /api/set-aside",
    {
      summary: "Paid orders that could not be allotted; each allotment tries again",
      tags,
      access: finance,
      answers: { 200: SetAsideList },
      errors: [],
    },
    async () => ({ setAside: await listSetAside(room) }),
  );

  call(
    app,
    "GET /api/settlement-runs",
    {
      summary: "How far the newest allotments are: one run for each strategy, NAV day and side",
      tags,
      access: finance,
      answers: { 200: SettlementRuns },
      errors: [],
    },
    async () => ({ runs: await listRuns(room) }),
  );

  payoutRoutes(app, room);
  bookRoutes(app, room);
}
