import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Db, soon, type Tx } from "../db/index.ts";
import type { AccountStatus } from "./tables.ts";

/** The account of a person that money may be sent to now: its id, its bank and its masked number. */
export type PayoutAccount = { readonly account: string; readonly bank: string; readonly number: string };

type Row = {
  readonly id: string;
  readonly bank: string;
  readonly number: string;
  readonly status: AccountStatus;
  readonly payable: boolean;
  readonly from: Date | null;
  readonly changing: boolean;
};

/** The account that money may be sent to now; `null` where there is none, or it is not approved or too new. */
export async function payoutAccount(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<PayoutAccount | null> {
  const row = await accountInForce(db, whose);
  return row?.payable === true ? { account: row.id, bank: row.bank, number: row.number } : null;
}

/** The fact `payout`: where money can be sent, or why it cannot yet, and whether another account waits to be approved in its place. */
export async function payoutFact(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<JsonObject> {
  const row = await accountInForce(db, whose);
  if (row === undefined) return { state: "NONE", changing: false };
  const { bank, number, changing } = row;
  if (row.payable) return { state: "VERIFIED", bank, number, changing };
  return row.from === null
    ? { state: "PENDING", bank, number, changing }
    : { state: "WAITING", bank, number, from: row.from.toISOString(), changing };
}

/**
 * The account that was approved last, whatever was asked for since; where none is, the newest that waits for it.
 * `payout_account_label` says which may be paid to: it is approved for a day, or the first, and the phone number was not changed within a day.
 */
async function accountInForce(
  db: Db | Tx,
  { personId, at }: { readonly personId: string; readonly at: Date },
): Promise<Row | undefined> {
  const asked = sql<Row>`
    select a.id, a.bank, 'xxx-xxx-' || a.last_digits as number, a.status,
      payout_account_label(a.person_id, a.id, ${at}::timestamptz) is not null as payable,
      case when a.approved_at is not null then greatest(a.approved_at + interval '24 hours',
        (select p.money_from from proved_phones p where p.person_id = a.person_id)) end as from,
      exists (select from bank_accounts b where b.person_id = a.person_id and b.status in ('PENDING', 'ASKED')) as changing
    from bank_accounts a where a.person_id = ${personId} and a.status in ('VERIFIED', 'PENDING', 'ASKED')
    order by a.status = 'VERIFIED' desc, a.seq desc limit 1`;
  const [row] = await soon(db, asked.compile(db));
  return row;
}
