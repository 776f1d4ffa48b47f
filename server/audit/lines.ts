import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Db } from "../db/index.ts";
import "./tables.ts";

/** A line of the audit trail, in the form in which it is read. */
export type AuditLine = {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly version: string | null;
  readonly detail: JsonObject;
  /** Whether the line is part of a sealed batch. */
  readonly sealed: boolean;
};

/** Conditions that select audit lines. A condition that is absent selects every line. */
export type AuditFilter = {
  /** Actor of the line: `person:<id>`, `system:<job>`, or all actors of a kind: `system`. */
  readonly actor?: string;
  /** Action of the line: `accounts.lock`, or all actions of a module: `accounts`. */
  readonly action?: string;
  readonly subject?: string;
  readonly from?: Date;
  /** End of the period, exclusive. */
  readonly until?: Date;
};

/**
 * Returns a page of lines, newest first. `before` is the `next` of the previous page; `next` is null on the
 * last page.
 */
export async function auditLines(
  db: Db,
  filter: AuditFilter,
  page: { readonly before?: number; readonly limit: number },
): Promise<{ readonly lines: readonly AuditLine[]; readonly next: number | null }> {
  const { actor, action, subject, from, until } = filter;
  let query = db
    .selectFrom("audit_lines")
    .select(["id", "at", "actor", "action", "subject", "version", "detail"])
    .select(["from_state as from", "to_state as to", sql<boolean>`batch is not null`.as("sealed")])
    .orderBy("id", "desc")
    .limit(page.limit + 1);
  if (page.before !== undefined) query = query.where("id", "<", page.before);
  if (actor !== undefined)
    query = actor.includes(":")
      ? query.where("actor", "=", actor)
      : query.where("actor", "like", `${escaped(actor)}:%`);
  if (action !== undefined)
    query = action.includes(".")
      ? query.where("action", "=", action)
      : query.where("action", "like", `${escaped(action)}.%`);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (from !== undefined) query = query.where("at", ">=", from);
  if (until !== undefined) query = query.where("at", "<", until);
  const rows = await query.execute();
  const lines = rows.slice(0, page.limit).map((row) => ({ ...row, id: Number(row.id) }));
  return { lines, next: rows.length > page.limit ? (lines.at(-1)?.id ?? null) : null };
}

/**
 * Returns all actions that occur in the trail, sorted. Each action costs one index look-up, however long the
 * trail is.
 */
export async function auditActions(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      (select action from audit_lines order by action using ~<~ limit 1)
      union all
      select (select l.action from audit_lines l where l.action ~>~ k.action order by l.action using ~<~ limit 1)
        from known k where k.action is not null
    ) select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
