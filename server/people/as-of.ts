import { sql } from "kysely";
import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { Db } from "../db/index.ts";

/** The version of a flow that was in force at a given time, and the person who approved it. */
export type VersionInForce = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly hash: string | null;
  readonly publishedAt: Date;
  readonly approvedBy: string | null;
};

/** Returns the last millisecond of a day, in Bangkok's time zone. */
export function endOfDay(day: string): Date {
  return DateTime.fromISO(day, { zone: ZONE }).endOf("day").toJSDate();
}

/** Returns, for each flow, the version that was in force at the given time. */
export async function versionsAt(db: Db, at: Date): Promise<readonly VersionInForce[]> {
  const { rows } = await sql<VersionInForce>`
    select distinct on (v.flow) v.id, v.flow, v.number, v.hash, v.published_at as "publishedAt", p.email as "approvedBy"
    from definition_versions v left join people p on p.id::text = v.approved_by::text
    where v.state = 'published' and v.published_at <= ${at}
    order by v.flow, v.published_at desc, v.number desc nulls last`.execute(db);
  return rows;
}

/** A legal document in force on a day. */
export type LegalInForce = { readonly document: string; readonly version: string; readonly from: string };

/** Returns the version of each legal document that was in force on a day. */
export async function legalOn(db: Db, day: string): Promise<readonly LegalInForce[]> {
  const { rows } = await sql<LegalInForce>`
    select distinct on (document) document, version, effective_from as "from" from legal_documents
    where state = 'PUBLISHED' and effective_from <= ${day}::date and coalesce(decided_at, proposed_at) <= ${endOfDay(day)}
    order by document, effective_from desc, ordinal desc`.execute(db);
  return rows;
}

/**
 * Returns the statuses of a person at a given time, as the audit trail recorded them. If there was no status
 * of some kind yet, it is missing.
 */
export async function statusesAt(
  db: Db,
  personId: string,
  at: Date,
): Promise<readonly { readonly entity: string; readonly status: string; readonly since: Date }[]> {
  const { rows } = await sql<{ entity: string; status: string; since: Date }>`
    select distinct on (action) substr(action, length('identity.') + 1) as entity, to_state as status, at as since
    from audit_lines
    where subject = ${`person:${personId}`} and at <= ${at} and to_state is not null
      and action in ('identity.kyc', 'identity.suit', 'identity.onfido', 'identity.verifio', 'identity.liveness', 'identity.account')
    order by action, id desc`.execute(db);
  return rows;
}
