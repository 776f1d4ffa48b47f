import { sql } from "kysely";
import { bankCode } from "../../domain/bank-code.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import type { Tx } from "../db/index.ts";

/**
 * The data that identifies a transfer: the bank that reports it, its reference, and the sending bank if that
 * is another one.
 */
export type ToldTransfer = {
  readonly bank: string;
  readonly reference: string;
  readonly payerBank?: string | null;
};

/**
 * Converts the reference of a transfer to a form for comparison: upper case, and only letters and digits, of
 * any script. Source: decisions, "One transfer".
 */
export function plainReference(reference: string): string {
  const plain = normaliseDigits(reference.normalize("NFKC")).toUpperCase();
  return plain.replace(/\p{DI}|[^\p{L}\p{N}\p{M}]/gu, "") || plain.replace(/\s/g, "");
}

/**
 * Returns the names under which a transfer is recorded. A name can be recorded only once in `transfer_names`,
 * so no transfer is booked twice.
 */
export function transferNames({ bank, reference, payerBank = null }: ToldTransfer): readonly string[] {
  const names = [bank, ...(payerBank === null ? [] : [payerBank])].map(
    (one) => `${bankCode(one)} ${plainReference(reference)}`,
  );
  return [...new Set(names)].sort();
}

/** Returns the payment that is recorded under one of these names; `null` if there is none. */
export async function paymentNamed(tx: Tx, names: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ payment_id: string }>`select payment_id from transfer_names
    where name = any(${names}::text[]) and payment_id is not null order by name limit 1`.execute(tx);
  return rows[0]?.payment_id ?? null;
}

/**
 * Records further names of a booked transfer. If a name already belongs to another payment, it stays with
 * that payment.
 */
export async function alsoNamed(tx: Tx, payment: string, names: readonly string[]): Promise<void> {
  await sql`insert into transfer_names (name, payment_id) select n, ${payment}::uuid from unnest(${names}::text[]) as n order by n
    on conflict (name) do update set payment_id = excluded.payment_id where transfer_names.payment_id is null`.execute(
    tx,
  );
}

/**
 * Records names for a slip. Returns false if one of them already belongs to another slip or to a payment. If
 * parallel transactions record the same names, they wait for each other.
 */
export async function nameSlip(tx: Tx, slip: string, names: readonly string[]): Promise<boolean> {
  await sql`insert into transfer_names (name, slip_id) select n, ${slip}::uuid from unnest(${names}::text[]) as n order by n
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`select exists (select from transfer_names
    where name = any(${names}::text[]) and (slip_id is distinct from ${slip}::uuid or payment_id is not null)) as taken`.execute(
    tx,
  );
  return rows[0]?.taken !== true;
}

/**
 * Deletes the names of a slip, as long as no payment was booked for it: all of them, or only the references
 * of the transfer.
 */
export async function unnameSlip(tx: Tx, slip: string, which: "all" | "references" = "all"): Promise<void> {
  await sql`delete from transfer_names where slip_id = ${slip}::uuid and payment_id is null
    and (${which} = 'all' or name not like 'sha256 %')`.execute(tx);
}

/** Gives all names of a slip to the payment that was booked for it. */
export async function bookNames(tx: Tx, slip: string, payment: string): Promise<void> {
  await sql`update transfer_names set payment_id = ${payment}::uuid where slip_id = ${slip}::uuid and payment_id is null`.execute(
    tx,
  );
}

/**
 * Makes parallel bookings wait for each other if they may be the same transfer: the same amount within two
 * minutes, or the same reference. So the later one finds the earlier one. Times are divided into spans of
 * four minutes; two times that are at most two minutes apart lock at least one common span. The caller must
 * have locked the order before.
 */
export async function lockAlike(
  tx: Tx,
  told: { readonly amount: string; readonly at: Date; readonly reference: string },
): Promise<void> {
  const minutes = told.at.getTime() / 60_000;
  const spans = [minutes - 2, minutes + 2].map((at) => `transfer ${told.amount} ${Math.floor(at / 4)}`);
  for (const key of [...spans, `transfer ${plainReference(told.reference)}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/**
 * Returns a payment that looks like a transfer but has another name: the same account and amount within two
 * minutes, or the same reference at another bank.
 */
export async function paymentAlike(
  tx: Tx,
  told: ToldTransfer & {
    /** Keyed hash of the sending account, from `accountHash`. */
    readonly payerHash: Buffer | null;
    readonly order: string | null;
    readonly amount: string;
    readonly at: Date;
    readonly source: "bank" | "statement" | "slip";
  },
): Promise<string | null> {
  const { rows } = await sql<{
    alike: string | null;
  }>`select payment_alike(${told.bank}, ${plainReference(told.reference)},
    ${told.payerBank ?? null}, ${told.payerHash}::bytea, ${told.order}::uuid, ${told.amount}::numeric, ${told.at}::timestamptz,
    ${told.source}) as alike`.execute(tx);
  return rows[0]?.alike ?? null;
}
