import type { FailedTest, RunReport } from "./run-report.ts";

/** A test that is known to fail occasionally: `tests/flaky.json`. */
export type KnownFlaky = {
  readonly file: string;
  /** As the run names it: suites and test, joined by " > ". */
  readonly name: string;
  readonly reason: string;
  /** Day on which it was listed, `YYYY-MM-DD`. */
  readonly since: string;
};

/** The result of a run of `npm test`. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  /** The failures with reasons, one line each. */
  readonly failures: readonly string[];
  /** Tests that failed and then passed alone, one line each. */
  readonly flaky: readonly string[];
};

/** If more files fail than this, none of them runs again: for a broken change that would only take twice as long. */
export const FILES_RUN_AGAIN = 8;
/** The last lines of a run, which a reader sees first. */
const MOST_LINES = 30;

/**
 * Judges a run. A test that failed and passed when its file ran again alone counts as passed and flaky. A test that failed
 * only in the second run counts as failed. Errors outside any test count as one failure.
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
  // A second run that executes no test, such as one of a file that does not load, acquits nothing.
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

/** The last lines of a run: longest files, flaky and failed tests, durations, counts; at most 30. */
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

/** Returns the last lines, where the failures are, with the number of the others. */
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
