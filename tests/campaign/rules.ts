import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { inChunks } from "./in-chunks.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const ORACLE = 200_000;

/** Figure 17: random rules beside json-logic-js; every row of every rule's table in server and browser. */
export async function run(seed: number): Promise<boolean> {
  const command = join(ROOT, "server/definitions/conformance-command.ts");
  const asked = spawnSync(process.execPath, [command, "--oracle", String(ORACLE), "--seed", String(seed)], {
    cwd: ROOT,
    encoding: "utf8",
  });
  process.stdout.write(
    `figure 17: random rules beside json-logic-js: ${asked.stdout.trim().split("\n").at(-1)}\n`,
  );
  // The tables are whole in one go: so many rows that none is left out.
  const tables = inChunks({
    figure: 17,
    seed,
    total: 1_000_000,
    chunk: 1_000_000,
    file: "tests/journeys/rules-in-page.test.ts",
    count: "SAPHAN_ROWS",
    seedName: "SAPHAN_ROWS_SEED",
  });
  return asked.status === 0 && tables;
}
