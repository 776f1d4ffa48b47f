import type { Db } from "../db/index.ts";
import { maskEmail } from "./email.ts";
import "./tables.ts";

/** Returns a person's e-mail changes, newest first, with the old address and the end of the time to undo. */
export async function emailChangesOf(db: Db, personId: string) {
  const rows = await db
    .selectFrom("password_resets")
    .select(["restores_email", "created_at", "expires_at", "used_at"])
    .where("person_id", "=", personId)
    .where("restores_email", "is not", null)
    .orderBy("created_at", "desc")
    .limit(10)
    .execute();
  return rows.map((row) => ({
    before: maskEmail(row.restores_email ?? ""),
    at: row.created_at.toISOString(),
    undoUntil: row.expires_at.toISOString(),
    undone: row.used_at !== null,
  }));
}
