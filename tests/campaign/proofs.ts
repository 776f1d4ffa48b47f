import { inChunks } from "./in-chunks.ts";

/**
 * Checks figure 19 with three comparisons. Every planted fault must be found. The proofs of 10,000 random
 * flows must equal exhaustive replays, and in as many flows every dead end must be reported. 10,000 random
 * pairs of conditions, some with linked data paths of different limits, are compared with every user tried
 * one by one.
 */
export async function run(seed: number): Promise<boolean> {
  const of = (file: string, name: string, total: number, chunk: number): boolean =>
    inChunks({
      figure: 19,
      seed,
      total,
      chunk,
      file: `tests/engine/verify/${file}.test.ts`,
      count: name,
      seedName: `${name}_SEED`,
    });
  return (
    of("prove/planted-faults", "SAPHAN_PLANTED", 1, 1) &&
    of("prove/random-flows", "SAPHAN_FLOWS", 10_000, 1_000) &&
    of("prove/stuck-flows", "SAPHAN_FLOWS", 10_000, 1_000) &&
    of("model/diagram/brute-force", "SAPHAN_PAIRS", 10_000, 1_000)
  );
}
