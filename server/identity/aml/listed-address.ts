import { emailKey } from "../../accounts/index.ts";
import type { Db, Tx } from "../../db/index.ts";
import "../tables.ts";

/** Returns the person with this address and a confirmed hit; `null` if none. */
export async function listedAtAddress(db: Db | Tx, address: string): Promise<string | null> {
  const listed = await db
    .selectFrom("people as p")
    .innerJoin("aml_hits as h", "h.person_id", "p.id")
    .select("p.id")
    .where("p.email_key", "=", emailKey(address))
    .where("h.state", "=", "confirmed")
    .executeTakeFirst();
  return listed?.id ?? null;
}
