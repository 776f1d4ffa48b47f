import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createServer, type Server } from "./app.ts";
import { record } from "./audit/index.ts";
import { systemClock } from "./clock/index.ts";
import type { Config } from "./config.ts";
import {
  type Cluster,
  claimDatabase,
  EDITION,
  keepRunning,
  migrate,
  openDatabase,
  type RoutineChanges,
  startCluster,
  type Tx,
} from "./db/index.ts";

/** A running portal. */
export type Portal = {
  readonly server: Server;
  /** The address at which the portal listens. */
  readonly address: string;
  readonly databaseUrl: string;
  /**
   * Finishes or aborts the work in progress, then stops the embedded database. All of this takes at most nine
   * seconds.
   */
  readonly stop: () => Promise<void>;
  /** Tells the embedded database to stop, without waiting for it. Used if the process must exit at once. */
  readonly abandon: () => void;
};

/**
 * Maximum time that work in progress gets to finish, in milliseconds. Work that takes longer is aborted by
 * the end of the process.
 */
const LET_GO_WITHIN_MS = 5_000;
const SAY_EVERY_MS = 5_000;

/** Starts the database, brings its tables up to date, and starts the server on its port. */
export async function startPortal(config: Config): Promise<Portal> {
  const cluster =
    config.databaseUrl === null
      ? await aloud("its own PostgreSQL", startCluster({ dir: join(config.dataDir, "postgres") }))
      : null;
  const databaseUrl = config.databaseUrl ?? (cluster as Cluster).url;
  const { promise: starting, resolve: started } = Promise.withResolvers<void>();
  let server: Server | null = null;
  try {
    await aloud(
      "the database, to bring its tables up to date",
      prepareDatabase(databaseUrl, config, starting),
    );
    server = await createServer(config, databaseUrl, { starting });
    const address = await server.listen();
    const running = server;
    const letGo = cluster === null ? () => {} : keepRunning(cluster, running.app.log);
    return {
      server: running,
      address,
      databaseUrl,
      stop: async () => {
        letGo();
        const closed = running.close();
        closed.catch((error) => running.app.log.error({ err: error }, "close"));
        await Promise.race([closed, pause(LET_GO_WITHIN_MS, undefined, { ref: false })]).catch(() => {});
        await cluster?.stop();
      },
      abandon: () => cluster?.abandon(),
    };
  } catch (error) {
    await server?.close().catch(() => {});
    await cluster?.stop().catch(() => {});
    throw error;
  } finally {
    started();
  }
}

/** If the start takes long, writes to stderr what it is waiting for. */
async function aloud<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const waits = setInterval(() => process.stderr.write(`Still waiting for ${what}.\n`), SAY_EVERY_MS);
  return await work.finally(() => clearInterval(waits));
}

async function prepareDatabase(url: string, config: Config, starting: Promise<void>): Promise<void> {
  const db = await openDatabase(url, { max: 1, starting });
  try {
    await migrate(db, { note: noteRoutines });
    await claimDatabase(db, config.env);
  } finally {
    await db.destroy();
  }
}

/** Records in the audit trail which functions, views and triggers changed. */
async function noteRoutines(tx: Tx, changes: RoutineChanges): Promise<void> {
  await record(tx, systemClock(), {
    actor: "system:migrations",
    action: "database.routines",
    subject: "database",
    detail: {
      edition: EDITION,
      created: [...changes.created],
      changed: [...changes.changed],
      dropped: [...changes.dropped],
    },
  });
}
