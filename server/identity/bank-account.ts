import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** A person's bank account, opened. `verified`: their identity review approved it, and no other one replaced it. */
export type BankAccount = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly verified: boolean;
};

/** One of a person's accounts; `null` where it is not theirs, or was never more than sent in. */
export async function bankAccountOf(
  room: Room,
  db: Db | Tx,
  personId: string,
  id: string,
): Promise<BankAccount | null> {
  const row = await db
    .selectFrom("bank_accounts")
    .select(["bank", "sealed", "status"])
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .where("status", "<>", "PENDING")
    .executeTakeFirst();
  const opened = row === undefined ? null : await room.accounts.vault.open(db, personId, row.sealed);
  if (row === undefined || opened === null) return null;
  const { accountNumber, accountName } = JSON.parse(opened);
  return { bank: row.bank, number: accountNumber, holder: accountName, verified: row.status === "VERIFIED" };
}
