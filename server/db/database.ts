import type { Kysely, Transaction } from "kysely";

/**
 * All tables. Each room adds its own in `server/<room>/tables.ts` with `declare module "../db/database.ts" { interface
 * Database { people: PeopleTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms extend it.
export interface Database {}

/** The database. */
export type Db = Kysely<Database>;

/** An open transaction. Its writes are visible to others only after the commit. */
export type Tx = Transaction<Database>;
