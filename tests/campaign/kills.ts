import { runTest } from "./run-test.ts";

/** The test of `npm test` with 200 kills, of the portal and of PostgreSQL in turn: the moments are chance, so it takes many to meet them all. */
export async function run(): Promise<boolean> {
  return runTest("tests/server/durability/kill-while-ordering.test.ts", {
    SAPHAN_KILLS: "200",
    SAPHAN_KILL_DATABASE: "yes",
  });
}
