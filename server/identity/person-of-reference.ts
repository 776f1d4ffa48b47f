import type { Db, Tx } from "../db/index.ts";

/** Returns the person to whom an identity reference belongs; `null` if none. */
export async function personOfReference(db: Db | Tx, reference: string): Promise<string | null> {
  const row = await db
    .selectFrom("identity_reviews")
    .select("person_id")
    .where("reference", "=", reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.person_id ?? null;
}
