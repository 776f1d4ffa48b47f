import { sql } from "kysely";
import { instantText } from "../fund/index.ts";
import type { ControlList, StatementList } from "./answers.ts";
import { breakPlace } from "./controls.ts";
import { momentOf } from "./moment-of.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

const MOST_SHOWN = 20;

/**
 * Returns the imported bank statements, newest first. For each it returns the number of lines with each
 * outcome.
 */
export async function listStatements(room: PaymentsRoom): Promise<StatementList["statements"]> {
  const count = (outcome: string) =>
    sql<number>`(select count(*)::integer from bank_statement_lines l where l.statement_id = s.id and l.outcome = ${sql.lit(outcome)})`;
  const rows = await room.db
    .selectFrom("bank_statements as s")
    .leftJoin("people as p", "p.id", "s.imported_by")
    .select([
      "s.id",
      "s.bank",
      "s.account",
      "s.first_on",
      "s.last_on",
      "s.closing",
      "s.imported_at",
      "p.email",
    ])
    .select([count("matched").as("matched"), count("known").as("known")])
    .select([count("held").as("held"), count("out").as("out")])
    .orderBy("s.imported_at", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    account: `${row.bank} ${row.account}`,
    firstOn: row.first_on,
    lastOn: row.last_on,
    closing: row.closing,
    importedAt: instantText(momentOf(row.imported_at)),
    importedBy: row.email,
    matched: row.matched,
    known: row.known,
    held: row.held,
    out: row.out,
  }));
}

/** Returns the newest daily controls with their differences. */
export async function listControls(room: PaymentsRoom): Promise<ControlList["controls"]> {
  const controls = await room.db
    .selectFrom("daily_controls as c")
    .leftJoin("people as p", "p.id", "c.signed_by")
    .select(["c.day", "c.kind", "c.signed_at", "p.email"])
    .orderBy("c.day", "desc")
    .orderBy("c.kind")
    .limit(MOST_SHOWN)
    .execute();
  if (controls.length === 0) return [];
  const lines = await room.db
    .selectFrom("daily_control_lines as l")
    .leftJoin("people as p", "p.id", "l.owner")
    .select(["l.day", "l.kind", "l.subject", "l.ours", "l.theirs", "l.reason", "l.closed_at", "p.email"])
    .where("l.day", "in", [...new Set(controls.map(({ day }) => day))])
    .whereRef("l.ours", "<>", "l.theirs")
    .orderBy("l.subject")
    .execute();
  const opened = await room.vault.openWords(
    room.db,
    lines.map((line) => ({ place: breakPlace(line), sealed: line.reason })),
  );
  const reasons = new Map(lines.map((line, index) => [line, opened[index] ?? null]));
  return controls.map(({ day, kind, signed_at: signedAt, email }) => ({
    day,
    kind,
    signedBy: signedAt === null ? null : email,
    breaks: lines
      .filter((line) => line.day === day && line.kind === kind)
      .map((line) => ({
        subject: line.subject,
        ours: line.ours,
        theirs: line.theirs,
        owner: line.email,
        reason: reasons.get(line) ?? null,
        closed: line.closed_at !== null,
      })),
  }));
}
