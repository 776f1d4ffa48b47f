import { inChunks } from "./in-chunks.ts";

/**
 * Checks figure 13: 1,000,000 orders of every kind in real books, compared with an independent integer
 * calculation.
 */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 13,
    seed,
    total: 1_000_000,
    chunk: 50_000,
    file: "tests/server/settlement/every-kind.test.ts",
    count: "SAPHAN_ORDERS",
    seedName: "SAPHAN_ORDERS_SEED",
  });
}
