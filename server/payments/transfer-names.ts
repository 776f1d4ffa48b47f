import { sql } from "kysely";
import { bankCode } from "../../domain/bank-code.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import type { Tx } from "../db/index.ts";

/** How a transfer is told: the bank that says so, its reference, and the bank that sent it where that is another. */
export type ToldTransfer = {
  readonly bank: string;
  readonly reference: string;
  readonly payerBank?: string | null;
};

/** A bank's reference as it is compared: upper case, letters and digits alone, of any script. Source: decisions, "One transfer". */
export function plainReference(reference: string): string {
  const plain = normaliseDigits(reference.normalize("NFKC")).toUpperCase();
  return plain.replace(/\p{DI}|[^\p{L}\p{N}\p{M}]/gu, "") || plain.replace(/\s/g, "");
}

/** The names that a transfer is booked under, each once in `transfer_names`. */
export function transferNames({ bank, reference, payerBank = null }: ToldTransfer): readonly string[] {
  const names = [bank, ...(payerBank === null ? [] : [payerBank])].map(
    (one) => `${bankCode(one)} ${plainReference(reference)}`,
  );
  return [...new Set(names)].sort();
}

/** The payment that a transfer was booked as; `null` where none of its names is booked. */
export async function paymentNamed(tx: Tx, names: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ payment_id: string }>`select payment_id from transfer_names
    where name = any(${names}::text[]) and payment_id is not null order by name limit 1`.execute(tx);
  return rows[0]?.payment_id ?? null;
}

/** Keeps other names under which a booked transfer was told; a name that is taken stays whose it is. */
export async function alsoNamed(tx: Tx, payment: string, names: readonly string[]): Promise<void> {
  await sql`insert into transfer_names (name, payment_id) select n, ${payment}::uuid from unnest(${names}::text[]) as n order by n
    on conflict (name) do update set payment_id = excluded.payment_id where transfer_names.payment_id is null`.execute(
    tx,
  );
}

/** Takes names for a slip; false where one is another slip's or booked. Waits for whoever takes the same at this moment. */
export async function nameSlip(tx: Tx, slip: string, names: readonly string[]): Promise<boolean> {
  await sql`insert into transfer_names (name, slip_id) select n, ${slip}::uuid from unnest(${names}::text[]) as n order by n
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`select exists (select from transfer_names
    where name = any(${names}::text[]) and (slip_id is distinct from ${slip}::uuid or payment_id is not null)) as taken`.execute(
    tx,
  );
  return rows[0]?.taken !== true;
}

/** Gives back the names of a slip that are not booked: all, or those that say a bank and reference. */
export async function unnameSlip(tx: Tx, slip: string, which: "all" | "references" = "all"): Promise<void> {
  await sql`delete from transfer_names where slip_id = ${slip}::uuid and payment_id is null
    and (${which} = 'all' or name not like 'sha256 %')`.execute(tx);
}

/** All names of a slip are those of its payment from now on. */
export async function bookNames(tx: Tx, slip: string, payment: string): Promise<void> {
  await sql`update transfer_names set payment_id = ${payment}::uuid where slip_id = ${slip}::uuid and payment_id is null`.execute(
    tx,
  );
}

/**
 * Waits for whoever books the same amount within two minutes, or the same reference, so that each sees what the other has booked: two
 * moments that are no further apart share one of the spans of four minutes that begin or end around them. The order is locked before,
 * as everywhere.
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
 * The payment that a transfer under another name looks like: the same account and amount within two minutes, or the same reference
 * under another bank.
 */
export async function paymentAlike(
  tx: Tx,
  told: ToldTransfer & {
    /** Of `accountHash`. */
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
