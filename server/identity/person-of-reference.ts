import type { Db, Tx } from "../db/index.ts";

/** Whose identity check has this reference, as her confirmation shows it; `null` where there is none. */
export async function personOfReference(db: Db | Tx, reference: string): Promise<string | null> {
  const row = await db
    .selectFrom("identity_reviews")
    .select("person_id")
    .where("reference", "=", reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.person_id ?? null;
}
