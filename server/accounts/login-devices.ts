import type { Db, Tx } from "../db/index.ts";
import { hashToken } from "./secrets.ts";
import "./tables.ts";

/** Days for which a browser is known after the last log-in in it. */
export const DEVICE_DAYS = 180;

/** Whether this person has logged in with this browser before. `device` is the secret of its cookie. */
export async function knowsDevice(
  db: Db | Tx,
  device: string | null,
  { personId, now }: { readonly personId: string | null; readonly now: Date },
): Promise<boolean> {
  // Asked also where the answer is known: a stranger's e-mail costs the same as an account's.
  const row = await db
    .selectFrom("login_devices")
    .select("person_id")
    .where("device_hash", "=", hashToken(device ?? ""))
    .where("person_id", "=", personId ?? NOBODY)
    .where("seen_at", ">", new Date(now.getTime() - DEVICE_DAYS * 86_400_000))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this person has logged in anywhere before. */
export async function hasDevices(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("login_devices")
    .select("person_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that this person logged in with this browser. */
export async function rememberDevice(tx: Tx, device: string, personId: string, now: Date): Promise<void> {
  await tx
    .insertInto("login_devices")
    .values({ device_hash: hashToken(device), person_id: personId, seen_at: now })
    .onConflict((conflict) => conflict.columns(["device_hash", "person_id"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/** Forgets the browsers of a person: whoever set a new password may have lost one. */
export async function forgetDevices(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("login_devices").where("person_id", "=", personId).execute();
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
