import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../server/db/index.ts";

/** Adds an investor with the same documents, password and PIN as the investor with the id `from`. */
export async function copyPerson(
  db: Db,
  { from, email }: { readonly from: string; readonly email: string },
): Promise<void> {
  const id = randomUUID();
  await copyRows(db, { table: "people", where: "id", from, change: { id, email, email_key: email } });
  await copyRows(db, { table: "credentials", where: "person_id", from, change: { person_id: id } });
  // Statuses that normally change step by step are copied directly.
  await db.transaction().execute(async (tx) => {
    await sql`alter table identity_statuses disable trigger identity_status_moves`.execute(tx);
    await copyRows(tx, { table: "identity_statuses", where: "person_id", from, change: { person_id: id } });
    await sql`alter table identity_statuses enable trigger identity_status_moves`.execute(tx);
  });
  for (const table of ["suitability_results", "fatca_declarations", "signed_contracts"])
    await copyRows(db, { table, where: "person_id", from, change: { person_id: id, id: randomUUID() } });
}

async function copyRows(
  db: Db,
  of: {
    readonly table: string;
    readonly where: string;
    readonly from: string;
    readonly change: object;
  },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${of.table} and is_identity = 'NO' and is_generated = 'NEVER'`.execute(
    db,
  );
  const columns = sql.join(rows.map((row) => sql.ref(row.name)));
  await sql`insert into ${sql.table(of.table)} (${columns})
    select ${columns} from (
      select (jsonb_populate_record(t, ${JSON.stringify(of.change)}::jsonb)).* from ${sql.table(of.table)} t
      where ${sql.ref(of.where)} = ${of.from}) as copied`.execute(db);
}
