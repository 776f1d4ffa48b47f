import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { runChecks } from "./support/checks.ts";
import { endOfRun, FILES_RUN_AGAIN, type KnownFlaky, outcomeOf } from "./support/run-outcome.ts";
import type { RunReport } from "./support/run-report.ts";

// `npm test` runs all tests and checks. `npm test -- tests/engine` runs the tests of one folder only; `npm
// test -- --fast` omits browser tests and slow tests.
// A failed test runs once more, alone. If it then passes, the run succeeds and the test is reported as flaky.
// The last lines name each failed test. The very last line has the numbers of passed and failed tests; a
// check counts as one test.
const ROOT = resolve(import.meta.dirname, "..");
const CACHE = join(ROOT, ".cache");
const fast = process.argv.includes("--fast");
const only = process.argv.slice(2).filter((argument) => argument !== "--fast");
const begun = { at: performance.now(), busyMs: busyMs(), tree: cleanTree() };

const checks =
  only.length > 0
    ? []
    : runChecks(["types", "style", "definitions", "specification", ...(fast ? [] : (["page"] as const))]);
const first = runVitest([
  "--reporter=default",
  ...(fast ? ["--project", "pure", "--project", "server"] : []),
  ...only,
]);
const failedFiles = [...new Set(first.failed.map(({ file }) => file))];
// Files run again one after the other, so that each test runs alone. If more files fail, the code is broken,
// not flaky.
const again =
  failedFiles.length > FILES_RUN_AGAIN
    ? []
    : failedFiles.map((file) => {
        process.stdout.write(`\nonce more, alone: ${file}\n`);
        return { file, report: runVitest(["--reporter=default", file]) };
      });
const outcome = outcomeOf({
  checks,
  first,
  again,
  knownFlaky: JSON.parse(readFileSync(join(ROOT, "tests", "flaky.json"), "utf8")) as readonly KnownFlaky[],
});

const took = {
  seconds: Math.round((performance.now() - begun.at) / 1000),
  busySeconds: Math.round((busyMs() - begun.busyMs) / 1000),
};
if (outcome.failed === 0 && only.length === 0 && !fast) writeGreen(took.seconds);
process.stdout.write(`\n${endOfRun({ outcome, files: first.files, took }).join("\n")}\n`);
process.exit(outcome.failed === 0 ? 0 : 1);

function runVitest(words: readonly string[]): RunReport {
  mkdirSync(CACHE, { recursive: true });
  const path = join(CACHE, `test-results-${process.pid}.json`);
  rmSync(path, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      `--reporter=${join(ROOT, "tests", "support", "run-report.ts")}`,
      ...words,
    ],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, SAPHAN_RUN_REPORT: path, ...(fast ? { SAPHAN_TESTS: "fast" } : {}) },
    },
  );
  const nothing: RunReport = { passed: 0, failed: [], unhandled: [], files: [] };
  const report = readReport(path) ?? nothing;
  const silent = status !== 0 && report.failed.length === 0 && report.unhandled.length === 0;
  return silent ? { ...report, unhandled: [`vitest ended with ${status}; its output says why`] } : report;
}

function readReport(path: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunReport;
  } catch {
    return null;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Records that this exact tree passed. A tree with uncommitted changes is not recorded. */
function writeGreen(seconds: number): void {
  const tree = cleanTree();
  if (tree === null || tree !== begun.tree) return;
  const line = { tree, at: new Date().toISOString(), seconds };
  writeFileSync(join(CACHE, "green"), `${JSON.stringify(line)}\n`);
}

/** Returns the hash of HEAD's tree; null without git or with uncommitted changes. */
function cleanTree(): string | null {
  const git = (...words: readonly string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8" });
  const status = git("status", "--porcelain");
  const head = git("rev-parse", "HEAD^{tree}");
  return status.status === 0 && status.stdout === "" && head.status === 0 ? head.stdout.trim() : null;
}

/**
 * Returns the processor time in milliseconds that all cores of the machine have used since it started,
 * including other programs.
 */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
