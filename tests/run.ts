import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { runChecks } from "./support/checks.ts";

// `npm test`: everything that must hold. `npm test -- tests/engine` runs the tests of one folder only;
// `npm test -- --fast` leaves out browsers and what takes long.
// The last line says how many passed and failed; a check counts as one test.
const ROOT = resolve(import.meta.dirname, "..");
const fast = process.argv.includes("--fast");
const only = process.argv.slice(2).filter((argument) => argument !== "--fast");

let passed = 0;
let failed = 0;
if (only.length === 0) {
  const checks = runChecks(
    fast
      ? ["types", "style", "definitions", "specification"]
      : ["types", "style", "definitions", "specification", "page"],
  );
  passed += checks.filter((check) => check.ok).length;
  failed += checks.filter((check) => !check.ok).length;
}

const cache = join(ROOT, ".cache");
const report = join(cache, `test-results-${process.pid}.json`);
mkdirSync(cache, { recursive: true });
const run = spawnSync(
  process.execPath,
  [
    join(ROOT, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(fast ? ["--project", "pure", "--project", "server"] : []),
    ...only,
  ],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...(fast ? { SAPHAN_TESTS: "fast" } : {}) } },
);
const results = readReport(report);
passed += results.passed;
failed += results.failed;
if (results.slowest.length > 0)
  process.stdout.write(
    `\nlongest files: ${results.slowest.map(({ file, seconds }) => `${file} ${seconds} s`).join(", ")}\n`,
  );
// A file that does not even load has no failed test in it; it must not pass for that.
if (run.status !== 0 && results.failed === 0) failed += 1;

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function readReport(path: string): {
  readonly passed: number;
  readonly failed: number;
  /** The ten files that took longest, for whoever wants the run to be shorter. */
  readonly slowest: readonly { readonly file: string; readonly seconds: number }[];
} {
  try {
    const found = JSON.parse(readFileSync(path, "utf8")) as {
      readonly numPassedTests: number;
      readonly numFailedTests: number;
      readonly testResults: readonly {
        readonly name: string;
        readonly startTime: number;
        readonly endTime: number;
        readonly status: string;
        readonly assertionResults: readonly unknown[];
      }[];
    };
    const broken = found.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
    const slowest = found.testResults
      .map(({ name, startTime, endTime }) => ({
        file: relative(ROOT, name),
        seconds: Math.round((endTime - startTime) / 1000),
      }))
      .filter(({ seconds }) => seconds > 0)
      .sort((left, right) => right.seconds - left.seconds)
      .slice(0, 10);
    return { passed: found.numPassedTests, failed: found.numFailedTests + broken, slowest };
  } catch {
    return { passed: 0, failed: 0, slowest: [] };
  } finally {
    rmSync(path, { force: true });
  }
}
