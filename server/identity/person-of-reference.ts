import type { Db, Tx } from "../db/index.ts";

/** Returns the person of an identity reference; `null` if none. */
export async function personOfReference(db: Db | Tx, reference: string): Promise<string | null> {
  const row = await db
    .selectFrom("identity_reviews")
    .select("person_id")
    .where("reference", "=", reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.person_id ?? null;
}
