import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import type { AccountStatus } from "./tables.ts";

/** A bank account, as a person entered it. */
export type GivenAccount = {
  readonly bank: string;
  readonly accountNumber: string;
  readonly accountName: string;
};

/**
 * A person's bank account, decrypted. `verified`: whether payouts to the account are allowed. They are
 * allowed if the account is approved and a day old, or is the person's first account.
 */
export type BankAccount = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly verified: boolean;
};

/** Returns one of a person's approved bank accounts; `null` if it is unknown or not approved. */
export async function bankAccountOf(
  room: Room,
  db: Db | Tx,
  personId: string,
  id: string,
): Promise<BankAccount | null> {
  const row = await db
    .selectFrom("bank_accounts")
    .select(["bank", "sealed"])
    .select(
      sql<boolean>`payout_account_label(person_id, id, ${room.clock.now().toJSDate()}::timestamptz) is not null`.as(
        "verified",
      ),
    )
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .where("approved_at", "is not", null)
    .executeTakeFirst();
  const opened = row === undefined ? null : await openAccount(room, db, personId, row.sealed);
  if (row === undefined || opened === null) return null;
  return {
    bank: row.bank,
    number: opened.accountNumber,
    holder: opened.accountName,
    verified: row.verified,
  };
}

/**
 * Returns the bank account of a person that was approved last; `null` if none, or if the person's key is
 * erased.
 */
export async function approvedAccount(
  room: Room,
  db: Db | Tx,
  personId: string,
): Promise<GivenAccount | null> {
  const row = await db
    .selectFrom("bank_accounts")
    .select(["bank", "sealed"])
    .where("person_id", "=", personId)
    .where("status", "=", "VERIFIED")
    // A bank account that was requested while another person had access is never paid. It is ignored here, so
    // that the owner can request the same bank account.
    .where(sql<boolean>`not asked_by_another(person_id, at)`)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const opened = row === undefined ? null : await openAccount(room, db, personId, row.sealed);
  return row === undefined || opened === null ? null : { bank: row.bank, ...opened };
}

/** Decrypts the sealed part of a bank account; returns `null` once the person's key is erased. */
export async function openAccount(
  room: Room,
  db: Db | Tx,
  personId: string,
  sealed: Buffer,
): Promise<Pick<GivenAccount, "accountNumber" | "accountName"> | null> {
  const text = await room.accounts.vault.open(db, personId, sealed);
  if (text === null) return null;
  const { accountNumber, accountName } = JSON.parse(text);
  return { accountNumber, accountName };
}

/** Returns whether two bank accounts have the same bank and number. */
export function isSameAccount(one: GivenAccount | null, other: GivenAccount): boolean {
  return one !== null && one.bank === other.bank && one.accountNumber === other.accountNumber;
}

/** Stores an unapproved bank account, sealed, and returns its id. */
export async function insertAccount(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly given: GivenAccount;
    readonly status: Extract<AccountStatus, "PENDING" | "ASKED">;
    readonly at: Date;
  },
): Promise<string> {
  const { bank, accountNumber, accountName } = of.given;
  const id = randomUUID();
  await tx
    .insertInto("bank_accounts")
    .values({
      id,
      person_id: of.personId,
      bank,
      sealed: await room.accounts.vault.seal(tx, of.personId, JSON.stringify({ accountNumber, accountName })),
      last_digits: accountNumber.slice(-4),
      status: of.status,
      at: of.at,
    })
    .execute();
  return id;
}

/**
 * Makes a bank account the account for new payouts. Orders that name the previous account are still paid to
 * the previous one.
 */
export async function approveAccount(
  tx: Tx,
  of: { readonly personId: string; readonly account: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable("bank_accounts")
    .set({ status: "REPLACED" })
    .where("person_id", "=", of.personId)
    .where("status", "=", "VERIFIED")
    .execute();
  await tx
    .updateTable("bank_accounts")
    .set({ status: "VERIFIED", approved_at: of.at })
    .where("person_id", "=", of.personId)
    .where("id", "=", of.account)
    .execute();
}
