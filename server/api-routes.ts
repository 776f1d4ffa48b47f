import {
  type Accounts,
  accountsRoutes,
  everColleagues,
  findInvestorByEmail,
  findPerson,
} from "./accounts/index.ts";
import { type Audit, auditRoutes } from "./audit/index.ts";
import { type Cases, casesRoutes } from "./cases/index.ts";
import { type Changes, changesRoutes } from "./changes/index.ts";
import { clientErrorRoutes } from "./client-errors.ts";
import type { Clock } from "./clock/index.ts";
import type { Config } from "./config.ts";
import { type Content, contentRoutes } from "./content/index.ts";
import type { Db } from "./db/index.ts";
import { type Definitions, pageRoutes } from "./definitions/index.ts";
import { ableToInvestRoutes, pathsRoutes, ruleBookRoutes } from "./explain/index.ts";
import { type Files, filesRoutes } from "./files/index.ts";
import { type AskFlags, flagsRoutes } from "./flags/index.ts";
import { type Flows, flowsRoutes } from "./flows/index.ts";
import { type Fund, fundRoutes } from "./fund/index.ts";
import type { App } from "./http/index.ts";
import {
  type Identity,
  identityRoutes,
  investorFact,
  personOfReference,
  User,
  userRecord,
} from "./identity/index.ts";
import { type Jobs, jobsRoutes } from "./jobs/index.ts";
import { type Legal, legalRoutes } from "./legal/index.ts";
import { type Messages, messagesRoutes } from "./messages/index.ts";
import { ordersRoutes } from "./orders/index.ts";
import { type PaymentsRoom, paymentsRoutes, sandboxBankRoutes } from "./payments/index.ts";
import { peopleRoutes } from "./people/index.ts";
import { placesRoutes } from "./places/index.ts";
import { type Portfolio, portfolioRoutes } from "./portfolio/index.ts";
import { type Publishing, publishingRoutes } from "./publishing/index.ts";
import { type Service, serviceRoutes } from "./service/index.ts";
import { type SettlementRoom, settlementRoutes } from "./settlement/index.ts";

/** What the calls of the API stand on. */
export type ApiRooms = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "evenMs">;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly files: Files;
  readonly flags: AskFlags;
  readonly audit: Audit;
  readonly definitions: Definitions;
  readonly content: Content;
  readonly legal: Legal;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly fund: Fund;
  readonly payments: PaymentsRoom;
  readonly settlement: SettlementRoom;
  readonly portfolio: Portfolio;
  readonly service: Service;
  readonly cases: Cases;
  readonly flows: Flows;
  readonly publishing: Publishing;
  readonly changes: Changes;
};

/**
 * Hangs every room's calls on the server. What a call declares is read of no room, so that the API's document can be made
 * without one (`api-document.ts`).
 */
export function apiRoutes(app: App, rooms: ApiRooms): void {
  const { db, clock, definitions, accounts, identity, fund, service, messages } = rooms;
  const nameOf = async (id: string) => (await findPerson(db, id))?.email ?? null;
  auditRoutes(app, rooms.audit, { db, clock, colleagues: (ids) => everColleagues(db, ids) });
  filesRoutes(app, rooms.files);
  serviceRoutes(app, service);
  casesRoutes(app, rooms.cases);
  flagsRoutes(app, { db, flags: rooms.flags });
  fundRoutes(app, fund);
  ordersRoutes(app, fund);
  paymentsRoutes(app, rooms.payments);
  settlementRoutes(app, rooms.settlement);
  portfolioRoutes(app, rooms.portfolio);
  clientErrorRoutes(app, () => rooms.flags.isOn("error-endpoint"));
  accountsRoutes(app, accounts, { user: User, userRecord: (personId) => userRecord(identity, personId) });
  identityRoutes(app, identity);
  placesRoutes(app);
  peopleRoutes(app, {
    ...{ db, clock, accounts, identity, fund, service, messages },
    titleOf: definitions.titleOf,
  });
  pageRoutes(app, definitions);
  pathsRoutes(app, definitions);
  publishingRoutes(app, { definitions, publishing: rooms.publishing }, { nameOf });
  changesRoutes(app, { changes: rooms.changes, definitions }, { nameOf });
  legalRoutes(app, rooms.legal, { nameOf });
  contentRoutes(app, rooms.content, { nameOf });
  ruleBookRoutes(app, definitions, { nameOf });
  ableToInvestRoutes(app, definitions, {
    db,
    clock,
    investor: (id) => investorFact(identity, db, id, clock),
    find: (text) => (text.includes("@") ? findInvestorByEmail(db, text) : personOfReference(db, text)),
  });
  flowsRoutes(app, rooms.flows, { definitions, evenMs: rooms.config.evenMs });
}

/** Hangs the calls that there are in development only; the clock's stand beside, as not every clock can be moved. */
export function developmentRoutes(
  app: App,
  { messages, jobs, payments }: Pick<ApiRooms, "messages" | "jobs" | "payments">,
): void {
  messagesRoutes(app, messages);
  jobsRoutes(app, jobs);
  sandboxBankRoutes(app, payments);
}
