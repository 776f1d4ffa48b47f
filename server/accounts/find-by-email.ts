import type { Db, Tx } from "../db/index.ts";
import { emailKey } from "./email.ts";

/** Returns the id of the person, investor or staff, with this e-mail; `null` if none. */
export async function findPersonIdByEmail(db: Db | Tx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", emailKey(email.trim()))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the id of the investor with this e-mail; `null` if there is none or the person is staff. */
export async function findInvestorByEmail(db: Db | Tx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", emailKey(email.trim()))
    .where("role", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}
