import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Runs one test file in its long form, which the given variables select. Returns whether all of its tests
 * passed.
 */
export function runTest(file: string, variables: Readonly<Record<string, string>>): boolean {
  const done = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      file,
    ],
    { cwd: ROOT, env: { ...process.env, ...variables }, stdio: "inherit" },
  );
  return done.status === 0;
}
