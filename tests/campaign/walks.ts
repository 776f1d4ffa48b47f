import { inChunks } from "./in-chunks.ts";

/** Checks figure 20: 10,000 random sequences that skip, replay, reorder or forge steps. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 20,
    seed,
    total: 10_000,
    chunk: 1_000,
    file: "tests/server/flows/random-walks.test.ts",
    count: "SAPHAN_WALKS_COUNT",
    seedName: "SAPHAN_WALKS_SEED",
  });
}
