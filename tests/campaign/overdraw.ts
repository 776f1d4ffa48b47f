import { inChunks } from "./in-chunks.ts";

/** Checks figure 11: 32 clients try 100,000 times to overdraw one holding. */
export async function run(seed: number): Promise<boolean> {
  return inChunks({
    figure: 11,
    seed,
    total: 100_000,
    chunk: 10_000,
    file: "tests/server/orders/one-holding.test.ts",
    count: "SAPHAN_OVERDRAW_COUNT",
    seedName: "SAPHAN_OVERDRAW_SEED",
  });
}
