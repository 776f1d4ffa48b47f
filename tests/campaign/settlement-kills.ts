import { inChunks } from "./in-chunks.ts";

/** Figure 12: the allotment killed at 20 points and more of its work, and gone on with; the same books as one left alone. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 12,
    seed,
    total: 60,
    chunk: 30,
    file: "tests/server/settlement/killed.test.ts",
    count: "SAPHAN_SETTLEMENT_KILLS",
    seedName: "SAPHAN_ORDERS_SEED",
  });
}
