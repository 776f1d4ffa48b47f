import { Kysely } from "kysely";
import pg from "pg";
import type { Database, Db } from "./database.ts";
import { SteadyDialect } from "./steady-dialect.ts";

const DATE = 1082;
const INT8 = 20;

/**
 * Opens a pool on a PostgreSQL. What columns become: `date` a string `YYYY-MM-DD`, `timestamptz` a
 * `Date`, `numeric` a decimal string, `bigint` a number (throws beyond 2^53: money is `numeric`).
 */
export async function openDatabase(
  target: string | { readonly databaseUrl: string },
  options: { readonly max?: number } = {},
): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: typeof target === "string" ? target : target.databaseUrl,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    options: "-c timezone=UTC",
    types: { getTypeParser },
  });
  // A connection that breaks (database restarted, ended by an administrator) is replaced at the next query, and the one
  // that was at work fails. Unheard, it would end the process: the pool hears it while it is idle, but lets go of it while
  // somebody has it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Database>({ dialect: new SteadyDialect({ pool }) });
}

function getTypeParser(oid: number, format?: unknown) {
  if (oid === DATE) return (text: string) => text;
  if (oid === INT8) return safeInteger;
  return pg.types.getTypeParser(oid, format as "text");
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`openDatabase: bigint ${text} does not fit a number`);
  return value;
}
