import { sql } from "kysely";
import { openDatabase } from "../../server/db/index.ts";
import { dropLeftovers, testCluster } from "./database.ts";

// Several projects of one run use this setup, each with its own copy of this module. The last one to end
// stops the cluster.
const users = globalThis as { saphanClusterUsers?: number };

/** Starts PostgreSQL once for the whole run. Stops it at the end unless another run is using it. */
export default async function setup(): Promise<() => Promise<void>> {
  users.saphanClusterUsers = (users.saphanClusterUsers ?? 0) + 1;
  const cluster = await testCluster();
  await dropLeftovers(cluster);
  return async () => {
    users.saphanClusterUsers = (users.saphanClusterUsers ?? 1) - 1;
    if (users.saphanClusterUsers > 0) return;
    const admin = await openDatabase(cluster.adminUrlOf("postgres"), { max: 1 });
    const others = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(admin);
    await admin.destroy();
    if (others.rows[0]?.count === 0) await cluster.stop();
  };
}
