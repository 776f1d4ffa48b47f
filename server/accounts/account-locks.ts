import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { tellOwner } from "./factor-letters.ts";
import { lockPerson } from "./people.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/**
 * Why, when and by whom an account was locked. `by` is `null` unless a colleague locked the account at the
 * people desk. `reason` is `null` after its erasure.
 */
export type AccountLock = {
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string | null;
};

/** Returns the lock that staff set on an account; `null` if none. */
export async function accountLock(
  { db, vault }: Pick<Room, "db" | "vault">,
  personId: string,
): Promise<AccountLock | null> {
  const row = await db
    .selectFrom("people as p")
    .leftJoin("account_locks as l", (join) =>
      join.onRef("l.person_id", "=", "p.id").on("l.unlocked_at", "is", null),
    )
    .leftJoin("people as who", "who.id", "l.locked_by")
    .select(["p.locked_at", "l.reason", "who.email as by"])
    .where("p.id", "=", personId)
    .executeTakeFirst();
  if (row === undefined || row.locked_at === null) return null;
  const [reason] = await vault.openWords(db, [{ place: placeOf(personId), sealed: row.reason }]);
  return { at: row.locked_at, by: row.by, reason: reason ?? null };
}

/** Returns the `place` with which the vault seals the reasons for locks of a person's account. */
const placeOf = (personId: string) => `account_locks/${personId}`;

/**
 * Locks or unlocks an account for a recorded reason, and notifies its owner by e-mail. A locked account keeps
 * its sessions, but their calls get status 423. The block of an identity vendor stays. Errors: `not-found`;
 * `same-person` for the actor's own account; `not-allowed` for a staff account if the actor is no admin, and
 * for a vendor-blocked account; `nothing-changed`.
 */
export async function setAccountLock(
  room: Room,
  wanted: {
    readonly personId: string;
    readonly locked: boolean;
    readonly reason: string;
    readonly by: { readonly id: string; readonly role: string };
  },
): Promise<Result<void, { readonly code: "not-found" | "same-person" | "not-allowed" | "nothing-changed" }>> {
  const { personId, locked, reason, by } = wanted;
  if (personId === by.id) return fail({ code: "same-person" });
  return await room.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("people")
      .select(["role", "locked_at", "vendor_blocked_at"])
      .where("id", "=", personId)
      .forUpdate()
      .executeTakeFirst();
    if (person === undefined) return fail({ code: "not-found" } as const);
    if (person.role !== null && by.role !== "admin") return fail({ code: "not-allowed" } as const);
    if ((person.locked_at !== null) === locked) return fail({ code: "nothing-changed" } as const);
    // Only the vendor that blocked an account can unblock it.
    if (!locked && person.vendor_blocked_at !== null) return fail({ code: "not-allowed" } as const);
    const now = room.clock.wall();
    const place = placeOf(personId);
    const sealed = await room.vault.sealWords(tx, personId, place, reason);
    if (locked) {
      await lockPerson(tx, personId, now);
      await tx
        .insertInto("account_locks")
        .values({ id: randomUUID(), person_id: personId, locked_at: now, locked_by: by.id, reason: sealed })
        .execute();
    } else {
      await tx.updateTable("people").set({ locked_at: null }).where("id", "=", personId).execute();
      await tx
        .updateTable("account_locks")
        .set({ unlocked_at: now, unlocked_by: by.id, unlock_reason: sealed })
        .where("person_id", "=", personId)
        .where("unlocked_at", "is", null)
        .execute();
    }
    await record(tx, room.clock, {
      actor: `person:${by.id}`,
      action: locked ? "accounts.lock" : "accounts.unlock",
      subject: `person:${personId}`,
      from: locked ? "open" : "locked",
      to: locked ? "locked" : "open",
      detail: { reason: inTrail({ place, sealed }) },
    });
    await tellOwner(room, tx, personId, locked ? "account-locked" : "account-unlocked");
    return ok(undefined);
  });
}

/**
 * Unlocks an account that `lockPerson` locked. The account stays locked if staff also locked it with a
 * reason. `vendorBlocked`: whether a vendor's block stays. If neither lock nor block stays, notifies the
 * account's owner.
 */
export async function liftLock(
  room: Room,
  tx: Tx,
  personId: string,
  { vendorBlocked }: { readonly vendorBlocked: boolean },
): Promise<void> {
  const other = await tx
    .selectFrom("account_locks")
    .select("id")
    .where("person_id", "=", personId)
    .where("unlocked_at", "is", null)
    .executeTakeFirst();
  await tx
    .updateTable("people")
    .set({
      ...(other === undefined ? { locked_at: null } : {}),
      ...(vendorBlocked ? {} : { vendor_blocked_at: null }),
    })
    .where("id", "=", personId)
    .execute();
  if (other === undefined && !vendorBlocked) await tellOwner(room, tx, personId, "account-unlocked");
}
