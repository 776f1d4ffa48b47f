import { sql } from "kysely";
import { openDatabase } from "../../server/db/index.ts";
import { dropLeftovers, testCluster } from "./database.ts";

/** Starts PostgreSQL once for the whole run, and ends it unless another run is using it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await testCluster();
  await dropLeftovers(cluster);
  return async () => {
    const admin = await openDatabase(cluster.urlOf("postgres"), { max: 1 });
    const others = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(admin);
    await admin.destroy();
    if (others.rows[0]?.count === 0) await cluster.stop();
  };
}
