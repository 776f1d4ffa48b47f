import { inChunks } from "./in-chunks.ts";

/** Checks figure 23: 100,000 submissions generated from the schemas, to every open step of every flow. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 23,
    seed,
    total: 100_000,
    chunk: 10_000,
    file: "tests/server/fuzz/fuzz.test.ts",
    count: "SAPHAN_FUZZ_COUNT",
    seedName: "SAPHAN_FUZZ_SEED",
  });
}
