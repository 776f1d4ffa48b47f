import { randomUUID } from "node:crypto";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Db } from "../../server/db/index.ts";
import { FIXED_MOMENT } from "./fixed-day.ts";

/**
 * Writes an account of an investor or of a member of staff, with a confirmed e-mail address and no password.
 * Returns its id.
 */
export async function addPerson(
  db: Db,
  role: StaffRole | null = null,
  id: string = randomUUID(),
): Promise<string> {
  await db
    .insertInto("people")
    .values({
      id,
      email: `${id}@example.test`,
      email_key: `${id}@example.test`,
      role,
      customer_type: "INDIVIDUAL",
      company_name: null,
      sale_code: null,
      language: "en",
      email_confirmed_at: FIXED_MOMENT,
      locked_at: null,
      true_money_id: null,
      wallet_address: null,
      created_at: FIXED_MOMENT,
    })
    .execute();
  await db
    .insertInto("credentials")
    .values({ person_id: id, password_hash: null, password_changed_at: FIXED_MOMENT })
    .execute();
  return id;
}
