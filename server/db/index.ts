export { claimDatabase } from "./claim-database.ts";
export { type Cluster, startCluster } from "./cluster.ts";
export type { Database, Db, Tx } from "./database.ts";
export { keepRunning } from "./keep-running.ts";
export { isDatabaseAway, OutcomeUnknown } from "./lost-connection.ts";
export { migrate, migrations, migrationsHash } from "./migrate.ts";
export { onceMore } from "./once-more.ts";
export { oneAtATime } from "./one-at-a-time.ts";
export { openDatabase } from "./open-database.ts";
