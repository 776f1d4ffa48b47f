import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * The erasure of a person. `keepUntil` is the last day on which law requires keeping the identity and books.
 * It is `null` once no data is kept.
 */
export type Erasure = {
  readonly at: Date;
  readonly reference: string;
  readonly keepUntil: string | null;
};

/** Returns a person's erasure; `null` if the person was not erased. */
export async function erasureOf(db: Db | Tx, personId: string): Promise<Erasure | null> {
  const row = await db
    .selectFrom("erasures")
    .select(["at", "reference", "keep_until", "ended_at"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    at: row.at,
    reference: row.reference,
    keepUntil: row.ended_at === null ? row.keep_until : null,
  };
}
