import { sql } from "kysely";
import type { Db } from "../../server/db/index.ts";

/**
 * Creates `bench_same_writes()`. This function does all writes of the submission that placed the newest order
 * through HTTP, with constants as values. It writes the same rows again for one of `calls` instances; `call`
 * places the order. The two updates of the counter of PIN tries are in earlier transactions, and are omitted.
 */
export async function sameWrites(
  db: Db,
  { call, calls }: { readonly call: string; readonly calls: number },
): Promise<void> {
  const { rows } = await sql<{ instance: string }>`
    select instance from flow_receipts where kind = 'effect' and succeeded order by at desc limit 1`.execute(
    db,
  );
  const instance = rows[0]?.instance;
  if (instance === undefined) throw new Error("bench orders: nothing was placed through HTTP");
  const templates = await Promise.all([
    template(db, "flow_receipts", `instance = '${instance}' and kind in ('challenge', 'effect')`),
    template(db, "flow_waits", `instance = '${instance}'`),
    template(db, "flow_submissions", `instance = '${instance}' and step = 'pin'`),
    template(
      db,
      "audit_lines",
      `subject = 'instance:${instance}' and (action <> 'flows.submit' or detail ->> 'step' = 'pin')
       and action in ('flows.challenge', 'flows.effect', 'flows.submit')`,
    ),
    template(
      db,
      "pgboss.job",
      "id in (select id from pgboss.job where name = 'fund.order-placed' order by created_on desc limit 1)",
    ),
  ]);
  await sql`create table bench_instances (number bigint primary key, id uuid not null)`.execute(db);
  await sql`insert into bench_instances select n, gen_random_uuid() from generate_series(1, ${calls}) n`.execute(
    db,
  );
  const instances = await columnsOf(db, "flow_instances");
  await sql
    .raw(
      `insert into flow_instances (${instances.join(", ")})
       select ${instances.map((column) => (column === "id" ? "b.id" : `i.${column}`)).join(", ")}
       from bench_instances b, flow_instances i where i.id = '${instance}'`,
    )
    .execute(db);
  await sql`create sequence bench_number`.execute(db);
  await sql
    .raw(
      `create function bench_same_writes() returns void language plpgsql as $$
       declare i uuid; n bigint := nextval('bench_number');
       begin
         select id into i from bench_instances where number = n;
         perform ${call.replace(/^select /, "")};
         ${templates.join("\n")}
         update flow_instances set version = version, touched_at = now() where id = i;
       end $$`,
    )
    .execute(db);
}

/**
 * Stores the rows of a table that match a condition. Returns the statement that writes the rows again for
 * instance `i`.
 */
async function template(db: Db, table: string, where: string): Promise<string> {
  const columns = (await columnsOf(db, table)).filter(
    (column) => !(table === "pgboss.job" && column === "id"),
  );
  const kept = `bench_${table.replace("pgboss.", "")}`;
  const listed = columns.join(", ");
  await sql.raw(`create table ${kept} as select ${listed} from ${table} where ${where}`).execute(db);
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(kept)}`.execute(
    db,
  );
  if (rows[0]?.rows === 0) throw new Error(`bench orders: the submission wrote nothing into ${table}`);
  const again = columns.map((column) => (column === "instance" ? "i" : column)).join(", ");
  return `insert into ${table} (${listed}) select ${again} from ${kept};`;
}

/** Returns the columns that an insert may name. */
async function columnsOf(db: Db, table: string): Promise<readonly string[]> {
  const [schema, name] = table.includes(".") ? table.split(".") : ["public", table];
  const { rows } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_identity = 'NO' and is_generated = 'NEVER'
    order by ordinal_position`.execute(db);
  return rows.map((row) => row.name);
}
