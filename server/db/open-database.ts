import { Kysely, type KyselyConfig, type TransactionBuilder } from "kysely";
import pg from "pg";
import { refuseWhileHolding, whileHolding } from "../holding.ts";
import type { Database, Db } from "./database.ts";
import { namedStatements } from "./named-statements.ts";
import { againWhereGivenUp } from "./once-more.ts";
import { onOneConnection } from "./pipelined.ts";
import { SteadyDialect } from "./steady-dialect.ts";

const DATE = 1082;
const INT8 = 20;
const CONNECT_WITHIN_MS = 5_000;
/** How long a connection may take while the process starts. */
export const CONNECT_AT_START_WITHIN_MS = 60_000;

/**
 * Opens a pool on a PostgreSQL. A transaction, or a statement outside one, that the database gives up for another is done
 * again, so what a transaction does outside the database must bear being done twice. What columns become: `date` a string `YYYY-MM-DD`, `timestamptz` a
 * `Date`, `numeric` a decimal string, `bigint` a number (throws beyond 2^53: money is `numeric`).
 * `watched` (everywhere but where people are served): what is awaited inside a transaction is looked at, see `holding.ts`.
 * `starting`: until it settles, a connection may take a minute. A process that starts under load is busy for seconds on end,
 * and its timer would end a connection that PostgreSQL has long accepted.
 */
export async function openDatabase(
  target: string | { readonly databaseUrl: string },
  {
    max = 10,
    watched = true,
    starting,
  }: { readonly max?: number; readonly watched?: boolean; readonly starting?: Promise<unknown> } = {},
): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: typeof target === "string" ? target : target.databaseUrl,
    max,
    connectionTimeoutMillis: starting === undefined ? CONNECT_WITHIN_MS : CONNECT_AT_START_WITHIN_MS,
    options: "-c timezone=UTC",
    types: { getTypeParser },
    pipeline: true,
  });
  const serving = () => void Object.assign(pool.options, { connectionTimeoutMillis: CONNECT_WITHIN_MS });
  starting?.then(serving, serving);
  // A connection that breaks (database restarted, ended by an administrator) is replaced at the next query, and the one
  // that was at work fails. Unheard, it would end the process: the pool hears it while it is idle, but lets go of it while
  // somebody has it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", namedStatements());
  if (!watched) return new PortalDatabase({ dialect: new SteadyDialect({ pool }) }, (work) => work());
  const connect = async () => {
    // Where every connection is held by somebody who waits for a second one, nobody goes on.
    refuseWhileHolding("a second database connection");
    return await pool.connect();
  };
  const asked = { connect, end: () => pool.end(), options: pool.options };
  // Of everything that a transaction awaits it is said that a connection is held meanwhile.
  return new PortalDatabase({ dialect: new SteadyDialect({ pool: asked }) }, (work) =>
    whileHolding("a database connection", work),
  );
}

class PortalDatabase extends Kysely<Database> {
  readonly #around: <Value>(work: () => Value) => Value;

  constructor(config: KyselyConfig, around: <Value>(work: () => Value) => Value) {
    super(config);
    this.#around = around;
  }

  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) =>
      againWhereGivenUp(() => execute((tx) => this.#around(() => work(onOneConnection(tx)))));
    return builder;
  }
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
