import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Db, soon, type Tx } from "../db/index.ts";
import type { AccountStatus } from "./tables.ts";

/** The bank account to which payouts go now: its id, bank and masked number. */
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

/**
 * Returns the bank account to which payouts go now; `null` if there is none, or it is not approved or too
 * new.
 */
export async function payoutAccount(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<PayoutAccount | null> {
  const row = await accountInForce(db, whose);
  return row?.payable === true ? { account: row.id, bank: row.bank, number: row.number } : null;
}

/**
 * Loads the fact `payout`: the payout account, or why there is none yet, and whether a new one waits for
 * approval.
 */
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
 * A bank account, as its owner sees it. `from`: time from which money can go to it; `null` if it can now, or
 * if the account is not yet approved.
 */
export type OwnAccount = {
  readonly bank: string;
  readonly number: string;
  readonly verified: boolean;
  readonly from: string | null;
};

/**
 * Returns a person's payout account, and the account that will replace it, in the form for their owner. Each
 * is `null` if there is none.
 */
export async function ownAccounts(
  db: Db | Tx,
  whose: { readonly personId: string; readonly at: Date },
): Promise<{ readonly bank: OwnAccount | null; readonly nextBank: OwnAccount | null }> {
  const row = await accountInForce(db, whose);
  if (row === undefined) return { bank: null, nextBank: null };
  const { personId, at } = whose;
  const asked = sql<{ readonly bank: string; readonly number: string; readonly from: Date | null }>`
    select a.bank, 'xxx-xxx-' || a.last_digits as number,
      case when a.approved_at is not null then greatest(a.approved_at + interval '24 hours', (select max(c.open_until)
        from contact_changes c where c.person_id = a.person_id and c.open_until > ${at}::timestamptz)) end as from
    from bank_accounts a
    where a.person_id = ${personId} and a.status in ('VERIFIED', 'PENDING', 'ASKED') and a.id <> ${row.id}::uuid
      and not asked_by_another(a.person_id, a.at)
    order by a.seq desc limit 1`;
  const [next] = await soon(db, asked.compile(db));
  return {
    bank: own({ ...row, from: row.payable ? null : row.from, verified: row.from !== null }),
    nextBank: next === undefined ? null : own({ ...next, verified: next.from !== null }),
  };
}

function own(of: {
  readonly bank: string;
  readonly number: string;
  readonly verified: boolean;
  readonly from: Date | null;
}): OwnAccount {
  return { bank: of.bank, number: of.number, verified: of.verified, from: of.from?.toISOString() ?? null };
}

/**
 * Returns the account to which money goes (`payout_account`), otherwise the one approved last, otherwise the
 * newest that waits for approval. `payout_account_label` decides whether money can go to this account now:
 * not within a day after a change of phone number, or after the undoing of such a change.
 */
async function accountInForce(
  db: Db | Tx,
  { personId, at }: { readonly personId: string; readonly at: Date },
): Promise<Row | undefined> {
  const asked = sql<Row>`
    select a.id, a.bank, 'xxx-xxx-' || a.last_digits as number, a.status,
      payout_account_label(a.person_id, a.id, ${at}::timestamptz) is not null as payable,
      case when a.approved_at is not null then greatest(a.approved_at + interval '24 hours',
        payouts_held_until(a.person_id, ${at}::timestamptz),
        (select max(c.open_until) from contact_changes c
          where c.person_id = a.person_id and a.id is distinct from paid.account)) end as from,
      exists (select from bank_accounts b where b.person_id = a.person_id and b.status in ('PENDING', 'ASKED')) as changing
    from bank_accounts a, payout_account(${personId}::uuid, ${at}::timestamptz) as paid(account)
    where a.person_id = ${personId} and (a.status in ('VERIFIED', 'PENDING', 'ASKED') or a.id = paid.account)
    order by a.id is not distinct from paid.account desc, a.status = 'VERIFIED' desc, a.seq desc limit 1`;
  const [row] = await soon(db, asked.compile(db));
  return row;
}
