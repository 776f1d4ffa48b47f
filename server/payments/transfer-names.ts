import { sql } from "kysely";
import { bankCode } from "../../domain/bank-code.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import type { Tx } from "../db/index.ts";

/**
 * The data that identify a transfer: the reporting bank, the reference, and the sending bank if it is another
 * one.
 */
export type ToldTransfer = {
  readonly bank: string;
  readonly reference: string;
  readonly payerBank?: string | null;
};

/**
 * Normalises a bank reference for comparison: upper case, only letters and digits of any script. Source: decisions,
 * "One transfer".
 */
export function plainReference(reference: string): string {
  const plain = normaliseDigits(reference.normalize("NFKC")).toUpperCase();
  return plain.replace(/\p{DI}|[^\p{L}\p{N}\p{M}]/gu, "") || plain.replace(/\s/g, "");
}

/** Returns the names under which a transfer is booked. Each name can exist only once in `transfer_names`. */
export function transferNames({ bank, reference, payerBank = null }: ToldTransfer): readonly string[] {
  const names = [bank, ...(payerBank === null ? [] : [payerBank])].map(
    (one) => `${bankCode(one)} ${plainReference(reference)}`,
  );
  return [...new Set(names)].sort();
}

/** Returns the payment that is booked under one of the names; `null` if there is none. */
export async function paymentNamed(tx: Tx, names: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ payment_id: string }>`select payment_id from transfer_names
    where name = any(${names}::text[]) and payment_id is not null order by name limit 1`.execute(tx);
  return rows[0]?.payment_id ?? null;
}

/** Adds further names of a booked transfer. A name that is already in use stays with its payment or slip. */
export async function alsoNamed(tx: Tx, payment: string, names: readonly string[]): Promise<void> {
  await sql`insert into transfer_names (name, payment_id) select n, ${payment}::uuid from unnest(${names}::text[]) as n order by n
    on conflict (name) do update set payment_id = excluded.payment_id where transfer_names.payment_id is null`.execute(
    tx,
  );
}

/**
 * Reserves names for a slip. Returns false if a name belongs to another slip or is booked. Waits for parallel
 * transactions with the same names.
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

/** Deletes the names of a slip for which no payment was booked: all of them, or only bank references. */
export async function unnameSlip(tx: Tx, slip: string, which: "all" | "references" = "all"): Promise<void> {
  await sql`delete from transfer_names where slip_id = ${slip}::uuid and payment_id is null
    and (${which} = 'all' or name not like 'sha256 %')`.execute(tx);
}

/** Transfers all names of a slip to its payment. */
export async function bookNames(tx: Tx, slip: string, payment: string): Promise<void> {
  await sql`update transfer_names set payment_id = ${payment}::uuid where slip_id = ${slip}::uuid and payment_id is null`.execute(
    tx,
  );
}

/**
 * Makes bookings of the same amount within two minutes, or of the same reference, wait for each other, so
 * that each sees the other. Two times at most two minutes apart share one of the four-minute spans that are
 * locked. The order must be locked before.
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
 * Returns the payment that a transfer under another name resembles: same account and amount within two minutes, or
 * same reference at another bank.
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
