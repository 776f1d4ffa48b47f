import { inChunks } from "./in-chunks.ts";

/** Checks figure 31: 100,000 random sequences of edits, each undone and redone to the same bytes. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 31,
    seed,
    total: 100_000,
    chunk: 2_000,
    file: "tests/engine/edits/random-edits.test.ts",
    count: "SAPHAN_EDITS_COUNT",
    seedName: "SAPHAN_EDITS_SEED",
  });
}
