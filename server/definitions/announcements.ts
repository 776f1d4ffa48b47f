import { sql } from "kysely";
import pg from "pg";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { CONNECT_AT_START_WITHIN_MS, type Db, type Tx } from "../db/index.ts";

/** An event sent to open pages, so that they fetch the changed data. It contains no personal data. */
export type PageEvent =
  | { readonly event: "definition"; readonly data: { readonly flow: string; readonly hash: string } }
  | { readonly event: "locales"; readonly data: Record<string, never> }
  /**
   * `revision` is the revision of the flags in the database. It is missing if the change was an edit of a
   * flag file.
   */
  | { readonly event: "flags"; readonly data: { readonly revision?: number } }
  | { readonly event: "calendar"; readonly data: Record<string, never> }
  | { readonly event: "content"; readonly data: Record<string, never> }
  | {
      readonly event: "findings";
      readonly data: { readonly flow: string; readonly findings: readonly SpokenFinding[] };
    };

/** Distributes events among the server processes. Each process forwards them to its open pages. */
export type Announcements = {
  /** Notifies every process on this database, once the given transaction commits. */
  readonly publish: (db: Db | Tx, event: PageEvent) => Promise<void>;
  /** Notifies only the pages of this process. */
  readonly emit: (event: PageEvent) => void;
  /** Registers a listener that is called with every event. Returns a function that removes it. */
  readonly on: (listener: (event: PageEvent) => void) => () => void;
  /**
   * Starts to listen for notifications of the database. If the connection is lost, connects again and calls
   * `onGap`.
   */
  readonly start: (onGap: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const CHANNEL = "saphan_page_events";
const RETRY = { firstMs: 500, mostMs: 15_000 } as const;
const CONNECT_WITHIN_MS = 5_000;

type Log = { readonly warn: (details: object, message: string) => void };

type Deps = {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly retry?: { readonly firstMs: number; readonly mostMs: number };
};

/**
 * Creates the events with PostgreSQL's LISTEN and NOTIFY. In this way every process learns what another one
 * publishes. While the database is unavailable, tries to connect again and again, with pauses that double.
 */
export function createAnnouncements(deps: Deps): Announcements {
  const listeners = new Set<(event: PageEvent) => void>();
  const emit = (event: PageEvent) => {
    for (const listener of listeners) listener(event);
  };
  const connection = keepListening(deps, emit);
  return {
    publish: async (db, event) => {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db);
    },
    emit,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: connection.start,
    stop: async () => {
      const ended = connection.stop();
      listeners.clear();
      await ended;
    },
  };
}

/** Listens on one connection, and opens another one when the connection is lost. */
function keepListening(
  { databaseUrl, log, retry = RETRY }: Deps,
  onEvent: (event: PageEvent) => void,
): Pick<Announcements, "start" | "stop"> {
  let client: pg.Client | null = null;
  let stopped = false;
  const pauses = doubling(retry);
  let pending: NodeJS.Timeout | undefined;
  let onGap = () => {};

  const connect = async (withinMs: number): Promise<void> => {
    const next = await listen(databaseUrl, withinMs, { onEvent, onGone });
    // `stop` was called while this connection was being opened. So the connection is closed here.
    if (stopped) return await next.end();
    client = next;
    pauses.reset();
  };

  // The driver reports a lost connection twice; only the first report of an open connection counts.
  const onGone = (gone: pg.Client, reason: string): void => {
    if (client !== gone) return;
    client = null;
    if (stopped) return;
    log.warn({ reason }, "page events: connection lost, listening again");
    retryLater();
  };

  const retryLater = (): void => {
    if (stopped || pending !== undefined) return;
    pending = setTimeout(() => {
      pending = undefined;
      void again();
    }, pauses.next()).unref();
  };

  const again = async (): Promise<void> => {
    if (stopped) return;
    try {
      await connect(CONNECT_WITHIN_MS);
      // Events may have been missed while no connection listened.
      if (!stopped) onGap();
    } catch {
      retryLater();
    }
  };

  return {
    start: (whenMissed) => {
      onGap = whenMissed;
      return connect(CONNECT_AT_START_WITHIN_MS);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(pending);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

/** Returns pauses that double up to a limit. */
function doubling({ firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number }) {
  let pauseMs = firstMs;
  return {
    next: (): number => {
      const now = pauseMs;
      pauseMs = Math.min(pauseMs * 2, mostMs);
      return now;
    },
    reset: (): void => {
      pauseMs = firstMs;
    },
  };
}

/** Opens a connection that listens for events. */
async function listen(
  databaseUrl: string,
  withinMs: number,
  on: {
    readonly onEvent: (event: PageEvent) => void;
    readonly onGone: (client: pg.Client, reason: string) => void;
  },
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "saphan-events",
    connectionTimeoutMillis: withinMs,
  });
  client.on("error", (error) => on.onGone(client, error.message));
  client.on("end", () => on.onGone(client, "ended"));
  client.on("notification", ({ payload }) => {
    if (payload) on.onEvent(JSON.parse(payload) as PageEvent);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}
