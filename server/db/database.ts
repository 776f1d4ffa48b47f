import type { Kysely, Transaction } from "kysely";

/**
 * All tables of the database. Each room adds its tables in `server/<room>/tables.ts`, with `declare module
 * "../db/database.ts" { interface Database { people: PeopleTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms extend it.
export interface Database {}

/** A connection to the portal's database. */
export type Db = Kysely<Database>;

/** An open transaction. Its writes are visible to others only after the commit. */
export type Tx = Transaction<Database>;
