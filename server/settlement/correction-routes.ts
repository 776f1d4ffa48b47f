import type { App } from "../http/index.ts";
import { AppError, call, deciding, inputOf, staff, TEXT, UUID } from "../http/index.ts";
import {
  MadeGoodFigures,
  NavCorrectionDecided,
  NavCorrectionEntries,
  NavCorrectionOrders,
  NavCorrections,
} from "./correction-answers.ts";
import {
  correctionEntries,
  correctionOrders,
  decideCorrection,
  listCorrections,
  previewCorrection,
} from "./nav-corrections.ts";
import type { SettlementRoom } from "./room.ts";

const tags = ["staff"];
const access = staff("finance", "compliance");
const params = inputOf({ id: UUID });

/**
 * Registers the calls for corrected NAVs. They show the affected orders, and take the two approvals for
 * compensating them.
 */
export function correctionRoutes(app: App, room: SettlementRoom): void {
  affectedRoutes(app, room);
  compensationRoutes(app, room);
}

function affectedRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "GET /api/nav-corrections",
    {
      summary: "Corrected NAVs and what they mean for orders allotted at the ones before",
      tags,
      access,
      answers: { 200: NavCorrections },
      errors: [],
    },
    async (request) => ({ corrections: await listCorrections(room, request.person.id) }),
  );

  call(
    app,
    "GET /api/nav-corrections/:id/orders",
    {
      summary: "The orders that a corrected NAV is about, each with its difference",
      tags,
      access,
      params,
      answers: { 200: NavCorrectionOrders },
      errors: [],
    },
    async (request) => ({ orders: await correctionOrders(room, request.params.id) }),
  );

  call(
    app,
    "GET /api/nav-corrections/:id/entries",
    {
      summary: "What the books say of a corrected NAV that was made good",
      tags,
      access,
      params,
      answers: { 200: NavCorrectionEntries },
      errors: [],
    },
    async (request) => ({ entries: await correctionEntries(room, request.params.id) }),
  );
}

function compensationRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "GET /api/nav/:id/correction-preview",
    {
      summary: "What correcting an approved NAV to this one would make good; nothing is entered",
      tags,
      access,
      params,
      query: inputOf({ nav: { ...TEXT, maxLength: 20 } }),
      answers: { 200: MadeGoodFigures },
      errors: ["nav-not-approved", "nav-not-valid"],
    },
    async (request) => {
      const seen = await previewCorrection(room, { id: request.params.id, nav: request.query.nav });
      if (!seen.ok) throw new AppError(seen.error.code);
      return seen.value;
    },
  );

  for (const [path, decision, summary] of [
    ["approve", "APPROVED", "Approves what is made good after a corrected NAV: two people do"],
    ["reject", "REJECTED", "Rejects what would be made good after a corrected NAV"],
  ] as const)
    call(
      app,
      `POST /api/nav-corrections/:id/${path}`,
      {
        summary,
        tags,
        access: deciding("finance", "compliance"),
        params,
        body: inputOf({ note: { ...TEXT, minLength: 3, maxLength: 1_000 } }),
        answers: { 200: NavCorrectionDecided },
        errors: [
          "not-found",
          "already-decided",
          "four-eyes",
          "nav-correction-changed",
          "nav-correction-replaced",
        ],
      },
      async (request) => {
        const { id } = request.params;
        const decided = await decideCorrection(room, request.person.id, { id, decision, ...request.body });
        if (!decided.ok) throw new AppError(decided.error.code);
        return decided.value;
      },
    );
}
