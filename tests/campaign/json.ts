import { inChunks } from "./in-chunks.ts";

/**
 * Checks figure 24: the table of JSON texts with 200,000 generated ones, and difficult texts in every text
 * field.
 */
export async function run(seed: number): Promise<boolean> {
  const parsing = inChunks({
    figure: 24,
    seed,
    total: 200_000,
    chunk: 50_000,
    file: "tests/server/http/json-parsing.test.ts",
    count: "SAPHAN_JSON_COUNT",
    seedName: "SAPHAN_JSON_SEED",
  });
  // Runs every difficult text in every field, in one run.
  const naughty = inChunks({
    figure: 24,
    seed,
    total: 1,
    chunk: 1,
    file: "tests/server/fuzz/naughty.test.ts",
    count: "SAPHAN_NAUGHTY_EVERY",
    seedName: "SAPHAN_NAUGHTY_SEED",
  });
  return parsing && naughty;
}
