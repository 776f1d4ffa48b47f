import type { FlagName } from "../../domain/flag-names.ts";
import { findPerson, livingProofs, peopleWithRole } from "../accounts/index.ts";
import { type Audit, createAudit } from "../audit/index.ts";
import { type Clock, systemClock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import { countCalls, type Db, fitsKey, openDatabase } from "../db/index.ts";
import { clamdScanner, createFiles, type Files } from "../files/index.ts";
import { type AskFlags, askFlags, type Flags, openFlags, storedFlags } from "../flags/index.ts";
import { type NavHistory, navHistory } from "../fund/index.ts";
import type { GateRunner } from "../gate/index.ts";
import { type App, createEvents, createHttp, type Events, keepToOneLanguage } from "../http/index.ts";
import { listedAtAddress } from "../identity/index.ts";
import { type Jobs, openJobs } from "../jobs/index.ts";
import { keyFor } from "../keys.ts";
import { createMessages, type Messages } from "../messages/index.ts";
import { declinesLetters, tierOf, valueHeld } from "../portfolio/index.ts";
import { storageRoom } from "../storage-room.ts";

export type ServerOptions = {
  readonly logStream?: { write: (line: string) => void };
  readonly clock?: Clock;
  /**
   * Function that registers something on the server before any module does, so that tests can observe
   * answers.
   */
  readonly first?: (app: App) => void;
  /** The gate's worker thread, if several portals in a process share it. */
  readonly gate?: GateRunner;
  /**
   * Promise that settles when the starting process serves requests or has failed. Until then, database
   * connections may take longer.
   */
  readonly starting?: Promise<unknown>;
};

type DevelopmentTools = typeof import("../development.ts");

/**
 * The dependencies that all modules share. `tools` and `movable` (a clock that can be moved) exist in
 * development only.
 */
export type Floor = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly gate: GateRunner | null;
  readonly tools: DevelopmentTools | null;
  readonly db: Db;
  readonly clock: Clock;
  readonly movable: Awaited<ReturnType<DevelopmentTools["movableClock"]>> | null;
  readonly app: App;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly messages: Messages;
  readonly files: Files;
  readonly flagSet: Flags;
  readonly flags: AskFlags;
  readonly isOn: AskFlags["isOn"];
  readonly isOnFor: (flag: FlagName, personId: string) => Promise<boolean>;
  readonly audit: Audit;
  readonly history: NavHistory;
};

/** Opens the database, the clock, HTTP, the jobs, and everything that depends only on them. */
export async function openFloor(
  config: Config,
  databaseUrl: string,
  { starting, first, logStream, gate = undefined, clock: given }: ServerOptions,
): Promise<Floor> {
  const development = config.env === "development";
  const db = await openDatabase(databaseUrl, {
    max: 20,
    watched: development,
    ...(starting === undefined ? {} : { starting }),
  });
  const tools = development ? await import("../development.ts") : null;
  const movable =
    tools !== null && given === undefined ? await tools.movableClock(db, config.clockStart) : null;
  const clock = given ?? movable ?? systemClock();
  const app = await openHttp({ config, db, clock, logStream, jobs: () => jobs });
  first?.(app);
  keepToOneLanguage(app, () => isOn("multiple-languages"));
  const jobs = await openJobs({
    url: databaseUrl,
    onError: (error, name) => app.log.error({ err: error, job: name }, "job"),
    scheduled: { db, clock },
  });
  const events = createEvents(app, { living: (proofs) => livingProofs({ db, clock }, proofs) });
  const messages = createMessages({
    db,
    jobs,
    clock,
    config,
    listed: listedAtAddress,
    declines: declinesLetters,
  });
  const files = createFiles({
    db,
    clock,
    config,
    scanner: config.clamdUrl === null ? null : clamdScanner(config.clamdUrl),
    onScannerAway: (error) => app.log.warn({ err: error }, "scanner"),
  });
  const history = navHistory();
  const flagSet = await openSwitches({ config, db, clock, app });
  const flags = askFlags(flagSet, {
    customerType: async (on, personId) => (await findPerson(on, personId))?.customerType ?? "",
    tier: async (on, personId) => tierOf(await valueHeld({ history }, on, personId)).tier,
  });
  const { isOn } = flags;
  return {
    ...{ config, databaseUrl, gate: gate ?? null, tools, db, clock, movable, app, jobs, events },
    ...{ messages, files, flagSet, flags, isOn, history },
    isOnFor: (flag, personId) => flags.isOnFor(db, personId, flag),
    audit: openAudit({ config, db, clock, app, messages }),
  };
}

/** Opens the feature flags with this database's flag set, unless an Unleash server supplies the flags. */
async function openSwitches({
  config,
  db,
  clock,
  app,
}: Pick<Floor, "config" | "db" | "clock" | "app">): Promise<Flags> {
  const onError = (error: Error) => app.log.warn({ err: error }, "flags");
  const stored = config.unleashUrl === null ? storedFlags({ db, clock, config, onError }) : null;
  return await openFlags(config, onError, { stored, now: () => clock.now().toJSDate() });
}

async function openHttp({
  config,
  db,
  clock,
  logStream,
  jobs,
}: Pick<Floor, "config" | "db" | "clock"> & {
  readonly logStream: ServerOptions["logStream"] | undefined;
  readonly jobs: () => Jobs;
}): Promise<App> {
  const keyCheck = keyFor(config, "installation").toString("hex");
  const hasRoom = storageRoom(config.dataDir);
  return await createHttp(config, {
    ready: async () => ({
      database: await answers(db),
      jobs: await jobs().healthy(),
      overdue: await jobs()
        .overdue()
        .catch(() => []),
      key: await fitsKey(db, keyCheck).catch(() => true),
      storage: await hasRoom(),
    }),
    countCalls: (name, windowMs) => countCalls(db, { name, windowMs, now: clock.wall() }),
    ...(logStream === undefined ? {} : { logStream }),
  });
}

function openAudit({
  config,
  db,
  clock,
  app,
  messages,
}: Pick<Floor, "config" | "db" | "clock" | "app" | "messages">): Audit {
  return createAudit({
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
}

async function answers(db: Db): Promise<boolean> {
  try {
    await db.selectNoFrom((e) => e.lit(1).as("one")).execute();
    return true;
  } catch {
    return false;
  }
}
