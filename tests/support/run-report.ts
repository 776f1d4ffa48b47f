import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** A failed test, or a file that did not load (with an empty `name`). */
export type FailedTest = {
  /** Path relative to the root of the project. */
  readonly file: string;
  /** Names of the suites and the test, joined by " > ". */
  readonly name: string;
  /** The error in one line. */
  readonly error: string;
};

/** The report of a vitest run, which `tests/run.ts` reads. */
export type RunReport = {
  readonly passed: number;
  readonly failed: readonly FailedTest[];
  /** Errors outside any test, such as an unhandled rejection, one line each. */
  readonly unhandled: readonly string[];
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
};

/** Beginning of the line in an error that contains the text of an open page. */
export const PAGE_SAYS = "The page says:";

/** Writes a `RunReport` as JSON to the path in `SAPHAN_RUN_REPORT`. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const path = process.env.SAPHAN_RUN_REPORT;
    if (path === undefined) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const report: RunReport = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failed: [...modules.flatMap(brokenParts), ...tests.filter(hasFailed).map(failureOf)],
      unhandled: unhandledErrors.map(summaryOf),
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        seconds: Math.round(module.diagnostic().duration / 1000),
      })),
    };
    writeFileSync(path, JSON.stringify(report));
  }
}

function hasFailed(test: TestCase): boolean {
  return test.result().state === "failed";
}

function failureOf(test: TestCase): FailedTest {
  return {
    file: test.module.relativeModuleId,
    name: test.fullName,
    error: summaryOf(test.result().errors?.[0]),
  };
}

/**
 * Returns the errors of a file or of a suite's hooks. No test has failed in this case, but the file must not
 * pass.
 */
function brokenParts(module: TestModule): readonly FailedTest[] {
  const file = module.relativeModuleId;
  const ofFile = module.errors().map((error) => ({ file, name: "", error: summaryOf(error) }));
  const ofSuites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ file, name: suite.fullName, error: summaryOf(error) })),
  );
  return [...ofFile, ...ofSuites];
}

/**
 * Returns the summary of an error for one line: its first line, the first surplus item of a list, and the
 * open pages.
 */
export function summaryOf(
  error: { readonly message?: string | undefined; readonly diff?: string | undefined } | undefined,
): string {
  const [line = "", ...more] = linesOf(error?.message ?? "no message");
  const surplus = linesOf(error?.diff ?? "").find((found) => /^\+\s+["'{\d]/.test(found));
  const pages = more.filter((found) => found.startsWith(PAGE_SAYS));
  const parts = [...(surplus === undefined ? [] : [surplus]), ...pages];
  return [line.slice(0, 200), ...parts.map((part) => part.slice(0, 400))].join(" | ");
}

/** Returns the lines of a text without terminal colours, which make a log hard to read. */
function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text).split("\n");
}
