import type { Kysely, Transaction } from "kysely";

/**
 * Every table. Empty here: each room adds its own in `server/<room>/tables.ts` with
 * `declare module "../db/database.ts" { interface Database { people: PeopleTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms extend it.
export interface Database {}

/** The database. */
export type Db = Kysely<Database>;

/** One open transaction. What it writes is there for others only once it commits. */
export type Tx = Transaction<Database>;
