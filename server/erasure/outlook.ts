import { sql } from "kysely";
import { ENDS_ACCOUNT } from "../../domain/ends-account.ts";
import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import "./tables.ts";

/** The reasons why an account cannot be erased yet. */
export const HINDRANCES = [
  ...(["staff", "units", "money", "orders", "payouts", "payment-cases"] as const),
  ...(["cases", "identity", "watch-list"] as const),
] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/**
 * Number of years for which law requires keeping data after an account is closed. Identity and watch lists:
 * Anti-Money Laundering Act, section 22/1. Books: Accounting Act, section 14, and the SEC's rules on business
 * records.
 */
export const KEPT_YEARS = { identity: 10, "watch-list": 10, contracts: 5, books: 5 } as const;
export type Kept = keyof typeof KEPT_YEARS;

/** What an erasure would do: the reasons why it is not possible yet, and the data that would stay. */
export type Outlook = {
  readonly hindrances: readonly {
    readonly kind: Hindrance;
    readonly count: number;
  }[];
  /** Data that law keeps; empty if all data is erased at once. */
  readonly kept: readonly Kept[];
  /** Number of years until the data that is kept is erased too; `null` if all data is erased at once. */
  readonly years: number | null;
};

/** Returns the reasons why a person cannot be erased yet, and the data that law requires to keep. */
export async function outlookOf(db: Db | Tx, personId: string): Promise<Outlook> {
  const kept = await keptOf(db, personId);
  const years = kept.map((kind) => KEPT_YEARS[kind]);
  return {
    hindrances: await hindrancesOf(db, personId),
    kept,
    years: years.length === 0 ? null : Math.max(...years),
  };
}

/**
 * Throws `erasure-in-the-way` if the person has open matters, such as orders, that must be settled before an
 * erasure.
 */
export async function refuseHindered(tx: Tx, personId: string): Promise<void> {
  if ((await hindrancesOf(tx, personId)).length > 0) throw new AppError("erasure-in-the-way");
}

async function hindrancesOf(db: Db | Tx, personId: string): Promise<Outlook["hindrances"]> {
  const { rows } = await sql<{ kind: Hindrance; count: string }>`
    select kind, sum(count) as count from (
      select 'staff' as kind, count(*) from people where id = ${personId} and role is not null
      union all select 'staff', count(*) from role_proposals where person_id = ${personId} and state = 'waiting'
      union all select 'units', count(*) from ledger_accounts where person_id = ${personId} and asset <> 'THB' and (balance <> 0 or pending <> 0)
      union all select 'money', count(*) from ledger_accounts where person_id = ${personId} and asset = 'THB' and balance <> 0
      union all select 'orders', count(*) from orders where person_id = ${personId} and status in ('SUBMITTED', 'WAITING', 'APPROVED')
      union all select 'payouts', count(*) from payouts p where person_id = ${personId}
        and (state in ('DUE', 'FILED') or (state = 'PAID' and settled_at is null)
          or (state = 'RETURNED' and not exists (select from payouts n where n.follows = p.id)))
      union all select 'payment-cases', count(*) from payment_cases where ${personId} in (person_id, payee) and state not in ('MATCHED', 'REFUNDED', 'KNOWN')
      union all select 'cases', count(*) from cases where person_id = ${personId} and state in ('open', 'asked', 'proposed')
        and coalesce(follows not in (${sql.join(ENDS_ACCOUNT)}), true)
      union all select 'identity', count(*) from identity_reviews where person_id = ${personId} and state = 'open'
      union all select 'identity', count(*) from identity_checks where person_id = ${personId} and state in ('asking', 'asked')
      union all select 'identity', count(*) from ndid_requests where person_id = ${personId} and state in ('asking', 'asked')
      union all select 'identity', count(*) from bank_changes where person_id = ${personId} and state = 'OPEN'
      union all select 'watch-list', count(*) from aml_hits where person_id = ${personId} and state = 'open'
    ) as found group by kind having sum(count) > 0`.execute(db);
  return HINDRANCES.flatMap((kind) => {
    const found = rows.find((row) => row.kind === kind);
    return found === undefined ? [] : [{ kind, count: Number(found.count) }];
  });
}

async function keptOf(db: Db | Tx, personId: string): Promise<readonly Kept[]> {
  const { rows } = await sql<{ kind: Kept }>`
    select 'identity' as kind where exists (select from identity_reviews where person_id = ${personId} and state = 'approved')
      or exists (select from identity_statuses where person_id = ${personId} and entity = 'kyc' and status in ('VERIFIED', 'OVERDUE'))
    union all select 'watch-list' where exists (select from aml_hits where person_id = ${personId} and state in ('confirmed', 'cleared'))
    union all select 'contracts' where exists (select from signed_contracts where person_id = ${personId})
    union all select 'books' where exists (select from orders where person_id = ${personId})
      or exists (select from ledger_accounts where person_id = ${personId})
      or exists (select from payment_cases where person_id = ${personId})`.execute(db);
  return (Object.keys(KEPT_YEARS) as Kept[]).filter((kind) => rows.some((row) => row.kind === kind));
}
