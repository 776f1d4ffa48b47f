import type { JsonObject } from "../engine/values/json.ts";
import type { LocalDate } from "../engine/values/local-date.ts";
import {
  accountsEffects,
  accountsFacts,
  accountsJobs,
  createAccounts,
  createChallenges,
  findPerson,
  findPersonIdByEmail,
  leavesTestsOut,
  livingProofs,
  peopleWithRole,
  providersOf,
  readMaintenance,
  staysOpen,
} from "./accounts/index.ts";
import { type ApiRooms, apiRoutes, developmentRoutes } from "./api-routes.ts";
import { auditJobs, createAudit, watchCalls } from "./audit/index.ts";
import { casesEffects, createCases, deadlinesJob, openCase, tellDeadlines } from "./cases/index.ts";
import { createChanges, publishDueJob } from "./changes/index.ts";
import { type Clock, systemClock } from "./clock/index.ts";
import type { Config } from "./config.ts";
import { createContent } from "./content/index.ts";
import { countCalls, type Db, fitsKey, oneAtATime, openDatabase, type Tx } from "./db/index.ts";
import { createDefinitions, type Definitions } from "./definitions/index.ts";
import { clamdScanner, createFiles, download, filesFacts } from "./files/index.ts";
import { askFlags, openFlags } from "./flags/index.ts";
import { createFlows, createRegistry } from "./flows/index.ts";
import {
  businessDayAfter,
  createFund,
  fundFacts,
  fundJobs,
  listStrategies,
  strategyWithHistory,
} from "./fund/index.ts";
import type { GateRunner } from "./gate/index.ts";
import { type App, createEvents, createHttp, keepToThai, serveAppLinks, servePages } from "./http/index.ts";
import {
  askedAgain,
  askedOf,
  bankAccountOf,
  birthDateOf,
  CHANGES_NAME,
  changeName,
  createIdentity,
  demonstrationLists,
  identityEffects,
  identityFacts,
  investorFact,
  listedAtAddress,
  namesOf,
  nobodySettings,
  payerLikeness,
  payoutAccount,
  sandboxSettings,
  signedContractsOf,
} from "./identity/index.ts";
import { type Jobs, openJobs } from "./jobs/index.ts";
import { keyFor } from "./keys.ts";
import { createLegal, legalText, wordsSigned } from "./legal/index.ts";
import { createMessages } from "./messages/index.ts";
import {
  foreseeMoves,
  movedByChange,
  moveOrders,
  openOrdersByStrategy,
  orderingIn,
  ordersEffects,
  ordersFacts,
  ordersForNav,
  ordersJobs,
} from "./orders/index.ts";
import { type PaymentsRoom, paymentsEffects, paymentsFacts, paymentsJobs } from "./payments/index.ts";
import { placesFacts } from "./places/index.ts";
import { createPortfolio, portfolioJobs, sandboxEStamps, tierOf, valueHeld } from "./portfolio/index.ts";
import { createLetters, createPublishing, watchFiles } from "./publishing/index.ts";
import { countRequest, createService, serviceEffects, sweepRequests } from "./service/index.ts";
import { settlementJobs } from "./settlement/index.ts";
import { createSite, siteRoutes } from "./site/index.ts";
import { storageRoom } from "./storage-room.ts";
import { createTexts } from "./texts.ts";

/** The assembled server. */
export type Server = {
  readonly app: App;
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Starts the jobs and listens; answers the address. */
  readonly listen: () => Promise<string>;
  /** Finishes what is running and lets go of everything but the database itself. */
  readonly close: () => Promise<void>;
};

/** Builds the server on a migrated database: the floor first, then each room with its routes. */
export async function createServer(
  config: Config,
  databaseUrl: string,
  options: {
    readonly logStream?: { write: (line: string) => void };
    readonly clock?: Clock;
    /** Hangs something on the server before any room does: tests look at what it answers. */
    readonly first?: (app: App) => void;
    /** The gate's thread, where several portals of one process share it. */
    readonly gate?: GateRunner;
    /** Settles when the process that starts it serves, or has given up: until then connections may take longer. */
    readonly starting?: Promise<unknown>;
  } = {},
): Promise<Server> {
  const development = config.env === "development";
  const { starting } = options;
  const db = await openDatabase(databaseUrl, {
    max: 20,
    watched: development,
    ...(starting === undefined ? {} : { starting }),
  });
  const tools = development ? await import("./development.ts") : null;
  const movable =
    tools !== null && options.clock === undefined ? await tools.movableClock(db, config.clockStart) : null;
  const clock = options.clock ?? movable ?? systemClock();

  const keyCheck = keyFor(config, "installation").toString("hex");
  const hasRoom = storageRoom(config.dataDir);
  const app = await createHttp(config, {
    ready: async () => ({
      database: await answers(db),
      jobs: await jobs.healthy(),
      overdue: await jobs.overdue().catch(() => []),
      key: await fitsKey(db, keyCheck).catch(() => true),
      storage: await hasRoom(),
    }),
    countCalls: (name, windowMs) => countCalls(db, { name, windowMs, now: clock.wall() }),
    ...(options.logStream === undefined ? {} : { logStream: options.logStream }),
  });
  options.first?.(app);
  keepToThai(app, () => isOn("multiple-languages"));
  const jobs = await openJobs({
    url: databaseUrl,
    onError: (error, name) => app.log.error({ err: error, job: name }, "job"),
    scheduled: { db, clock },
  });
  const events = createEvents(app, { living: (proofs) => livingProofs({ db, clock }, proofs) });
  const messages = createMessages({ db, jobs, clock, config, listed: listedAtAddress });
  const files = createFiles({
    db,
    clock,
    config,
    scanner: config.clamdUrl === null ? null : clamdScanner(config.clamdUrl),
    onScannerAway: (error) => app.log.warn({ err: error }, "scanner"),
  });
  const flagSet = await openFlags(config, (error) => app.log.warn({ err: error }, "flags"));
  const flags = askFlags(flagSet, {
    customerType: async (on, personId) => (await findPerson(on, personId))?.customerType ?? "",
    tier: async (on, personId) => tierOf(await valueHeld(fund, on, personId)).tier,
  });
  const { isOn } = flags;
  const isOnFor = (flag: string, personId: string) => flags.isOnFor(db, personId, flag);

  const audit = createAudit({
    db,
    clock,
    config,
    log: app.log,
    tell: async (tx, { batch, reason, since }) => {
      for (const { id, email, language } of await peopleWithRole(tx, "admin"))
        await messages.send(tx, {
          to: email,
          template: "audit-broken",
          language,
          data: { batch, reason, link: `${config.origin}/staff` },
          key: `audit-broken:${since}:${batch}:${id}`,
        });
    },
  });

  // Rooms, each after those that it stands on: one import and one block each.
  const definitions = await createDefinitions({ db, databaseUrl, clock, config, log: app.log });
  const content = await createContent(
    { db, clock, config, log: app.log },
    config.contentUrl === null ? null : { url: config.contentUrl, token: config.contentToken },
  );
  const legal = await createLegal({ db, clock, config, log: app.log });
  const issuers = tools?.createAccessSandbox({ port: 0, origin: config.origin }) ?? null;
  const accounts = createAccounts({
    db,
    clock,
    config,
    messages,
    legal: legal.inForce,
    isOn,
    secretOver: events.endOf,
    // What the settings name is asked in development too; the sandbox stands in for the rest.
    providers: () => {
      const named = providersOf(config);
      const made = issuers?.providers();
      return {
        google: named.google ?? made?.google ?? null,
        apple: named.apple ?? made?.apple ?? null,
        wallet: named.wallet ?? made?.wallet ?? null,
      };
    },
  });
  const secret = keyFor(config, "identity-sandbox").toString("hex");
  const webhookUrl = () => `${app.listeningOrigin}/api/webhooks/identity`;
  const ndidUrl = () => `${app.listeningOrigin}/api/webhooks/ndid`;
  const sandbox = tools?.createSandbox({ port: config.sandboxPort, webhookUrl, ndidUrl, secret }) ?? null;
  const vendors = config.identityVendors ?? nobodySettings();
  const businessDays = async (tx: Tx, from: string, count: number) => {
    const day = businessDayAfter(await fund.calendar(tx), from as LocalDate, count);
    return day.ok ? day.value : null;
  };
  const identity = createIdentity({
    db,
    clock,
    config,
    log: app.log,
    jobs,
    messages,
    files,
    accounts,
    isOn,
    isOnFor,
    ableToInvest: (investor) => isAbleToInvest(definitions, investor),
    sentBy: async (version) => {
      // A version that is broken is shown as the newest calls things; that it is, the log says.
      const known = version === null ? null : await definitions.compiled(version).catch(() => null);
      const current = definitions.current("kyc")?.hash;
      const compiled = known ?? (current === undefined ? null : await definitions.compiled(current));
      if (compiled === null) return null;
      return { definition: compiled.definition, module: await definitions.address(compiled.hash) };
    },
    vendorSettings: () => (sandbox === null ? vendors : sandboxSettings(sandbox.url(), secret)),
    watchLists: config.watchLists ?? (tools === null ? null : demonstrationLists),
    businessDayAfter: businessDays,
  });
  const fund = createFund({
    db,
    clock,
    config,
    jobs,
    messages,
    person: findPerson,
    colleagues: peopleWithRole,
    names: (on, personId) => namesOf(identity, on, personId),
    switching: (tx, personId) => flags.isOnFor(tx, personId, "switching"),
    openOrders: (on: Db | Tx) => openOrdersByStrategy(on, { withoutTests: leavesTestsOut(isOn) }),
    withoutTests: () => leavesTestsOut(isOn),
    ordersOnHoliday: { foresee: foreseeMoves, move: moveOrders, moved: movedByChange },
    ordersForNav,
    calendarChanges: (changed) =>
      void definitions.onEvent(({ event }) => {
        if (event === "calendar") changed();
      }),
    payoutAccount,
    orderingIn,
    investor: async ({ db: on, personId, clock: at }) =>
      personId === null ? null : await investorFact(identity, on, personId, at),
  });
  const payments: PaymentsRoom = {
    ...fund,
    files,
    billerId: config.billerId,
    bankSecret: config.bankWebhookSecret,
    isOnFor,
    likeness: (on, personId, holder) => payerLikeness(identity, on, personId, holder),
    names: (on, personId) => namesOf(identity, on, personId),
    deliver: (tx, event) => flows.deliver(tx, event),
  };
  const settlement = {
    ...fund,
    isOn,
    destination: (on: Db | Tx, personId: string, account: string) =>
      bankAccountOf(identity, on, personId, account),
  };
  const portfolio = createPortfolio(fund, {
    vault: accounts.vault,
    holder: (on, personId) => namesOf(identity, on, personId),
    isOnFor,
    content,
    askedOf: (personId) => askedOf(identity, personId),
    signedContracts: signedContractsOf,
    contractWords: ({ version, language, textHash }) =>
      wordsSigned(db, { document: "contract", version, language, textHash }),
    eStamps: development ? sandboxEStamps() : null,
    letters: messages.sentTo,
  });
  const service = createService({
    db,
    clock,
    download: (reply, file) => download(files, reply, file),
    files,
    messages,
    key: keyFor(config, "service-days"),
    businessDayAfter: businessDays,
  });
  const cases = createCases({
    ...{ db, clock, config, messages, files, vault: accounts.vault },
    download: service.download,
    count: (tx, request) => countRequest(tx, service.key, { ...request, now: clock.wall() }),
    businessDayAfter: service.businessDayAfter,
    moduleOf: async (version) => {
      const known = await definitions.compiled(version).catch(() => null);
      return known === null ? null : await definitions.address(version);
    },
    follows: { [CHANGES_NAME]: (tx, granted) => changeName(identity, tx, granted) },
  });
  const effects = [
    ...accountsEffects(accounts, { birthDateOf: (on, personId) => birthDateOf(identity, on, personId) }),
    ...identityEffects(identity, {
      openCase: (context, input, follows) => openCase(cases, context, input, follows),
    }),
    ...ordersEffects(fund),
    ...paymentsEffects(payments),
    ...serviceEffects(service),
    ...casesEffects(cases),
  ];
  const facts = [
    ...accountsFacts(accounts),
    ...identityFacts(identity),
    ...fundFacts(fund),
    ...paymentsFacts(fund),
    ...ordersFacts(fund),
    ...filesFacts(files),
    ...placesFacts(),
  ];
  const flows = createFlows({
    db,
    clock,
    log: app.log,
    jobs,
    definitions,
    registry: createRegistry(effects, facts),
    challenges: createChallenges(accounts),
    vault: accounts.vault,
    flagsFor: (on, names, { subject, personId }) =>
      flags.for(on, personId === null ? { visitor: subject.slice("visitor:".length) } : { personId }, names),
    claimed: files.claim,
    mayAttach: files.attach,
    askedAgain: async (tx, { flow, personId }) =>
      flow === "kyc" ? await askedAgain(identity, tx, personId) : null,
    checksOutputs: development,
  });
  if (tools !== null)
    await oneAtATime(db, "first-data", async () => {
      await tools.seedDemoPeople(accounts);
      await tools.seedDemoIdentity(identity);
      await tools.writeDemoNavs(db, clock, await fund.calendar(db));
    });
  const letters = createLetters({ messages, config });
  // Definitions are published before anybody asks: the server listens last.
  const openPublishing = () =>
    createPublishing({
      db,
      clock,
      config,
      log: app.log,
      definitions,
      survey: flows.survey,
      letters,
      ...(options.gate === undefined ? {} : { gate: options.gate }),
      mayDecide: async (on, personId) => {
        const person = await findPerson(on, personId);
        return person?.role === "compliance" && !person.locked;
      },
    });
  const publishing = await oneAtATime(db, "first-data", openPublishing);
  const changes = createChanges({ db, clock, definitions, publishing, letters, rootDir: config.rootDir });

  // What is done in the background, and when.
  auditJobs(audit, jobs);
  jobs.work("files.sweep", () => files.sweep());
  jobs.schedule("files.sweep", "*/10 * * * *");
  jobs.work("files.scan", () => files.scanLater());
  jobs.schedule("files.scan", "*/5 * * * *");
  fundJobs(fund, jobs);
  ordersJobs(fund, jobs);
  paymentsJobs(fund, { jobs, deliver: flows.deliver });
  settlementJobs(settlement, jobs);
  portfolioJobs(portfolio, jobs);
  jobs.work("service.sweep", () => db.transaction().execute((tx) => sweepRequests(tx, clock.wall())));
  jobs.schedule("service.sweep", "50 3 * * *");
  jobs.work(publishDueJob, () => changes.publishDue());
  jobs.schedule(publishDueJob, "* * * * *");
  jobs.work(deadlinesJob, () => tellDeadlines(cases));
  jobs.schedule(deadlinesJob, "0 8 * * *");
  accountsJobs(accounts, jobs);

  // What may be called.
  watchCalls(app, {
    notice: audit.notice,
    key: keyFor(config, "audit-strangers"),
    personOf: (email) => findPersonIdByEmail(db, email),
  });
  const rooms: ApiRooms = {
    ...{ db, clock, config, jobs, messages, files, flags, audit, definitions, content, legal, accounts },
    ...{ identity, fund, payments, settlement, portfolio, service, cases, flows, publishing, changes },
  };
  apiRoutes(app, rooms);
  if (tools !== null) {
    developmentRoutes(app, rooms);
    tools.demoFactorRoutes(app, { clock });
    if (movable !== null) {
      tools.clockRoutes(app, movable);
      // A clock that jumps makes things due at once; nobody waits for the next look.
      movable.onMove(() => jobs.tick());
    }
  }

  // What open pages hear.
  content.onChange(() => events.broadcast("content", { version: content.version() }));
  definitions.onEvent(({ event, data }) => {
    if (event !== "content") return events.broadcast(event, data as JsonObject);
    // Pages are told once what they are to get stands ready.
    content.refresh().catch((error: unknown) => app.log.warn({ err: error }, "content"));
  });
  const unwatch = development
    ? await watchFiles(
        { definitions, publishing },
        { rootDir: config.rootDir, log: app.log, flagsEdited: flagSet.reload },
      )
    : () => {};
  serveAppLinks(app, config);
  // That it cannot be asked closes nothing (specification, section 8).
  const isClosed = async (url: string) =>
    !staysOpen(`app-setting[${url}]`) &&
    (
      await readMaintenance(db).catch((error: unknown) => {
        app.log.warn({ err: error }, "maintenance");
        return { maintenance: false };
      })
    ).maintenance;
  const appPage = await servePages(app, config, definitions.locales.edition, {
    clearsAppCache: () => isOn("clear-mobile-cache"),
    isClosed,
  });
  const texts = createTexts({ rootDir: config.rootDir, fresh: development });
  const site = createSite({
    config,
    clock,
    content,
    isOn,
    strategies: () => listStrategies(fund),
    strategy: (code) => strategyWithHistory(fund, code),
    legal: (document) => legalText(legal, document),
    text: (language, key) => texts.find(key)?.[language] ?? key,
    textsEdition: definitions.locales.edition,
  });
  events.beforeEach(site.forget);
  siteRoutes(app, site, { appPage, isClosed });
  await app.ready();

  return {
    app,
    db,
    clock,
    jobs,
    listen: async () => {
      await jobs.start();
      const address = await app.listen({ port: config.port, host: config.host });
      await Promise.all([sandbox?.start(), issuers?.start()]);
      return address;
    },
    close: async () => {
      unwatch();
      await Promise.all([app.close(), sandbox?.stop(), issuers?.stop()]);
      await jobs.stop();
      await Promise.all([publishing.stop(), definitions.stop()]);
      messages.close();
      legal.close();
      content.close();
      flagSet.close();
      await db.destroy();
    },
  };
}

/** The rule as the current version of `invest` says it; while nothing says it, nobody is able. */
async function isAbleToInvest(definitions: Definitions, investor: JsonObject): Promise<boolean> {
  const hash = definitions.current("invest")?.hash;
  const rule = hash === undefined ? null : await definitions.rule(hash, "able-to-invest");
  if (rule === null) return false;
  return rule({ answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} }).kind === "holds";
}

async function answers(db: Db): Promise<boolean> {
  try {
    await db.selectNoFrom((e) => e.lit(1).as("one")).execute();
    return true;
  } catch {
    return false;
  }
}
