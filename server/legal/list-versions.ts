import type { TypeOf } from "../http/index.ts";
import type { LegalVersions } from "./answers.ts";
import type { Legal } from "./create-legal.ts";
import "./tables.ts";

/** Function that returns the name of a member of staff; `null` if unknown. */
export type NameOf = (personId: string) => Promise<string | null>;

/** Returns all versions of all legal documents, the newest first, in the form for one reader. */
export async function listVersions(
  legal: Legal,
  readerId: string,
  nameOf: NameOf,
): Promise<TypeOf<typeof LegalVersions>["versions"]> {
  const inForce = legal.inForce();
  const rows = await legal.room.db
    .selectFrom("legal_documents")
    .selectAll()
    .orderBy("ordinal", "desc")
    .execute();
  const ids = [...new Set(rows.flatMap((row) => [row.proposed_by, row.decided_by]))].filter(
    (id) => id !== null,
  );
  const names = new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const)));
  const called = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map((row) => ({
    id: row.id,
    document: row.document,
    version: row.version,
    state: row.state,
    source: row.source,
    effectiveFrom: row.effective_from,
    renew: row.renew,
    graceUntil: row.grace_until,
    hash: { th: row.hash_th, en: row.hash_en },
    content: row.content,
    note: row.note,
    proposedByName: called(row.proposed_by),
    proposedAt: row.proposed_at.toISOString(),
    decidedByName: called(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    own: row.proposed_by === readerId,
    inForce: row.state === "PUBLISHED" && inForce[row.document].version === row.version,
  }));
}
