import { sql } from "kysely";
import { BRAND_CODES } from "../../domain/brands.ts";
import { CHANNEL_CODES, MESSAGE_CHANNELS } from "../../domain/channels.ts";
import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Db } from "./database.ts";

/**
 * PostgreSQL types (domains over `text`) for columns whose values come from a register. Tables use such a
 * type (`brand brand_code not null`), so no migration has to list the values.
 */
export const REGISTER_TYPES: { readonly [type: string]: readonly string[] } = {
  brand_code: BRAND_CODES,
  channel_code: CHANNEL_CODES,
  language_code: LANGUAGES,
  message_channel: MESSAGE_CHANNELS,
  staff_role: STAFF_ROLES,
};

/**
 * Creates the register types, and adds new values to them. A value that this code does not list stays,
 * because a newer release may run in parallel and use it. Values are removed only by migrations. The caller
 * holds the migration lock.
 */
export async function widenRegisterTypes(db: Db, registers = REGISTER_TYPES): Promise<void> {
  for (const [type, words] of Object.entries(registers)) {
    const known = await wordsOf(db, type);
    if (known !== null && words.every((word) => known.includes(word))) continue;
    const check = sql`check (value in (${sql.join([...new Set([...(known ?? []), ...words])].map(sql.lit))}))`;
    await db.transaction().execute(async (tx) => {
      if (known === null) await sql`create domain ${sql.id(type)} as text`.execute(tx);
      await sql`alter domain ${sql.id(type)} drop constraint if exists known`.execute(tx);
      await sql`alter domain ${sql.id(type)} add constraint known ${check}`.execute(tx);
    });
  }
}

/** Returns the values of a register type in this database; `null` if the type does not exist. */
async function wordsOf(db: Db, type: string): Promise<readonly string[] | null> {
  const { rows } = await sql<{ check: string | null }>`
    select pg_get_constraintdef(c.oid) as check from pg_type t left join pg_constraint c on c.contypid = t.oid
    where t.typname = ${type} and t.typnamespace = 'public'::regnamespace`.execute(db);
  if (rows[0] === undefined) return null;
  return [...(rows[0].check ?? "").matchAll(/'([^']*)'::text/g)].map(([, word = ""]) => word);
}
