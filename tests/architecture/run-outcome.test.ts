import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { endOfRun, type KnownFlaky, outcomeOf } from "../support/run-outcome.ts";
import { PAGE_SAYS, type RunReport, summaryOf } from "../support/run-report.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const BROKEN = { file: "tests/a.test.ts", name: "orders > reject", error: "expected 1 to be 2" };
const OTHER = { file: "tests/a.test.ts", name: "orders > accept", error: "expected 3 to be 4" };
const CHECKS = [
  { name: "types", ok: true },
  { name: "style", ok: true },
];

function report(part: Partial<RunReport>): RunReport {
  return { passed: 5, failed: [], unhandled: [], files: [], ...part };
}

describe("the summary of a failure", () => {
  test("the summary of a failure is the first line of the error, without colours and at most 200 characters long", () => {
    expect(summaryOf({ message: `\u001b[31m${"a".repeat(201)}\u001b[39m\nat line 3` })).toBe("a".repeat(200));
    expect(summaryOf(undefined)).toBe("no message");
  });

  test("contains the first unexpected item of a list, and the name of each page left open", () => {
    const message = `expected [ …(2) ] to deeply equal []\n\n${PAGE_SAYS} /login: Log in\n${PAGE_SAYS} /: Home`;
    const diff = '- Expected\n+ Received\n\n- []\n+ [\n+   "axe: no name",\n+   "axe: no role",\n+ ]';
    expect(summaryOf({ message, diff })).toBe(
      'expected [ …(2) ] to deeply equal [] | +   "axe: no name", | The page says: /login: Log in | The page says: /: Home',
    );
  });
});

describe("the outcome of a test run", () => {
  const judge = (first: Partial<RunReport>, again?: Partial<RunReport>, known: readonly KnownFlaky[] = []) =>
    outcomeOf({
      checks: CHECKS,
      first: report(first),
      again: again === undefined ? [] : [{ file: BROKEN.file, report: report(again) }],
      knownFlaky: known,
    });

  test("a check that is not a test counts as one test", () => {
    expect(judge({})).toEqual({ passed: 7, failed: 0, failures: [], flaky: [] });
  });

  test("names each test that failed in both runs, with the first line of the error", () => {
    expect(judge({ failed: [BROKEN] }, { failed: [BROKEN] })).toEqual({
      passed: 7,
      failed: 1,
      failures: ["failed: tests/a.test.ts > orders > reject: expected 1 to be 2"],
      flaky: [],
    });
  });

  test("accepts a test that passes when it is run again alone, and reports the test as flaky", () => {
    const { passed, failed, flaky } = judge({ failed: [BROKEN] }, {});
    expect([passed, failed, flaky]).toEqual([
      8,
      0,
      [
        "flaky: tests/a.test.ts > orders > reject: expected 1 to be 2 (not listed in tests/flaky.json: mend it, or list it with a reason)",
      ],
    ]);
  });

  test("includes the stated reason if a flaky test is in the list", () => {
    const known = { ...BROKEN, reason: "the browser loses its first answer", since: "2026-11-26" };
    expect(judge({ failed: [BROKEN] }, {}, [known]).flaky[0]).toContain(
      "(the browser loses its first answer)",
    );
  });

  test("fails if a test failed only in the second run", () => {
    expect(judge({ failed: [BROKEN] }, { failed: [OTHER] })).toMatchObject({
      failed: 1,
      flaky: [expect.any(String)],
    });
  });

  test("a test run still fails if its second run executes no test", () => {
    expect(judge({ failed: [BROKEN] }, { passed: 0 })).toMatchObject({ failed: 1, flaky: [] });
  });

  test("fails if an error occurs outside all tests, or if a check fails", () => {
    expect(judge({ unhandled: ["late rejection"] })).toMatchObject({
      failed: 1,
      failures: ["failed: outside any test: late rejection"],
    });
    const checks = [{ name: "types", ok: false }];
    expect(outcomeOf({ checks, first: report({}), again: [], knownFlaky: [] })).toMatchObject({
      passed: 5,
      failed: 1,
      failures: ["failed: check types: its output stands where the run begins"],
    });
  });
});

describe("the end of a test run", () => {
  const failures = Array.from({ length: 100 }, (_, at) => `failed: tests/${at}.test.ts > x: no`);
  const took = { seconds: 61, busySeconds: 125 };

  test("prints at most thirty lines however many tests fail, and prints the counts last", () => {
    const lines = endOfRun({ outcome: { passed: 1, failed: 100, failures, flaky: [] }, files: [], took });
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines[0]).toBe("75 more: see above");
    expect(lines.slice(-3)).toEqual([
      "failed: tests/99.test.ts > x: no",
      "1 min 01 s; 2 min 05 s of processor time on the machine",
      "1 passed, 100 failed",
    ]);
  });
});

describe("tests/flaky.json", () => {
  const known = JSON.parse(readFileSync(join(ROOT, "tests/flaky.json"), "utf8")) as readonly KnownFlaky[];

  test("states in each entry a file that exists, a test's name, a reason and a date", () => {
    for (const { file, name, reason, since } of known) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(name).not.toBe("");
      expect(reason.length).toBeGreaterThan(20);
      expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
