import { inChunks } from "./in-chunks.ts";

/** Checks figure 18: the coverage of every rule by its cases, in one run. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 18,
    seed,
    total: 1,
    chunk: 1,
    file: "tests/engine/verify/coverage/coverage.test.ts",
    count: "SAPHAN_COVERAGE",
    seedName: "SAPHAN_COVERAGE_SEED",
  });
}
