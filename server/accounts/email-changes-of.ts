import { restoresPlace } from "./change-email.ts";
import { maskEmail } from "./email.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Returns the changes of a person's e-mail, newest first: the old address, and until when it can be restored. */
export async function emailChangesOf({ db, vault }: Pick<Room, "db" | "vault">, personId: string) {
  const rows = await db
    .selectFrom("password_resets")
    .select(["restores_email", "created_at", "expires_at", "used_at"])
    .where("person_id", "=", personId)
    .where("restores_email", "is not", null)
    .orderBy("created_at", "desc")
    .limit(10)
    .execute();
  const before = await vault.openWords(
    db,
    rows.map((row) => ({ place: restoresPlace(personId), sealed: row.restores_email })),
  );
  return rows.map((row, index) => ({
    before: maskEmail(before[index] ?? ""),
    at: row.created_at.toISOString(),
    undoUntil: row.expires_at.toISOString(),
    undone: row.used_at !== null,
  }));
}
