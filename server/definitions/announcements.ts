import { sql } from "kysely";
import pg from "pg";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Db, Tx } from "../db/index.ts";

/** What a running page is told, so that it asks again for what changed. Nothing personal passes here. */
export type PageEvent =
  | { readonly event: "definition"; readonly data: { readonly flow: string; readonly hash: string } }
  | { readonly event: "locales"; readonly data: Record<string, never> }
  | { readonly event: "flags"; readonly data: Record<string, never> }
  | {
      readonly event: "findings";
      readonly data: { readonly flow: string; readonly findings: readonly Finding[] };
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
const RECONNECT_MS = 1_000;

type Log = { readonly warn: (details: object, message: string) => void };

/** Events over PostgreSQL's LISTEN and NOTIFY: every server process hears of a publication made by any other. */
export function createAnnouncements({
  databaseUrl,
  log,
}: {
  readonly databaseUrl: string;
  readonly log: Log;
}): Announcements {
  const listeners = new Set<(event: PageEvent) => void>();
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const emit = (event: PageEvent) => {
    for (const listener of listeners) listener(event);
  };

  const connect = async (onGap: () => void): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: "saphan-events" });
    let over = false;
    const lost = (reason: string) => {
      if (over || stopped) return;
      over = true;
      client = null;
      log.warn({ reason }, "page events: connection lost, listening again");
      retry = setTimeout(() => void again(onGap), RECONNECT_MS);
    };
    next.on("error", (error) => lost(error.message));
    next.on("end", () => lost("ended"));
    next.on("notification", ({ payload }) => {
      if (payload) emit(JSON.parse(payload) as PageEvent);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };

  const again = async (onGap: () => void): Promise<void> => {
    if (stopped) return;
    try {
      await connect(onGap);
      // Whatever was told meanwhile was not heard.
      onGap();
    } catch {
      retry = setTimeout(() => void again(onGap), RECONNECT_MS);
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
    start: connect,
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      listeners.clear();
      await client?.end();
      client = null;
    },
  };
}
