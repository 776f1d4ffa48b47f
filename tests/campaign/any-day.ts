import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { memoryFolder } from "../support/memory-folder.ts";
import type { RunReport } from "../support/run-report.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const REPORTER = join(ROOT, "tests", "support", "run-report.ts");
const KEPT = join(ROOT, ".cache", "campaign");

/** Times in Bangkok at which a test that depends on the date may fail. */
const MOMENTS = [
  { name: "saturday", at: "2026-12-26T13:55:00", why: "no business day" },
  { name: "year-end", at: "2026-12-31T23:59:00", why: "the year changes during the run" },
  { name: "cut-off", at: "2026-12-14T13:59:50", why: "a business day ten seconds before its cut-off" },
  { name: "songkran", at: "2027-04-13T10:00:00", why: "a holiday of 2027" },
  { name: "last-day", at: "2027-12-31T23:59:00", why: "the loaded holiday years end during the run" },
  { name: "leap-day", at: "2028-02-29T12:00:00", why: "a leap day, past the loaded holiday years" },
] as const;

/**
 * Runs the tests of `server` and `pure` at each time. Processes and PostgreSQL get this time from
 * libfaketime. `wanted` contains names of times (`year-end`), if not all are wanted, and filters of tests as
 * Vitest accepts them. Returns whether every test passed at every time. Without `faketime` nothing runs, and
 * the result is true.
 */
export async function run(_seed: number, wanted: readonly string[]): Promise<boolean> {
  if (!isInstalled("faketime")) {
    process.stdout.write("not run: faketime is not installed\n");
    return true;
  }
  mkdirSync(KEPT, { recursive: true });
  let allPassed = true;
  const named = MOMENTS.filter(({ name }) => wanted.includes(name));
  const filters = wanted.filter((one) => !named.some(({ name }) => name === one));
  for (const moment of named.length > 0 ? named : MOMENTS) {
    const { passed, failed } = runAt(moment, filters);
    process.stdout.write(
      `${moment.at} (${moment.why}): ${passed} passed, ${failed.length} failed\n${failed.map((name) => `  ${name}\n`).join("")}`,
    );
    // A filter that matches no test is a typing error and must not count as passed.
    if (failed.length > 0 || passed === 0) allPassed = false;
  }
  return allPassed;
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function runAt(
  { name, at }: (typeof MOMENTS)[number],
  filters: readonly string[],
): { readonly passed: number; readonly failed: readonly string[] } {
  const report = join(KEPT, `any-day-${name}.json`);
  const data = join(memoryFolder() ?? tmpdir(), `any-day-${name}-${process.pid}`);
  rmSync(report, { force: true });
  // The time is an offset, because each started process would begin again at an absolute time.
  const aheadSeconds = Math.round((Date.parse(`${at}+07:00`) - Date.now()) / 1000);
  const done = spawnSync(
    "faketime",
    [
      ...["-f", `${aheadSeconds < 0 ? "" : "+"}${aheadSeconds}`, process.execPath],
      ...["--disable-warning=ExperimentalWarning", join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"],
      ...["--project", "server", "--project", "pure", `--reporter=${REPORTER}`],
      ...filters,
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "ignore"],
      env: {
        ...process.env,
        TZ: "Asia/Bangkok",
        // Timers use the monotonic clock. A faked monotonic clock would stop them.
        DONT_FAKE_MONOTONIC: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        SAPHAN_TEST_DATA: data,
        SAPHAN_RUN_REPORT: report,
      },
    },
  );
  rmSync(data, { recursive: true, force: true });
  if (!existsSync(report))
    return {
      passed: 0,
      failed: [`Vitest wrote no report (${done.error?.message ?? `ended with ${done.status}`})`],
    };
  const { passed, failed: tests, unhandled } = JSON.parse(readFileSync(report, "utf8")) as RunReport;
  const failed = [
    ...tests.map(({ file, name: test }) => `${file}: ${test || "the whole file"}`),
    ...unhandled,
  ];
  if (done.status !== 0 && failed.length === 0)
    failed.push(`Vitest ended with ${done.status}: see ${relative(ROOT, report)}`);
  return { passed, failed };
}
