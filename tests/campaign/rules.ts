import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { inChunks } from "./in-chunks.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const ORACLE = 200_000;

/**
 * Checks figure 17: random rules compared with json-logic-js, and the tables of all rules, row by row, in
 * server and browser.
 */
export async function run(seed: number): Promise<boolean> {
  const command = join(ROOT, "server/commands/conformance-command.ts");
  const asked = spawnSync(process.execPath, [command, "--oracle", String(ORACLE), "--seed", String(seed)], {
    cwd: ROOT,
    encoding: "utf8",
  });
  process.stdout.write(
    `figure 17: random rules beside json-logic-js: ${asked.stdout.trim().split("\n").at(-1)}\n`,
  );
  // Every row of every rule is compared. The suitability score has 31 million rows, so a sample spread over
  // all of them is compared.
  const tables = inChunks({
    figure: 17,
    seed,
    total: 100_000,
    chunk: 100_000,
    file: "tests/journeys/rules-in-page.test.ts",
    count: "SAPHAN_ROWS",
    seedName: "SAPHAN_ROWS_SEED",
  });
  return asked.status === 0 && tables;
}
