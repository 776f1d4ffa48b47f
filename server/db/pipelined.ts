import { channel } from "node:diagnostics_channel";
import type { Compilable, CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { Db, Tx } from "./database.ts";

/** Says each time that somebody begins to wait for the database, with the first statement waited for; who measures subscribes. */
export const roundTrips = channel("saphan.db.round-trip");

// A statement with this has no one who waits for it inside the query builder, which sends one after the other.
const ANSWERED = Symbol("answered");

type Answered = {
  readonly waits: boolean;
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
};

const handles = new WeakSet<object>();

/** Remembers a transaction's handle: its statements all go to one connection, one behind the other. */
export function onOneConnection<Handle extends Db | Tx>(handle: Handle): Handle {
  handles.add(handle);
  return handle;
}

/**
 * Sends a statement behind those that are on their way, without waiting for them: several that are asked together in a
 * transaction cost one round trip. Outside one it is a statement like any other.
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
 * Sends a statement of a transaction whose answer nobody needs, and does not wait for it. Where it fails, the transaction fails with its
 * error: at the next statement that is waited for, at the latest with the commit.
 */
export async function later(db: Db | Tx, query: Compilable | CompiledQuery): Promise<void> {
  const compiled = "compile" in query ? query.compile() : query;
  await db.executeQuery(handles.has(db) ? notAwaited(compiled) : compiled);
}

/** Marks a statement as one that nobody waits for. */
export function notAwaited(query: CompiledQuery): CompiledQuery {
  return { ...query, [ANSWERED]: NOBODY } as CompiledQuery;
}

/** What a connection remembers of the statements that nobody waited for. */
export type Pipeline = {
  /** The first failure of one of them, which is why all later ones fail; `null` where none failed. */
  failure: unknown;
  /** Settled once every statement sent so far that nobody waited for has told whether it failed. */
  told: Promise<void>;
  /** Statements on their way. */
  outstanding: number;
};

/** Lets statements go out on a connection one behind the other. Done once for each connection. */
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
    // Answers come in the order of the statements; whose failure is noted first would be a matter of ticks.
    const before = pipeline.told;
    if (answered === undefined) {
      begin(query);
      try {
        const result = await execute<Row>(query);
        // What failed behind a savepoint is undone with it.
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
