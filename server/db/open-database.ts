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
/** Connection timeout in milliseconds while the process starts. */
export const CONNECT_AT_START_WITHIN_MS = 60_000;

/**
 * Opens a connection pool. If the database rolls back a transaction or statement because of a conflict, the
 * pool runs it again. So running it twice must do no harm outside the database. Column types: `date` is a
 * string `YYYY-MM-DD`, `timestamptz` a `Date`, `numeric` a decimal string, `bigint` a number (throws above
 * 2^53: money is `numeric`). `watched` (everywhere except in production serving): checks what a transaction
 * awaits, see `holding.ts`. `starting`: until this promise settles, opening a connection may take a minute. A
 * process that starts under load is busy for seconds, and would otherwise drop connections that the database
 * accepted.
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
  // After a broken connection, the running query fails and the next query gets a new connection. The pool
  // listens for errors only while a connection is idle; an error without a listener would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", namedStatements());
  if (!watched) return new PortalDatabase({ dialect: new SteadyDialect({ pool }) }, (work) => work());
  const connect = async () => {
    // If every connection is held by a caller that waits for a second one, no caller can continue. So a
    // caller that holds a connection cannot get another one.
    refuseWhileHolding("a second database connection");
    return await pool.connect();
  };
  const asked = { connect, end: () => pool.end(), options: pool.options };
  // While a transaction runs, its code counts as holding a connection. Calls that must not happen then throw
  // (`refuseWhileHolding`).
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
