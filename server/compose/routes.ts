import {
  accountsRoutes,
  everColleagues,
  findInvestorByEmail,
  findPerson,
  findPersonIdByEmail,
} from "../accounts/index.ts";
import { auditRoutes, watchCalls } from "../audit/index.ts";
import { casesRoutes, countVisitorCases } from "../cases/index.ts";
import { changesRoutes } from "../changes/index.ts";
import { clientErrorRoutes } from "../client-errors.ts";
import { contentRoutes } from "../content/index.ts";
import { pageRoutes } from "../definitions/index.ts";
import { erasureRoutes } from "../erasure/index.ts";
import { ableToInvestRoutes, pathsRoutes, ruleBookRoutes, stepCountsRoutes } from "../explain/index.ts";
import { filesRoutes } from "../files/index.ts";
import { flagsRoutes, switchesRoutes } from "../flags/index.ts";
import { flowsRoutes } from "../flows/index.ts";
import { fundRoutes } from "../fund/index.ts";
import {
  identityRoutes,
  investorFact,
  personOfReference,
  User,
  undoPhoneChange,
  userRecord,
} from "../identity/index.ts";
import { jobsRoutes } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import { legalRoutes } from "../legal/index.ts";
import { messagesRoutes, reportRoutes } from "../messages/index.ts";
import { orderBook, ordersRoutes } from "../orders/index.ts";
import { paymentsRoutes, sandboxBankRoutes } from "../payments/index.ts";
import { peopleRoutes } from "../people/index.ts";
import { placesRoutes } from "../places/index.ts";
import { portfolioRoutes } from "../portfolio/index.ts";
import { publishingRoutes } from "../publishing/index.ts";
import { settlementRoutes } from "../settlement/index.ts";
import type { Floor } from "./floor.ts";
import type { Rooms } from "./rooms.ts";

/** The part of the shared dependencies that the routes use. */
export type CallFloor = Pick<
  Floor,
  "app" | "db" | "clock" | "config" | "files" | "flags" | "isOn" | "audit" | "messages" | "jobs"
>;

/** Registers all routes. */
export function registerRoutes(floor: Floor, rooms: Rooms): void {
  const { app, db, clock, config, audit, jobs, tools, movable } = floor;
  watchCalls(app, {
    notice: audit.notice,
    key: keyFor(config, "audit-strangers"),
    personOf: (email) => findPersonIdByEmail(db, email),
  });
  apiRoutes(floor, rooms);
  if (tools === null) return;
  developmentRoutes(floor, rooms);
  tools.demoFactorRoutes(app, { clock });
  if (movable === null) return;
  tools.clockRoutes(app, movable);
  // After the clock was moved, due jobs run at once.
  movable.onMove(() => jobs.tick());
}

/**
 * Registers the routes of all modules. Must not use the modules during registration, so that the API document
 * can be generated without any module (`api-document.ts`).
 */
export function apiRoutes(floor: CallFloor, rooms: Rooms): void {
  const { app, db, clock, config, files, flags, isOn, audit } = floor;
  auditRoutes(app, audit, {
    ...{ db, clock, colleagues: (ids) => everColleagues(db, ids) },
    openWords: (all) => rooms.accounts.vault.openWords(db, all),
  });
  filesRoutes(app, files);
  casesRoutes(app, rooms.cases);
  erasureRoutes(app, { db, countVisitorCases: (email) => countVisitorCases(rooms.cases, email) });
  flagsRoutes(app, { db, flags });
  fundRoutes(app, rooms.fund, orderBook);
  ordersRoutes(app, rooms.orders);
  paymentsRoutes(app, rooms.payments);
  settlementRoutes(app, rooms.settlement);
  portfolioRoutes(app, rooms.portfolio);
  reportRoutes(app, { db, clock, config });
  clientErrorRoutes(app, () => isOn("error-endpoint"));
  peopleAndFlowsRoutes(floor, rooms);
}

/**
 * Registers the development-only routes. The routes of the clock are registered separately, because they need
 * a movable clock.
 */
export function developmentRoutes(
  { app, jobs, messages }: Pick<CallFloor, "app" | "jobs" | "messages">,
  { payments }: Pick<Rooms, "payments">,
): void {
  messagesRoutes(app, messages);
  jobsRoutes(app, jobs);
  sandboxBankRoutes(app, payments);
}

function peopleAndFlowsRoutes({ app, db, clock, config, messages }: CallFloor, rooms: Rooms): void {
  const { accounts, identity, definitions, publishing, changes } = rooms;
  const nameOf = async (id: string) => (await findPerson(db, id))?.email ?? null;
  accountsRoutes(app, accounts, {
    user: User,
    userRecord: (personId) => userRecord(identity, personId),
    undoPhoneChange: (token) => undoPhoneChange(identity, token),
  });
  identityRoutes(app, identity);
  placesRoutes(app);
  peopleRoutes(app, {
    ...{ db, clock, accounts, identity, messages },
    records: rooms.records,
    titleOf: definitions.titleOf,
  });
  pageRoutes(app, definitions);
  pathsRoutes(app, definitions);
  stepCountsRoutes(app, { db, clock, definitions });
  publishingRoutes(app, { definitions, publishing }, { nameOf });
  changesRoutes(app, { changes, definitions }, { nameOf });
  const idOf = async (email: string) => await findPersonIdByEmail(db, email);
  switchesRoutes(app, rooms.switches, { nameOf, idOf });
  legalRoutes(app, rooms.legal, { nameOf });
  contentRoutes(app, rooms.content, { nameOf });
  ruleBookRoutes(app, definitions, { nameOf });
  ableToInvestRoutes(app, definitions, {
    db,
    clock,
    investor: (id) => investorFact(identity, db, id, clock),
    find: (text) => (text.includes("@") ? findInvestorByEmail(db, text) : personOfReference(db, text)),
  });
  flowsRoutes(app, rooms.flows, { definitions, evenMs: config.evenMs });
}
