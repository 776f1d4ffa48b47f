import type { Db, Tx } from "../db/index.ts";
import { emailKey } from "./email.ts";

/** The id of whoever logs in with this e-mail, investor or colleague. `null` where there is nobody. */
export async function findPersonIdByEmail(db: Db | Tx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", emailKey(email.trim()))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The id of the investor who logs in with this e-mail; colleagues are none. `null` where there is nobody. */
export async function findInvestorByEmail(db: Db | Tx, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", emailKey(email.trim()))
    .where("role", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}
