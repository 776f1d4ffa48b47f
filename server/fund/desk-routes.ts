import type { App } from "../http/index.ts";
import { AppError, call, deciding, inputOf, oneOf, staff, TEXT, UUID } from "../http/index.ts";
import { ProposalDecided, ProposalEntered, StrategyDesk } from "./answers.ts";
import { decideDealing, proposeDealing } from "./change-dealing.ts";
import { decideTerms, proposeTerms, type TermsFailure } from "./change-terms.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";
import { strategyDesk } from "./strategy-desk.ts";
import { TermsValues } from "./term-values.ts";

const tags = ["staff"];
const code = { ...TEXT, maxLength: 20 };
const note = { ...TEXT, minLength: 3, maxLength: 1_000 };
const day = { ...TEXT, maxLength: 10 };

/**
 * Registers the calls for terms and dealing status of strategies: `finance` proposes, another person of
 * `finance` or `compliance` decides.
 */
export function deskRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  call(
    app,
    "GET /api/strategy-desk",
    {
      summary: "Terms of all strategies, in force, to come and proposed, and what each takes",
      tags,
      access: staff("finance", "compliance"),
      answers: { 200: StrategyDesk },
      errors: [],
    },
    (request) => strategyDesk(room, request.person.id, orders),
  );

  proposalRoutes(app, room);
  decisionRoutes(app, room);
}

function proposalRoutes(app: App, room: FundRoom): void {
  call(
    app,
    "POST /api/strategies/:code/terms",
    {
      summary: "Proposes terms of a strategy from a NAV day on; another person decides",
      tags,
      access: staff("finance"),
      params: inputOf({ code }),
      body: inputOf({ from: day, terms: TermsValues, note }),
      answers: { 201: ProposalEntered },
      errors: [
        "strategy-unknown",
        "terms-date-not-valid",
        "terms-amount-not-valid",
        "terms-maximum-not-valid",
        "terms-dates-not-valid",
        "terms-same",
        "terms-wait-already",
      ],
    },
    async (request) => {
      const given = { strategy: request.params.code, ...request.body };
      const done = await proposeTerms(room, request.person.id, given);
      if (!done.ok) throw refused(done.error);
      return done.value;
    },
  );

  call(
    app,
    "POST /api/strategies/:code/dealing",
    {
      summary:
        "Proposes that a strategy takes everything, no increases, no reductions or nothing; another person decides",
      tags,
      access: staff("finance"),
      params: inputOf({ code }),
      body: inputOf({ status: oneOf("OPEN", "NO_IN", "NO_OUT", "SUSPENDED"), note }),
      answers: { 201: ProposalEntered },
      errors: ["strategy-unknown", "dealing-same", "dealing-waits-already"],
    },
    async (request) => {
      const given = { strategy: request.params.code, ...request.body };
      const done = await proposeDealing(room, request.person.id, given);
      if (!done.ok) throw new AppError(done.error.code);
      return done.value;
    },
  );
}

function decisionRoutes(app: App, room: FundRoom): void {
  for (const [path, decision, does] of [
    ["approve", "APPROVED", "Approves"],
    ["reject", "REJECTED", "Rejects"],
  ] as const) {
    const decides = {
      tags,
      access: deciding("finance", "compliance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ note }),
    };
    call(
      app,
      `POST /api/terms/:id/${path}`,
      {
        ...decides,
        summary: `${does} terms that another person proposed`,
        answers: { 200: ProposalDecided },
        errors: ["not-found", "already-decided", "four-eyes", "terms-date-not-valid"],
      },
      async (request) => {
        const { id } = request.params;
        const decided = await decideTerms(room, request.person.id, { id, decision, ...request.body });
        if (!decided.ok) throw refused(decided.error);
        return decided.value;
      },
    );
    call(
      app,
      `POST /api/dealing/:id/${path}`,
      {
        ...decides,
        summary: `${does} what another person proposed that a strategy takes`,
        answers: { 200: ProposalDecided },
        errors: ["not-found", "already-decided", "four-eyes"],
      },
      async (request) => {
        const { id } = request.params;
        const decided = await decideDealing(room, request.person.id, { id, decision, ...request.body });
        if (!decided.ok) throw new AppError(decided.error.code);
        return decided.value;
      },
    );
  }
}

function refused(
  failure: Pick<TermsFailure, "pointer" | "after"> & { readonly code: AppError["code"] },
): AppError {
  const { code: failed, pointer, after } = failure;
  const params = after === undefined ? {} : { after: after.split("-").reverse().join("/") };
  return new AppError(failed, {
    params,
    ...(pointer === undefined ? {} : { fields: [{ pointer, code: failed, params }] }),
  });
}
