import { sql } from "kysely";
import type { OpenWork } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";

/**
 * Returns all proposals of a member of staff that nobody has decided yet, from all desks. Proposals of roles
 * are left out, because they are withdrawn when the person's role ends.
 */
export async function openWorkOf(db: Db | Tx, personId: string): Promise<readonly OpenWork[]> {
  const { rows } = await sql<OpenWork>`
    select 'definition' as kind, id::text from definition_versions where state = 'proposed' and proposed_by = ${personId}
    union all select 'content', id::text from content_versions where state = 'PROPOSED' and proposed_by = ${personId}
    union all select 'legal', id::text from legal_documents where state = 'PROPOSED' and proposed_by = ${personId}
    union all select 'terms', id::text from strategy_terms where state = 'PROPOSED' and entered_by = ${personId}
    union all select 'rate', id::text from display_rates where state = 'PROPOSED' and entered_by = ${personId}
    union all select 'dealing', id::text from strategy_dealing where state = 'PROPOSED' and entered_by = ${personId}
    union all select 'calendar', id::text from calendar_changes where state = 'PROPOSED' and entered_by = ${personId}
    union all select 'switch', id::text from flag_changes
      where state = 'PROPOSED' and kind = 'CHANGE' and proposed_by = ${personId}
    union all select 'nav', id::text from navs where status = 'ENTERED' and entered_by = ${personId}
    union all select 'watch-list-hit', id::text from aml_hits where state = 'open' and proposed_by = ${personId}
    order by 1, 2`.execute(db);
  return rows;
}
