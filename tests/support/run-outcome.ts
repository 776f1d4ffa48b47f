import type { FailedTest, RunReport } from "./run-report.ts";

/** An entry of `tests/flaky.json`: a test that is known to fail occasionally. */
export type KnownFlaky = {
  readonly file: string;
  /** Name of the test in the run's output: suites and test, joined by " > ". */
  readonly name: string;
  readonly reason: string;
  /** Date on which the test was listed, `YYYY-MM-DD`. */
  readonly since: string;
};

/** The result of a run of `npm test`. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  /** Failures with their reasons, one line each. */
  readonly failures: readonly string[];
  /** Tests that failed and then passed alone, one line each. */
  readonly flaky: readonly string[];
};

/**
 * Maximum number of failed files that run again. If more files fail, the change is broken, and a second run
 * would only take twice as long.
 */
export const FILES_RUN_AGAIN = 8;
/** Maximum number of last lines of a run, which a reader sees first. */
const MOST_LINES = 30;

/**
 * Judges a run. A test that failed first and passed when its file ran again alone counts as passed and flaky.
 * A test that failed only in the second run counts as failed. Errors outside any test count together as one
 * failure.
 */
export function outcomeOf({
  checks,
  first,
  again,
  knownFlaky,
}: {
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
  readonly first: RunReport;
  readonly again: readonly { readonly file: string; readonly report: RunReport }[];
  readonly knownFlaky: readonly KnownFlaky[];
}): Outcome {
  const stillFailed = again.flatMap(({ report }) => report.failed);
  // A second run that executes no test, for example because its file does not load, does not clear a failure.
  const ranAgain = new Set(
    again.filter(({ report }) => report.passed + report.failed.length > 0).map(({ file }) => file),
  );
  const isFlaky = (test: FailedTest) =>
    ranAgain.has(test.file) && !stillFailed.some((other) => same(test, other));
  const flaky = first.failed.filter(isFlaky);
  const failed = [
    ...first.failed.filter((test) => !isFlaky(test)),
    ...stillFailed.filter((test) => !first.failed.some((other) => same(test, other))),
  ];
  const checksFailed = checks.filter(({ ok }) => !ok);
  const unhandled = [...first.unhandled, ...again.flatMap(({ report }) => report.unhandled)];
  return {
    passed: first.passed + flaky.length + checks.length - checksFailed.length,
    failed: failed.length + checksFailed.length + (unhandled.length > 0 ? 1 : 0),
    failures: [
      ...checksFailed.map(({ name }) => `failed: check ${name}: its output stands where the run begins`),
      ...failed.map((test) => `failed: ${titleOf(test)}: ${test.error}`),
      ...unhandled.map((error) => `failed: outside any test: ${error}`),
    ],
    flaky: flaky.map((test) => {
      const known = knownFlaky.find(({ file, name }) => file === test.file && name === test.name);
      const what = known?.reason ?? "not listed in tests/flaky.json: mend it, or list it with a reason";
      return `flaky: ${titleOf(test)}: ${test.error} (${what})`;
    }),
  };
}

/**
 * Returns the last lines of a run, at most 30: the longest files, flaky and failed tests, durations, and
 * counts.
 */
export function endOfRun({
  outcome,
  files,
  took,
}: {
  readonly outcome: Outcome;
  readonly files: RunReport["files"];
  readonly took: { readonly seconds: number; readonly busySeconds: number };
}): readonly string[] {
  const longest = files
    .filter(({ seconds }) => seconds > 0)
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${file} ${seconds} s`);
  const head = longest.length > 0 ? [`longest files: ${longest.join(", ")}`] : [];
  const tail = [
    `${minutes(took.seconds)}; ${minutes(took.busySeconds)} of processor time on the machine`,
    `${outcome.passed} passed, ${outcome.failed} failed`,
  ];
  return [...head, ...atMost([...outcome.flaky, ...outcome.failures], MOST_LINES - 4), ...tail];
}

/** Returns the last lines, which contain the failures, and the number of omitted lines. */
function atMost(lines: readonly string[], count: number): readonly string[] {
  if (lines.length <= count) return lines;
  return [`${lines.length - count + 1} more: see above`, ...lines.slice(1 - count)];
}

function same(left: FailedTest, right: FailedTest): boolean {
  return left.file === right.file && left.name === right.name;
}

function titleOf({ file, name }: FailedTest): string {
  return name === "" ? `${file} (the whole file)` : `${file} > ${name}`;
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
