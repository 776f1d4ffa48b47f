import { inChunks } from "./in-chunks.ts";

/** Figure 18: the coverage of every rule's cases, in one run. */
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
