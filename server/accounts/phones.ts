import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Returns the verified phone number in E.164; `null` if there is none, or if the person's key is erased. */
export async function provedPhone(room: Room, db: Db | Tx, personId: string): Promise<string | null> {
  return (await phoneProof(room, db, personId))?.phone ?? null;
}

/**
 * Returns the verified phone number with the time of its proof; `null` if none, or if the person's key is
 * erased.
 */
export async function phoneProof(
  room: Room,
  db: Db | Tx,
  personId: string,
): Promise<{ readonly phone: string; readonly provedAt: Date } | null> {
  const row = await db
    .selectFrom("proved_phones")
    .select(["sealed", "proved_at"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const phone = row === undefined ? null : await room.vault.open(db, personId, row.sealed);
  return row === undefined || phone === null ? null : { phone, provedAt: row.proved_at };
}

/** Returns the masked phone number without decrypting it; `null` if none. */
export async function maskedPhone(db: Db | Tx, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom("proved_phones")
    .select("last_digits")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row === undefined ? null : maskPhone(row.last_digits);
}

/** Masks a phone number: only its last four digits are shown. */
export function maskPhone(phone: string): string {
  return `••• ••• ${phone.slice(-4)}`;
}

/** Stores a verified number in place of the previous one. No new payout is made before `moneyFrom`. */
export async function keepPhone(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly phone: string;
    readonly at: Date;
    readonly moneyFrom: Date | null;
  },
): Promise<void> {
  const row = {
    sealed: await room.vault.seal(tx, of.personId, of.phone),
    last_digits: of.phone.slice(-4),
    proved_at: of.at,
    money_from: of.moneyFrom,
  };
  await tx
    .insertInto("proved_phones")
    .values({ person_id: of.personId, ...row })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
    .execute();
}
