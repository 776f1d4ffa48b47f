import { runTest } from "./run-test.ts";

/** The test of `npm test` with 100 killed workers and 1,000 messages. */
export async function run(): Promise<boolean> {
  return runTest("tests/server/messages/messages.test.ts", { SAPHAN_KILLS: "100" });
}
