import { channel } from "node:diagnostics_channel";
import type { Compilable, CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { Db, Tx } from "./database.ts";

/**
 * A diagnostics channel that publishes every wait for the database, with the first statement of the wait.
 * Measurements use it to count round trips.
 */
export const roundTrips = channel("saphan.db.round-trip");

// Marks a statement that the connection sends at once, without waiting for the result of earlier statements.
const ANSWERED = Symbol("answered");

type Answered = {
  readonly waits: boolean;
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
};

const handles = new WeakSet<object>();

/**
 * Registers the handle of a transaction. Statements that are sent with this handle go to the transaction's
 * connection, in sequence.
 */
export function onOneConnection<Handle extends Db | Tx>(handle: Handle): Handle {
  handles.add(handle);
  return handle;
}

/**
 * Sends a statement without waiting for earlier ones, so that several statements in a transaction cost one
 * round trip. Outside a transaction it is a normal statement.
 */
export async function soon<Row>(db: Db | Tx, query: CompiledQuery<Row>): Promise<readonly Row[]> {
  if (!handles.has(db)) return (await db.executeQuery(query)).rows;
  return await new Promise<readonly Row[]>((resolve, reject) => {
    const answered: Answered = {
      waits: true,
      resolve: (result) => resolve(result.rows as readonly Row[]),
      reject,
    };
    db.executeQuery({ ...query, [ANSWERED]: answered } as CompiledQuery<Row>).catch(reject);
  });
}

const NOBODY: Answered = { waits: false, resolve: () => {}, reject: () => {} };

/**
 * Sends a statement of a transaction without waiting for its result. If the statement fails, the next awaited
 * statement throws its error, at the latest the commit.
 */
export async function later(db: Db | Tx, query: Compilable | CompiledQuery): Promise<void> {
  const compiled = "compile" in query ? query.compile() : query;
  await db.executeQuery(handles.has(db) ? notAwaited(compiled) : compiled);
}

/** Marks a statement as not awaited. */
export function notAwaited(query: CompiledQuery): CompiledQuery {
  return { ...query, [ANSWERED]: NOBODY } as CompiledQuery;
}

/** The state of a connection's statements whose results are not awaited. */
export type Pipeline = {
  /** The first failure, which makes all later statements fail; `null` if none failed. */
  failure: unknown;
  /** Settles once all statements sent so far without waiting have succeeded or failed. */
  told: Promise<void>;
  /** Number of unanswered statements. */
  outstanding: number;
};

/** Enables pipelining on a connection. Call once per connection. */
export function pipelined(connection: DatabaseConnection): Pipeline {
  const pipeline: Pipeline = { failure: null, told: Promise.resolve(), outstanding: 0 };
  const ask = connection.executeQuery.bind(connection);
  const execute = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    pipeline.outstanding += 1;
    return await ask<Row>(query).finally(() => {
      pipeline.outstanding -= 1;
    });
  };
  let waiting = 0;
  const begin = ({ sql }: CompiledQuery) => {
    if (waiting === 0) roundTrips.publish(sql);
    waiting += 1;
  };
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const answered = (query as { readonly [ANSWERED]?: Answered })[ANSWERED];
    // PostgreSQL answers statements in the order in which they were sent. Each answer waits for the earlier
    // ones, so that the first failure is always the one that is recorded.
    const before = pipeline.told;
    if (answered === undefined) {
      begin(query);
      try {
        const result = await execute<Row>(query);
        // A rollback to a savepoint undoes the statements after the savepoint, so their failures no longer
        // count.
        if (/^rollback to savepoint /.test(query.sql)) pipeline.failure = null;
        return result;
      } catch (error) {
        await before;
        throw pipeline.failure ?? error;
      } finally {
        waiting -= 1;
      }
    }
    if (answered.waits) begin(query);
    pipeline.told = execute(query)
      .finally(() => {
        if (answered.waits) waiting -= 1;
      })
      .then(answered.resolve, async (error: unknown) => {
        await before;
        pipeline.failure ??= error;
        answered.reject(pipeline.failure);
      })
      .then(() => before);
    return { rows: [] };
  };
  return pipeline;
}
