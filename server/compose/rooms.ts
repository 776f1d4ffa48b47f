import { BRANDS } from "../../domain/brands.ts";
import { ENDS_ACCOUNT } from "../../domain/ends-account.ts";
import type { Language } from "../../engine/values/languages.ts";
import {
  type Accounts,
  accountsEffects,
  accountsFacts,
  createChallenges,
  findPerson,
  peopleWithRole,
  RESTORES_ACCESS,
} from "../accounts/index.ts";
import { type Cases, casesEffects, createCases, type Follow, openCase, ownReplies } from "../cases/index.ts";
import { createChanges } from "../changes/index.ts";
import { type Content, createContent } from "../content/index.ts";
import { oneAtATime } from "../db/index.ts";
import { createDefinitions, type Definitions } from "../definitions/index.ts";
import { conditionWords, whomWords } from "../differences/index.ts";
import { type ErasureRoom, erasePerson, erasureFacts, refuseHindered } from "../erasure/index.ts";
import { createSwitchEffects } from "../explain/index.ts";
import { download, filesFacts } from "../files/index.ts";
import { catalogueIn, type SwitchRoom } from "../flags/index.ts";
import {
  createFlows,
  createRecords,
  createRegistry,
  drawInLanguages,
  drawingWords,
  type Flows,
  preparedLetters,
  type Records,
} from "../flows/index.ts";
import { fundFacts } from "../fund/index.ts";
import {
  askedAgain,
  birthDateOf,
  CHANGES_NAME,
  changeName,
  type Identity,
  identityEffects,
  identityFacts,
  namesOf,
} from "../identity/index.ts";
import { keyFor } from "../keys.ts";
import { createLegal, type Legal } from "../legal/index.ts";
import { ordersEffects, ordersFacts } from "../orders/index.ts";
import { paymentsEffects, paymentsFacts } from "../payments/index.ts";
import { placesFacts } from "../places/index.ts";
import { sectionsFile } from "../portfolio/index.ts";
import { createLetters, createPublishing, type Publishing } from "../publishing/index.ts";
import { createTexts } from "../texts.ts";
import { type BusinessDayAfter, openCalendar } from "./business-days.ts";
import type { Floor } from "./floor.ts";
import { openAccounts, openIdentity, type Sandbox } from "./identity.ts";
import { restoresAccess } from "./restores-access.ts";
import { openTrade, type TradeRooms } from "./trade.ts";

/** All modules of the server (rooms), lowest layer first. */
export type Rooms = TradeRooms & {
  readonly definitions: Definitions;
  readonly content: Content;
  readonly legal: Legal;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly cases: Cases;
  readonly erasure: ErasureRoom;
  readonly records: Records;
  readonly flows: Flows;
  readonly publishing: Publishing;
  readonly changes: ReturnType<typeof createChanges>;
  readonly switches: SwitchRoom;
  readonly sandboxes: readonly Sandbox[];
};

/** Creates all modules, each after its dependencies, and publishes the first definitions. */
export async function openRooms(floor: Floor): Promise<Rooms> {
  const { db, databaseUrl, clock, config, app, tools, flagSet } = floor;
  const desk = { db, clock, config, log: app.log };
  const definitions = await createDefinitions({ ...desk, databaseUrl, ...hearSwitches(flagSet) });
  const content = await createContent(
    desk,
    config.contentUrl === null ? null : { url: config.contentUrl, token: config.contentToken },
  );
  const legal = await createLegal(desk);
  const { calendar, businessDayAfter } = openCalendar(floor, definitions);
  const { accounts, issuers } = openAccounts(floor, legal);
  const moduleOf = async (version: string) => {
    const known = await definitions.compiled(version).catch(() => null);
    return known === null ? null : await definitions.address(version);
  };
  const records = createRecords({ vault: accounts.vault, moduleOf });
  const { identity, sandbox } = openIdentity(floor, { accounts, definitions, records, businessDayAfter });
  // Modules of lower layers use this function to notify waiting flows of payments and decisions. The flows
  // module is created last, so it is looked up only at the call.
  const deliver: Flows["deliver"] = (tx, event) => flows.deliver(tx, event);
  const replies: Parameters<typeof openTrade>[1]["ownReplies"] = (personId) => ownReplies(cases, personId);
  const trade = openTrade(floor, {
    ...{ accounts, definitions, identity, content, calendar, deliver },
    ownReplies: replies,
  });
  const erasure = { db, clock, accounts, messages: floor.messages, files: floor.files };
  const cases = openCases(floor, {
    erasure,
    accounts,
    identity,
    records,
    definitions,
    moduleOf,
    deliver,
    businessDayAfter,
  });
  const flows = openFlows(floor, { ...trade, cases, definitions, accounts, identity });
  if (tools !== null)
    await oneAtATime(db, "first-data", async () => {
      await tools.seedDemoPeople(accounts);
      await tools.seedDemoIdentity(identity);
      await tools.writeDemoNavs(db, clock, await calendar(db));
    });
  return {
    ...{ ...trade, cases, erasure, definitions, content, legal, accounts, identity, records, flows },
    ...(await openPublishing(floor, { definitions, flows })),
    switches: openSwitchDesk(floor, definitions),
    sandboxes: [sandbox, issuers].filter((one) => one !== null),
  };
}

/**
 * Returns handlers for changed feature flags. A process loads the changed flags before its pages are
 * notified. After a lost connection, the process compares revisions to find changes that it missed.
 */
function hearSwitches(
  flagSet: Floor["flagSet"],
): Pick<Parameters<typeof createDefinitions>[0], "take" | "missed"> {
  return {
    take: async ({ event }) => {
      if (event === "flags") await flagSet.refresh();
    },
    missed: async () => {
      if (!(await flagSet.refresh())) return [];
      return [{ event: "flags", data: { revision: flagSet.revision() ?? 0 } }];
    },
  };
}

/** Creates the desk of feature flags, with the texts of flows and flags. */
function openSwitchDesk(
  { db, clock, config, app, flagSet, flags, messages }: Floor,
  definitions: Definitions,
): SwitchRoom {
  const texts = createTexts({ rootDir: config.rootDir, fresh: config.env === "development" });
  const titleOf = (flag: string) => texts.find(`flag:${flag}.title`) ?? { th: flag, en: flag };
  const catalogue = () => catalogueIn(config, (error) => app.log.warn({ err: error }, "flags"));
  return {
    ...{ db, clock, config, flagSet, ask: flags, log: app.log },
    ...createSwitchEffects({ definitions, catalogue, titleOf }),
    whom: (set) => whomWords(set, titleOf),
    conditionWords: (condition) => conditionWords(condition, titleOf),
    text: texts.find,
    announce: (tx, revision) => definitions.publish(tx, { event: "flags", data: { revision } }),
    tell: async (tx, { id, names, reason }) => {
      for (const role of ["operations", "compliance"] as const)
        for (const colleague of await peopleWithRole(tx, role))
          await messages.send(tx, {
            to: colleague.email,
            template: "switch-unconfirmed",
            language: colleague.language,
            data: {
              switches: names.map((name) => titleOf(name)[colleague.language]).join(", "),
              reason,
              link: `${config.origin}/studio/switches`,
            },
            key: `switch-unconfirmed:${id}:${colleague.id}`,
          });
    },
  };
}

/** Creates the cases module. Flows open its cases at desks. */
function openCases(
  { db, clock, config, files, messages }: Floor,
  beside: Pick<Rooms, "accounts" | "erasure" | "identity"> & {
    readonly records: Records;
    readonly definitions: Definitions;
    readonly moduleOf: (version: string) => Promise<string | null>;
    readonly deliver: Flows["deliver"];
    readonly businessDayAfter: BusinessDayAfter;
  },
): Cases {
  const { accounts, identity, records, definitions, moduleOf, deliver, businessDayAfter } = beside;
  const texts = createTexts({ rootDir: config.rootDir, fresh: config.env === "development" });
  const wordsOf = (language: Language) => drawingWords((key) => texts.find(key)?.[language] ?? key);
  return createCases({
    ...{
      db,
      clock,
      config,
      messages,
      files,
      vault: accounts.vault,
      records,
      moduleOf,
      deliver,
      businessDayAfter,
    },
    draw: async (version, answers) => {
      const compiled = await definitions.compiled(version).catch(() => null);
      return drawInLanguages(compiled?.definition ?? null, answers, wordsOf);
    },
    letters: (of) => caseLetters(definitions, of),
    say: (key, language, params) => texts.find(key, params)?.[language] ?? key,
    drawFile: async (of) => {
      const brand = BRANDS[config.brand].name;
      return await sectionsFile({
        ...of,
        ...{ author: brand, at: clock.now().toJSDate() },
        foot: (page, pages) => texts.find("document:foot", { brand, page, pages })?.[of.language] ?? "",
      });
    },
    namesOf: (personId) => namesOf(identity, db, personId),
    download: (reply, file) => download(files, reply, file),
    key: keyFor(config, "case-days"),
    follows: caseFollows(beside),
  });
}

/** Returns the actions that run when cases are granted. */
function caseFollows({
  accounts,
  erasure,
  identity,
}: Pick<Rooms, "accounts" | "erasure" | "identity">): Cases["follows"] {
  const ends: Follow = {
    refuse: refuseHindered,
    run: async (tx, granted) => {
      await erasePerson(erasure, tx, granted);
      return { told: true };
    },
  };
  return {
    [CHANGES_NAME]: {
      refuse: async () => {},
      run: async (tx, granted) => {
        await changeName(identity, tx, granted);
        return { told: false };
      },
    },
    ...Object.fromEntries(ENDS_ACCOUNT.map((topic) => [topic, ends])),
    [RESTORES_ACCESS]: restoresAccess(accounts, identity),
  };
}

/**
 * Returns the letters that a flow prepared for the topic of a case. They come from the published version if
 * it still has the step, otherwise from the version that opened the case.
 */
async function caseLetters(
  definitions: Definitions,
  { flow, version, step, topic }: Parameters<Cases["letters"]>[0],
): ReturnType<Cases["letters"]> {
  const newest = definitions.current(flow)?.hash;
  for (const hash of newest === undefined ? [version] : [newest, version]) {
    const definition = (await definitions.compiled(hash).catch(() => null))?.definition;
    if (definition?.flow.steps[step]?.kind === "effect")
      return preparedLetters(definition, { step, word: topic });
  }
  return [];
}

type FlowRooms = TradeRooms & Pick<Rooms, "definitions" | "accounts" | "identity" | "cases">;

/** Creates the flows module, with the effects and facts of the modules in lower layers. */
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
    keepFiles: files.keep,
    askedAgain: async (tx, { flow, personId }) =>
      flow === "kyc" ? await askedAgain(identity, tx, personId) : null,
    checksOutputs: config.env === "development",
  });
}

function effectsOf({ accounts, identity, orders, payments, cases }: FlowRooms) {
  return [
    ...accountsEffects(accounts, { birthDateOf: (on, personId) => birthDateOf(identity, on, personId) }),
    ...identityEffects(identity, {
      openCase: (context, input, follows) => openCase(cases, context, input, follows),
    }),
    ...ordersEffects(orders),
    ...paymentsEffects(payments),
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
    ...erasureFacts,
  ];
}

/**
 * Creates the publishing and changes modules. The first definitions are published before the server listens.
 */
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
