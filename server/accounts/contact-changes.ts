import { randomUUID } from "node:crypto";
import type { Clock } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import "./tables.ts";

/** Time in which the owner of the previous e-mail or number can object. Money then goes to no new account. */
export const UNDO_MS = 72 * 60 * 60_000;

/** Records that an e-mail or a phone number replaced another. `link`: the hash of the link that undoes it. */
export async function keepContactChange(
  tx: Tx,
  clock: Clock,
  of: { readonly personId: string; readonly kind: "email" | "phone"; readonly link: Buffer | null },
): Promise<void> {
  const at = clock.now().toJSDate();
  await tx
    .insertInto("contact_changes")
    .values({
      id: randomUUID(),
      person_id: of.personId,
      kind: of.kind,
      at,
      open_until: new Date(at.getTime() + UNDO_MS),
      link: of.link,
    })
    .execute();
}

/** Marks the change of this link, and every later change of e-mail, as undone. */
export async function undoContactChange(
  tx: Tx,
  clock: Clock,
  of: { readonly personId: string; readonly link: Buffer },
): Promise<void> {
  await tx
    .updateTable("contact_changes")
    .set({ undone_at: clock.now().toJSDate() })
    .where("person_id", "=", of.personId)
    .where("kind", "=", "email")
    .where("undone_at", "is", null)
    .where("at", ">=", (rows) =>
      rows.selectFrom("contact_changes as first").select("first.at").where("first.link", "=", of.link),
    )
    .execute();
}
