import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const TEST = "tests/server/durability/kill-while-ordering.test.ts";

/** The test of `npm test` with 200 kills instead of a few: the moments are chance, so it takes many to meet them all. */
export async function run(): Promise<boolean> {
  const done = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      TEST,
    ],
    { cwd: ROOT, env: { ...process.env, SAPHAN_KILLS: "200" }, stdio: "inherit" },
  );
  return done.status === 0;
}
