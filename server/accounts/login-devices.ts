import type { Db, Tx } from "../db/index.ts";
import { hashToken } from "./secrets.ts";
import "./tables.ts";

/** Number of days for which a browser stays known after its last log-in. */
export const DEVICE_DAYS = 180;

/**
 * Returns whether this person has logged in with this browser. `device` is the secret of the browser's
 * cookie.
 */
export async function knowsDevice(
  db: Db | Tx,
  device: string | null,
  { personId, now }: { readonly personId: string | null; readonly now: Date },
): Promise<boolean> {
  // The query runs in every case, so that known and unknown e-mails take the same time.
  const row = await db
    .selectFrom("login_devices")
    .select("person_id")
    .where("device_hash", "=", hashToken(device ?? ""))
    .where("person_id", "=", personId ?? NOBODY)
    .where("seen_at", ">", new Date(now.getTime() - DEVICE_DAYS * 86_400_000))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether this person has ever logged in. */
export async function hasDevices(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("login_devices")
    .select("person_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that this person logged in with this browser. */
export async function rememberDevice(tx: Tx, device: string, personId: string, now: Date): Promise<void> {
  await tx
    .insertInto("login_devices")
    .values({ device_hash: hashToken(device), person_id: personId, seen_at: now })
    .onConflict((conflict) => conflict.columns(["device_hash", "person_id"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/**
 * Deletes the list of a person's known browsers. Called for a new password, which may follow the loss of a
 * device.
 */
export async function forgetDevices(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("login_devices").where("person_id", "=", personId).execute();
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
