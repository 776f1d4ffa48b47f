import type { Db, Tx } from "../db/index.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** What the bank says about the sender of money: account, name, and the references that the sender wrote. */
export type PayerSaid = {
  readonly account: string | null;
  readonly name: string | null;
  readonly ref1: string | null;
  readonly ref2: string | null;
};

type Vaulted = Pick<PaymentsRoom, "vault">;
const placeOf = (payment: string) => `payment_payers/${payment}`;

/**
 * Seals what the bank says about the sender of a payment. Two parts are stored outside the seal: a keyed hash
 * of the account, and the last digits of an account that can receive a refund.
 */
export async function sealPayer(
  { vault }: Vaulted,
  tx: Tx,
  of: { readonly payment: string; readonly personId: string | null },
  said: PayerSaid,
): Promise<{ readonly hash: Buffer | null; readonly ends: string | null; readonly sealed: Buffer | null }> {
  const isSilent = Object.values(said).every((value) => value === null);
  return {
    hash: accountHash({ vault }, said.account),
    ends: said.account !== null && /^\d{10,16}$/.test(said.account) ? said.account.slice(-4) : null,
    sealed: isSilent
      ? null
      : await vault.sealWords(tx, of.personId, placeOf(of.payment), JSON.stringify(said)),
  };
}

/** Returns the hash by which payers' accounts are compared. */
export function accountHash({ vault }: Vaulted, account: string | null): Buffer | null {
  return account === null ? null : vault.keyedHash("payer-account", account);
}

/**
 * Returns what the bank said about the senders of these payments. The value is `null` if the owner of the
 * money was erased. If the bank said nothing about a payment, the result has no entry for it.
 */
export async function payersOf(
  { vault }: Vaulted,
  db: Db | Tx,
  payments: readonly string[],
): Promise<ReadonlyMap<string, PayerSaid | null>> {
  if (payments.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment_payers")
    .selectAll()
    .where("payment_id", "in", payments)
    .execute();
  const opened = await vault.openWords(
    db,
    rows.map(({ payment_id, sealed }) => ({ place: placeOf(payment_id), sealed })),
  );
  return new Map(
    rows.map(({ payment_id }, index) => {
      const said = opened[index] ?? null;
      return [payment_id, said === null ? null : (JSON.parse(said) as PayerSaid)];
    }),
  );
}

/** Seals the data about a sender again, now with the key of the person to whom the money belongs. */
export async function givePayer(
  { vault }: Vaulted,
  tx: Tx,
  of: { readonly payment: string; readonly personId: string },
): Promise<void> {
  const row = await tx
    .selectFrom("payment_payers")
    .select("sealed")
    .where("payment_id", "=", of.payment)
    .executeTakeFirst();
  const sealed =
    row === undefined
      ? null
      : await vault.giveWords(tx, of.personId, { place: placeOf(of.payment), sealed: row.sealed });
  if (sealed !== null)
    await tx.updateTable("payment_payers").set({ sealed }).where("payment_id", "=", of.payment).execute();
}
