import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Db, soon, type Tx } from "../db/index.ts";

/** The account of a person that money may be sent to now: its id, its bank and its masked number. */
export type PayoutAccount = { readonly account: string; readonly bank: string; readonly number: string };

type Row = {
  readonly id: string;
  readonly bank: string;
  readonly number: string;
  readonly status: "PENDING" | "VERIFIED";
  readonly payable: boolean;
  readonly from: Date;
};

/** The account that money may be sent to now; `null` where there is none, or it is not approved or too new. */
export async function payoutAccount(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<PayoutAccount | null> {
  const row = await lastAccount(db, whose);
  return row?.payable === true ? { account: row.id, bank: row.bank, number: row.number } : null;
}

/** The fact `payout`: where money can be sent, or why it cannot yet. */
export async function payoutFact(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<JsonObject> {
  const row = await lastAccount(db, whose);
  if (row === undefined) return { state: "NONE" };
  const { bank, number } = row;
  if (row.payable) return { state: "VERIFIED", bank, number };
  return row.status === "PENDING"
    ? { state: "PENDING", bank, number }
    : { state: "WAITING", bank, number, from: row.from.toISOString() };
}

/** `payout_account_label` says which account may be paid to: the review approved it, and it is a day old or the first. */
async function lastAccount(
  db: Db | Tx,
  { personId, at }: { readonly personId: string; readonly at: Date },
): Promise<Row | undefined> {
  const asked = sql<Row>`
    select a.id, a.bank, 'xxx-xxx-' || a.last_digits as number, a.status,
      payout_account_label(a.person_id, a.id, ${at}::timestamptz) is not null as payable, a.at + interval '24 hours' as from
    from bank_accounts a where a.person_id = ${personId} and a.status <> 'REPLACED' order by a.seq desc limit 1`;
  const [row] = await soon(db, asked.compile(db));
  return row;
}
