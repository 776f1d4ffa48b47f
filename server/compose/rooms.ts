import {
  type Accounts,
  accountsEffects,
  accountsFacts,
  createChallenges,
  findPerson,
} from "../accounts/index.ts";
import { type Cases, casesEffects, createCases, openCase } from "../cases/index.ts";
import { createChanges } from "../changes/index.ts";
import { type Content, createContent } from "../content/index.ts";
import { oneAtATime } from "../db/index.ts";
import { createDefinitions, type Definitions } from "../definitions/index.ts";
import { download, filesFacts } from "../files/index.ts";
import { createFlows, createRegistry, type Flows } from "../flows/index.ts";
import { fundFacts } from "../fund/index.ts";
import {
  askedAgain,
  birthDateOf,
  CHANGES_NAME,
  changeName,
  type Identity,
  identityEffects,
  identityFacts,
} from "../identity/index.ts";
import { keyFor } from "../keys.ts";
import { createLegal, type Legal } from "../legal/index.ts";
import { ordersEffects, ordersFacts } from "../orders/index.ts";
import { paymentsEffects, paymentsFacts } from "../payments/index.ts";
import { placesFacts } from "../places/index.ts";
import { createLetters, createPublishing, type Publishing } from "../publishing/index.ts";
import { countRequest, createService, type Service, serviceEffects } from "../service/index.ts";
import { type BusinessDayAfter, openCalendar } from "./business-days.ts";
import type { Floor } from "./floor.ts";
import { openAccounts, openIdentity, type Sandbox } from "./identity.ts";
import { openTrade, type TradeRooms } from "./trade.ts";

/** All rooms, low to high. */
export type Rooms = TradeRooms & {
  readonly definitions: Definitions;
  readonly content: Content;
  readonly legal: Legal;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly service: Service;
  readonly cases: Cases;
  readonly flows: Flows;
  readonly publishing: Publishing;
  readonly changes: ReturnType<typeof createChanges>;
  readonly sandboxes: readonly Sandbox[];
};

/** Opens all rooms, each after those that it stands on, and publishes the first definitions. */
export async function openRooms(floor: Floor): Promise<Rooms> {
  const { db, databaseUrl, clock, config, app, tools } = floor;
  const desk = { db, clock, config, log: app.log };
  const definitions = await createDefinitions({ ...desk, databaseUrl });
  const content = await createContent(
    desk,
    config.contentUrl === null ? null : { url: config.contentUrl, token: config.contentToken },
  );
  const legal = await createLegal(desk);
  const { calendar, businessDayAfter } = openCalendar(floor, definitions);
  const { accounts, issuers } = openAccounts(floor, legal);
  const { identity, sandbox } = openIdentity(floor, { accounts, definitions, businessDayAfter });
  // Flows hear of money through their effects' own room; they open last.
  const deliver: Flows["deliver"] = (tx, event) => flows.deliver(tx, event);
  const trade = openTrade(floor, { accounts, identity, content, calendar, deliver });
  const answering = openService(floor, { accounts, identity, definitions, businessDayAfter });
  const flows = openFlows(floor, { ...trade, ...answering, definitions, accounts, identity });
  if (tools !== null)
    await oneAtATime(db, "first-data", async () => {
      await tools.seedDemoPeople(accounts);
      await tools.seedDemoIdentity(identity);
      await tools.writeDemoNavs(db, clock, await calendar(db));
    });
  return {
    ...{ ...trade, ...answering, definitions, content, legal, accounts, identity, flows },
    ...(await openPublishing(floor, { definitions, flows })),
    sandboxes: [sandbox, issuers].filter((one) => one !== null),
  };
}

/** Opens complaints and cases of flows. */
function openService(
  { db, clock, config, files, messages }: Floor,
  beside: Pick<Rooms, "accounts" | "identity" | "definitions"> & {
    readonly businessDayAfter: BusinessDayAfter;
  },
): Pick<Rooms, "service" | "cases"> {
  const { accounts, identity, definitions, businessDayAfter } = beside;
  const service = createService({
    ...{ db, clock, files, messages, businessDayAfter, vault: accounts.vault },
    download: (reply, file) => download(files, reply, file),
    key: keyFor(config, "service-days"),
  });
  const cases = createCases({
    ...{ db, clock, config, messages, files, vault: accounts.vault, businessDayAfter },
    download: service.download,
    count: (tx, request) => countRequest(tx, service.key, { ...request, now: clock.wall() }),
    moduleOf: async (version) => {
      const known = await definitions.compiled(version).catch(() => null);
      return known === null ? null : await definitions.address(version);
    },
    follows: { [CHANGES_NAME]: (tx, granted) => changeName(identity, tx, granted) },
  });
  return { service, cases };
}

type FlowRooms = TradeRooms & Pick<Rooms, "definitions" | "accounts" | "identity" | "service" | "cases">;

/** Opens flows on the effects and facts of the rooms below. */
function openFlows(floor: Floor, rooms: FlowRooms): Flows {
  const { db, clock, config, app, jobs, files, flags } = floor;
  const { definitions, accounts, identity } = rooms;
  return createFlows({
    ...{ db, clock, log: app.log, jobs, definitions, vault: accounts.vault },
    registry: createRegistry(effectsOf(rooms), factsOf(floor, rooms)),
    challenges: createChallenges(accounts),
    flagsFor: (on, names, { subject, personId }) =>
      flags.for(on, personId === null ? { visitor: subject.slice("visitor:".length) } : { personId }, names),
    claimed: files.claim,
    mayAttach: files.attach,
    askedAgain: async (tx, { flow, personId }) =>
      flow === "kyc" ? await askedAgain(identity, tx, personId) : null,
    checksOutputs: config.env === "development",
  });
}

function effectsOf({ accounts, identity, orders, payments, service, cases }: FlowRooms) {
  return [
    ...accountsEffects(accounts, { birthDateOf: (on, personId) => birthDateOf(identity, on, personId) }),
    ...identityEffects(identity, {
      openCase: (context, input, follows) => openCase(cases, context, input, follows),
    }),
    ...ordersEffects(orders),
    ...paymentsEffects(payments),
    ...serviceEffects(service),
    ...casesEffects(cases),
  ];
}

function factsOf({ files }: Floor, { accounts, identity, fund, orders, payments }: FlowRooms) {
  return [
    ...accountsFacts(accounts),
    ...identityFacts(identity),
    ...fundFacts(fund),
    ...paymentsFacts(payments),
    ...ordersFacts(orders),
    ...filesFacts(files),
    ...placesFacts(),
  ];
}

/** Opens publishing and drafts. The first definitions are published before the server listens. */
async function openPublishing(
  { db, clock, config, app, gate, messages }: Floor,
  { definitions, flows }: Pick<Rooms, "definitions" | "flows">,
): Promise<Pick<Rooms, "publishing" | "changes">> {
  const letters = createLetters({ messages, config });
  const publishing = await oneAtATime(db, "first-data", () =>
    createPublishing({
      ...{ db, clock, config, log: app.log, definitions, survey: flows.survey, letters },
      ...(gate === null ? {} : { gate }),
      mayDecide: async (on, personId) => {
        const person = await findPerson(on, personId);
        return person?.role === "compliance" && !person.locked;
      },
    }),
  );
  const changes = createChanges({ db, clock, definitions, publishing, letters, rootDir: config.rootDir });
  return { publishing, changes };
}
