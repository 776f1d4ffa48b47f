import type { App } from "../http/index.ts";
import { AppError, call, DAY, deciding, inputOf, staff, TEXT, UUID, written } from "../http/index.ts";
import { ProposalDecided, ProposalEntered, RateDesk } from "./answers.ts";
import { decideRate, proposeRate, rateDesk } from "./display-rates.ts";
import type { FundRoom } from "./room.ts";

const tags = ["staff"];
const note = { ...TEXT, minLength: 3, maxLength: 1_000 };
const source = written({ least: 2, most: 120 });

/**
 * Registers the calls for the display rate of the US dollar: `finance` enters it, another person of `finance`
 * or `compliance` decides.
 */
export function rateRoutes(app: App, room: FundRoom): void {
  rateEntryRoutes(app, room);
  rateDecisionRoutes(app, room);
}

function rateEntryRoutes(app: App, room: FundRoom): void {
  call(
    app,
    "GET /api/rate-desk",
    {
      summary: "The rate by which amounts are shown in another currency: in use, waiting, earlier",
      tags,
      access: staff("finance", "compliance"),
      answers: { 200: RateDesk },
      errors: [],
    },
    (request) => rateDesk(room, request.person.id),
  );

  call(
    app,
    "POST /api/rates",
    {
      summary: "Enters what a dollar is in baht on a day; another person decides",
      tags,
      access: staff("finance"),
      body: inputOf({
        baht: { ...TEXT, maxLength: 20 },
        date: DAY,
        source: inputOf({ th: source, en: source }),
        note,
      }),
      answers: { 201: ProposalEntered },
      errors: ["rate-not-valid", "rate-date-not-valid", "rate-waits-already"],
    },
    async (request) => {
      const done = await proposeRate(room, request.person.id, request.body);
      if (!done.ok) throw new AppError(done.error.code);
      return done.value;
    },
  );
}

function rateDecisionRoutes(app: App, room: FundRoom): void {
  for (const [path, decision, does] of [
    ["approve", "APPROVED", "Approves"],
    ["reject", "REJECTED", "Rejects"],
  ] as const)
    call(
      app,
      `POST /api/rates/:id/${path}`,
      {
        summary: `${does} a rate that another person entered`,
        tags,
        access: deciding("finance", "compliance"),
        params: inputOf({ id: UUID }),
        body: inputOf({ note }),
        answers: { 200: ProposalDecided },
        errors: ["not-found", "already-decided", "four-eyes"],
      },
      async (request) => {
        const { id } = request.params;
        const decided = await decideRate(room, request.person.id, { id, decision, ...request.body });
        if (!decided.ok) throw new AppError(decided.error.code);
        return decided.value;
      },
    );
}
