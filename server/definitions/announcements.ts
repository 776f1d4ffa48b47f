import { sql } from "kysely";
import pg from "pg";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { CONNECT_AT_START_WITHIN_MS, type Db, type Tx } from "../db/index.ts";

/** An event for open pages, so that they fetch what changed. It contains nothing personal. */
export type PageEvent =
  | { readonly event: "definition"; readonly data: { readonly flow: string; readonly hash: string } }
  | { readonly event: "locales"; readonly data: Record<string, never> }
  /** `revision`: of the set in the database; if it is missing, a file was edited. */
  | { readonly event: "flags"; readonly data: { readonly revision?: number } }
  | { readonly event: "calendar"; readonly data: Record<string, never> }
  | { readonly event: "content"; readonly data: Record<string, never> }
  | {
      readonly event: "findings";
      readonly data: { readonly flow: string; readonly findings: readonly SpokenFinding[] };
    };

/** Sends events to every server process, and through it to every open page. */
export type Announcements = {
  /** Notifies every process on this database, once the given transaction commits. */
  readonly publish: (db: Db | Tx, event: PageEvent) => Promise<void>;
  /** Notifies only this process. */
  readonly emit: (event: PageEvent) => void;
  /** Registers a listener for events. Returns a function that removes it. */
  readonly on: (listener: (event: PageEvent) => void) => () => void;
  /** Starts to listen to the database. After a lost connection it reconnects and calls `onGap`. */
  readonly start: (onGap: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const CHANNEL = "saphan_page_events";
const RETRY = { firstMs: 500, mostMs: 15_000 } as const;
const CONNECT_WITHIN_MS = 5_000;

type Log = { readonly warn: (details: object, message: string) => void };

/**
 * Creates events over PostgreSQL's LISTEN and NOTIFY, so that every process learns of publications by others. While
 * the database is unavailable it retries with doubling pauses, one attempt at a time.
 */
export function createAnnouncements({
  databaseUrl,
  log,
  retry = RETRY,
}: {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly retry?: { readonly firstMs: number; readonly mostMs: number };
}): Announcements {
  const listeners = new Set<(event: PageEvent) => void>();
  let client: pg.Client | null = null;
  let stopped = false;
  let pauseMs = retry.firstMs;
  let pending: NodeJS.Timeout | undefined;

  const emit = (event: PageEvent) => {
    for (const listener of listeners) listener(event);
  };

  const connect = async (onLost: (reason: string) => void, withinMs = CONNECT_WITHIN_MS): Promise<void> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: "saphan-events",
      connectionTimeoutMillis: withinMs,
    });
    // A lost connection is reported twice, as error and as end. One that was never established is not lost.
    const gone = (reason: string) => {
      if (client !== next) return;
      client = null;
      onLost(reason);
    };
    next.on("error", (error) => gone(error.message));
    next.on("end", () => gone("ended"));
    next.on("notification", ({ payload }) => {
      if (payload) emit(JSON.parse(payload) as PageEvent);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    // Stopped while connecting: nothing else would close it.
    if (stopped) return await next.end();
    client = next;
    pauseMs = retry.firstMs;
  };

  const retryLater = (onGap: () => void): void => {
    if (stopped || pending !== undefined) return;
    pending = setTimeout(() => {
      pending = undefined;
      void again(onGap);
    }, pauseMs);
    pending.unref();
    pauseMs = Math.min(pauseMs * 2, retry.mostMs);
  };

  const lostWith = (onGap: () => void) => (reason: string) => {
    if (stopped) return;
    log.warn({ reason }, "page events: connection lost, listening again");
    retryLater(onGap);
  };

  const again = async (onGap: () => void): Promise<void> => {
    if (stopped) return;
    try {
      await connect(lostWith(onGap));
      // Events were missed meanwhile.
      if (!stopped) onGap();
    } catch {
      retryLater(onGap);
    }
  };

  return {
    publish: async (db, event) => {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db);
    },
    emit,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (onGap) => connect(lostWith(onGap), CONNECT_AT_START_WITHIN_MS),
    stop: async () => {
      stopped = true;
      clearTimeout(pending);
      listeners.clear();
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
