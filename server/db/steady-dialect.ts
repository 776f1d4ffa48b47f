import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
import { againWhereGivenUp } from "./once-more.ts";
import { notAwaited, type Pipeline, pipelined } from "./pipelined.ts";

/**
 * A PostgreSQL dialect for connections that can break at any time. If a transaction fails and its rollback
 * fails too, the first error is reported. A commit without an answer throws `OutcomeUnknown`. Statements
 * marked as not awaited are sent without waiting for earlier results, see `pipelined.ts`.
 */
export class SteadyDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new SteadyDriver(this.#config);
  }
}

type Connection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

type Acquired = Awaited<ReturnType<PostgresDriver["acquireConnection"]>>;
type Settings = Parameters<PostgresDriver["beginTransaction"]>[1];

class SteadyDriver extends PostgresDriver {
  readonly #pipelines = new WeakMap<object, Pipeline>();
  readonly #inTransaction = new WeakSet<object>();

  override async acquireConnection(
    ...given: Parameters<PostgresDriver["acquireConnection"]>
  ): Promise<Acquired> {
    const connection = await super.acquireConnection(...given);
    const pipeline = this.#pipelines.get(connection);
    if (pipeline === undefined) {
      this.#pipelines.set(connection, pipelined(connection));
      const ask = connection.executeQuery.bind(connection);
      // A statement outside a transaction is a transaction of its own.
      connection.executeQuery = <Row>(query: CompiledQuery) =>
        this.#inTransaction.has(connection) ? ask<Row>(query) : againWhereGivenUp(() => ask<Row>(query));
    } else pipeline.failure = null;
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: Settings): Promise<void> {
    this.#inTransaction.add(connection);
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      await super.beginTransaction(connection, settings);
    // The portal does not wait for the result of `begin`, so it sends the first statement of the transaction
    // at once.
    else await connection.executeQuery(notAwaited(CompiledQuery.raw("begin")));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (isDatabaseAway(error)) throw new OutcomeUnknown(error);
      // The commit failed because an earlier statement failed whose result was not awaited. The error of that
      // statement is reported.
      const pipeline = this.#pipelines.get(connection);
      await pipeline?.told;
      throw pipeline?.failure ?? error;
    } finally {
      this.#inTransaction.delete(connection);
    }
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await this.#rollBack(connection);
    } finally {
      this.#inTransaction.delete(connection);
    }
  }

  async #rollBack(connection: Connection): Promise<void> {
    // No statement is waiting for its result, so the portal need not wait for the rollback. Statements of the
    // connection's next user are executed after it.
    if (this.#pipelines.get(connection)?.outstanding === 0) {
      await connection.executeQuery(notAwaited(CompiledQuery.raw("rollback")));
      return;
    }
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // The server rolls back the open transaction of a closed connection.
      if (!isDatabaseAway(error)) throw error;
    }
  }
}
