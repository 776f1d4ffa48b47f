import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from "kysely";
import { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";

/**
 * PostgreSQL whose connections may break at any moment: what broke a transaction is told, not that rolling it back on a
 * dead connection failed too; and a commit that got no answer is told as that.
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

class SteadyDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw isDatabaseAway(error) ? new OutcomeUnknown(error) : error;
    }
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // The server rolls back whatever its connection leaves open.
      if (!isDatabaseAway(error)) throw error;
    }
  }
}
