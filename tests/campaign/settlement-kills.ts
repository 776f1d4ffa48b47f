import { inChunks } from "./in-chunks.ts";
import { runTest } from "./run-test.ts";

/**
 * Checks figure 12: an allotment that is killed at 20 or more points of its work and resumed must give the
 * same books as an uninterrupted one. 100,000 orders are also settled by two portals and two workers
 * together, one of each killed.
 */
export async function run(seed: number): Promise<boolean> {
  const goesOn = await inChunks({
    figure: 12,
    seed,
    total: 60,
    chunk: 30,
    file: "tests/server/settlement/killed.test.ts",
    count: "SAPHAN_SETTLEMENT_KILLS",
    seedName: "SAPHAN_ORDERS_SEED",
  });
  return (
    goesOn &&
    runTest("tests/server/settlement/settle-together.test.ts", { SAPHAN_SETTLED_TOGETHER: "100000" })
  );
}
