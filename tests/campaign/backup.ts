import { runTest } from "./run-test.ts";

/** Figure 16: a backup and a migration while 400 orders are placed; the copy's books. */
export async function run(): Promise<boolean> {
  return runTest("tests/server/durability/backup.test.ts", { SAPHAN_BACKUP_ORDERS: "400" });
}
