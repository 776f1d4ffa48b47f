import { sql } from "kysely";
import pg from "pg";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { CONNECT_AT_START_WITHIN_MS, type Db, type Tx } from "../db/index.ts";

/** What a running page is told, so that it asks again for what changed. Nothing personal passes here. */
export type PageEvent =
  | { readonly event: "definition"; readonly data: { readonly flow: string; readonly hash: string } }
  | { readonly event: "locales"; readonly data: Record<string, never> }
  /** `revision`: of the set in the database; without it a file was edited. */
  | { readonly event: "flags"; readonly data: { readonly revision?: number } }
  | { readonly event: "calendar"; readonly data: Record<string, never> }
  | { readonly event: "content"; readonly data: Record<string, never> }
  | {
      readonly event: "findings";
      readonly data: { readonly flow: string; readonly findings: readonly SpokenFinding[] };
    };

/** Tells every server process, and through it every open page, what changed. */
export type Announcements = {
  /** Tells every process on this database, once the given transaction commits. */
  readonly publish: (db: Db | Tx, event: PageEvent) => Promise<void>;
  /** Tells this process only. */
  readonly emit: (event: PageEvent) => void;
  /** Calls back for each event; answers a function that stops it. */
  readonly on: (listener: (event: PageEvent) => void) => () => void;
  /** Begins to listen to the database. After a lost connection it listens again and calls `onGap`. */
  readonly start: (onGap: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const CHANNEL = "saphan_page_events";
const RETRY = { firstMs: 500, mostMs: 15_000 } as const;
const CONNECT_WITHIN_MS = 5_000;

type Log = { readonly warn: (details: object, message: string) => void };

/**
 * Events over PostgreSQL's LISTEN and NOTIFY: every server process hears of a publication made by any other. While the
 * database is away one attempt follows another, each after twice the pause, never two at once.
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
    // A lost connection is told twice, as an error and as an end; and one that never stood is not lost.
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
    // Stopped while it was connecting: nobody else would close it.
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
      // Whatever was told meanwhile was not heard.
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
