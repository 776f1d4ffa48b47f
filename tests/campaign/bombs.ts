import { inChunks } from "./in-chunks.ts";

/** Checks figure 21: rule bombs, and the names that every object inherits. Each test file runs once. */
export async function run(seed: number): Promise<boolean> {
  return [
    "engine/rules/bounds",
    "engine/rules/check-rules",
    "engine/rules/refused",
    "server/commands/untyped",
  ].every((file) =>
    inChunks({
      figure: 21,
      seed,
      total: 1,
      chunk: 1,
      file: `tests/${file}.test.ts`,
      count: "SAPHAN_BOMBS",
      seedName: "SAPHAN_BOMBS_SEED",
    }),
  );
}
