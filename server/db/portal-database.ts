import pg from "pg";
import { adminUrlOf, DATABASE, type Place, PORTAL_USER, portalPassword } from "./place.ts";

/**
 * Creates the portal's database and its role. The role owns only this database and is no superuser. An
 * injected statement therefore can read no file, start no program and reach no other database. If an earlier
 * release created objects as superuser, the role becomes their owner.
 */
export async function preparePortalDatabase(place: Place): Promise<void> {
  await asAdmin(place, "postgres", async (admin) => {
    // This lock makes portals that start at the same time wait for each other.
    await admin.query("select pg_advisory_lock(7226004)");
    const [known] = (
      await admin.query<{ role: boolean; database: boolean; owns: boolean }>(
        `select exists (select from pg_roles where rolname = $1) as role,
          exists (select from pg_database where datname = $2) as database,
          exists (select from pg_database where datname = $2 and datdba = (select oid from pg_roles where rolname = $1)) as owns`,
        [PORTAL_USER, DATABASE],
      )
    ).rows;
    const password = admin.escapeLiteral(portalPassword(place));
    if (known?.role !== true) {
      await admin.query(
        `create role ${PORTAL_USER} login nosuperuser nocreatedb nocreaterole password ${password}`,
      );
      await admin.query("revoke all on database postgres, template1 from public");
    }
    if (known?.database !== true) await admin.query(`create database ${DATABASE} owner ${PORTAL_USER}`);
    else if (known.owns !== true) await asAdmin(place, DATABASE, handOver);
  });
}

/** Connects as superuser, runs the work and disconnects. */
async function asAdmin(
  place: Place,
  database: string,
  work: (admin: pg.Client) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrlOf(place, database) });
  // A query that fails reports the error itself. Without this listener, an additional error event would end
  // the process.
  admin.on("error", () => {});
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

// PostgreSQL rejects `reassign owned` for the role that created the cluster, so each object gets its new
// owner in a separate statement. The sequence of a column gets the owner of its table.
async function handOver(admin: pg.Client): Promise<void> {
  const ours =
    "not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')";
  await admin.query(`do $$
    declare command text;
    begin
      for command in
        select format('alter schema %I owner to ${PORTAL_USER}', nspname) from pg_namespace
          where oid ${ours} and nspowner = current_user::regrole
        union all
        select format('alter %s %s owner to ${PORTAL_USER}',
            case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
              when 'c' then 'type' else 'table' end, c.oid::regclass)
          from pg_class c where relnamespace ${ours} and relowner = current_user::regrole
            and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
            and not (relkind = 'S' and exists (select from pg_depend where classid = 'pg_class'::regclass
              and objid = c.oid and deptype in ('a', 'i')))
        union all
        select format('alter routine %s owner to ${PORTAL_USER}', oid::regprocedure) from pg_proc
          where pronamespace ${ours} and proowner = current_user::regrole
        union all
        select format('alter type %s owner to ${PORTAL_USER}', oid::regtype) from pg_type
          where typnamespace ${ours} and typowner = current_user::regrole and typtype in ('e', 'd')
      loop
        execute command;
      end loop;
      alter database ${DATABASE} owner to ${PORTAL_USER};
    end $$`);
}
