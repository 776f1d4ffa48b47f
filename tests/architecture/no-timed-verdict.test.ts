import { describe, expect, test } from "vitest";
import { sources } from "./sources.ts";

/**
 * Tests of `npm test` check work, order and results, never elapsed time, because a busy machine is not a
 * fault of the code. Time measurements belong in these folders.
 */
const TIMED_FOLDERS = ["tests/bench/", "tests/campaign/", "tests/mutation/"];

/**
 * Reviewed files that measure time, with the reason. The test also fails for an entry that is no longer
 * needed.
 */
const REVIEWED: { readonly [file: string]: string } = {
  "tests/run.ts": "prints how long the whole run took; judges nothing by it",
  "tests/simulate/run.ts": "prints how long a run took; a command, which judges nothing by it",
  "tests/support/checks.ts": "prints how long each check took; judges nothing by it",
};

const OURS = "tests/architecture/no-timed-verdict.test.ts";
const files = sources(["tests"], /\.[cm]?[jt]sx?$/).filter(
  ({ path }) => path !== OURS && !TIMED_FOLDERS.some((folder) => path.startsWith(folder)),
);

describe("tests that `npm test` runs", () => {
  test("do not check elapsed time", () => {
    expect(files.length).toBeGreaterThan(400);
    const found = Object.fromEntries(
      files.flatMap(({ path, text }) => {
        const faults = timedVerdicts(text).filter(
          (fault) => REVIEWED[path] === undefined || !isStopwatch(fault),
        );
        return faults.length === 0 ? [] : [[path, faults]];
      }),
    );
    expect(found).toEqual({});
  });

  test("have a list of reviewed files without unnecessary entries", () => {
    const needed = files.filter(({ text }) => timedVerdicts(text).some(isStopwatch)).map(({ path }) => path);
    expect(needed.sort()).toEqual(Object.keys(REVIEWED).sort());
  });
});

describe("an assertion about elapsed time", () => {
  test.each([
    ["a stopwatch", "const began = performance.now();"],
    ["a stopwatch of a module", 'import { performance } from "node:perf_hooks";'],
    ["a stopwatch by another name", "const { now } = performance;"],
    ["a stopwatch in brackets", 'const began = performance["now"]();'],
    ["a stopwatch between two backticks", "const tick = /`/;\nperformance.now();\nf(`c`);"],
    ["a late answer", "const late = Date.now() > end;\nexpect(late).toBe(false);"],
    ["a stopwatch of the process", "const began = process.hrtime.bigint();"],
    ["a stopwatch of the processor", "const used = process.cpuUsage();"],
    ["a stopwatch of the console", 'console.time("work");'],
    ["a difference to a clock reading", "expect(Date.now() - sent).toBeLessThan(1_500);"],
    ["a difference of a value to a clock reading", "expect(done[0] - Date.now()).toBeLessThan(5);"],
    ["an absolute difference", "expect(Math.abs(clock.wall().getTime() - Date.now())).toBeLessThan(1_000);"],
    ["a clock reading without a difference", "expect(Date.now()).toBeLessThan(end);"],
    ["an assertion over several lines", "expect(\n  Date.now() - sent,\n).toBeLessThan(1_500);"],
    ["a soft assertion", "expect.soft(Date.now() - sent).toBeLessThan(9);"],
    ["a variable with a clock reading", "const took = Date.now() - sent;\nexpect(took).toBeLessThan(9);"],
    [
      "a variable computed from another",
      "const took = Date.now() - sent;\nconst s = took / 1000;\nexpect(s).toBe(0);",
    ],
    ["a variable with a type", "let took: number = Date.now() - sent;\nexpect(took).toBe(1);"],
    ["a variable that is set later", "let took = 0;\ntook = Date.now() - sent;\nexpect(took).toBe(1);"],
    ["a variable that is increased", "let took = 0;\ntook += Date.now() - sent;\nexpect(took).toBe(1);"],
    [
      "a difference of two clock readings",
      "const a = Date.now();\nconst b = Date.now();\nexpect(b - a).toBe(0);",
    ],
    [
      "a difference of a clock reading and a value",
      "const sent = Date.now();\nexpect(at - sent).toBeLessThan(9);",
    ],
    ["a difference inside a matcher", "const sent = Date.now();\nexpect(9).toBeGreaterThan(at - sent);"],
    [
      "a list of measurements",
      "const times = [];\ntimes.push(Date.now() - sent);\nexpect(Math.min(...times)).toBe(1);",
    ],
    [
      "a property with a measurement",
      "const sent = Date.now();\ntimes.known = Date.now() - sent;\nexpect(times.known).toBe(1);",
    ],
    ["a new date", "const at = new Date().getTime() - sent;\nexpect(at).toBeLessThan(9);"],
    ["a new date in an assertion", "expect(+new Date() - sent).toBeLessThan(9);"],
    ["a luxon date", "expect(DateTime.now().diff(sent).milliseconds).toBeLessThan(9);"],
    [
      "an absolute difference from a promise",
      "const sent = Date.now();\nexpect((await heard) - sent).toBeLessThan(2_000);",
    ],
    ["node:assert", "assert(Date.now() - sent < 100);"],
    ["node:assert under another name", "const took = Date.now() - sent;\nassert.ok(took < 100);"],
    ["an error thrown after a comparison", "if (Date.now() - sent > 100) throw new Error();"],
    [
      "an error thrown after a comparison of a variable",
      "const took = Date.now() - sent;\nif (took > 100) throw new Error();",
    ],
  ])("is rejected if it is written with %s", (_what, text) => {
    expect(timedVerdicts(text)).not.toEqual([]);
  });

  test.each([
    [
      "a poll with a time limit",
      "const end = Date.now() + 5_000;\nwhile (!done && Date.now() < end) await pause(5);",
    ],
    [
      "a poll that names the missing event",
      "const end = Date.now() + 5_000;\nif (Date.now() > end) throw new Error();",
    ],
    [
      "a poll in the head of a loop",
      "for (const end = Date.now() + 9; Date.now() < end; ) if (await holds()) return;",
    ],
    ["the poll of the test library", "await expect.poll(() => done.length, { timeout: 30_000 }).toBe(30);"],
    [
      "the expiry of a token",
      "const exp = Math.floor(Date.now() / 1000) + 600;\nexpect(read(exp)).toBe(true);",
    ],
    ["an expired token", "const exp = Math.floor(Date.now() / 1000) - 120;\nexpect(read(exp)).toBe(false);"],
    ["an instant passed to the code", "expect(await find(new Date(Date.now() + 60_000))).toBeNull();"],
    [
      "an earlier instant passed to the code",
      "expect(await find(new Date(Date.now() - 60_000))).toBeNull();",
    ],
    ["a fixed clock", "vi.setSystemTime(Date.now() + 1_999);\nexpect(isOver()).toBe(false);"],
    [
      "a moved clock",
      "const clock = { wall: () => new Date(Date.now() + aheadMs) };\nexpect(clock.on).toBe(1);",
    ],
    ["a fake stopwatch", 'vi.useFakeTimers({ toFake: ["performance"] });'],
    ["a difference of other values", "const gone = before - after;\nexpect(gone).toBe(3);"],
    [
      "a clock reading in a comment",
      "// performance.now() and expect(Date.now() - sent)\nexpect(1).toBe(1);",
    ],
    ["a clock reading in a text", 'expect(text).toBe("console.time");'],
  ])("is not found by mistake in %s", (_what, text) => {
    expect(timedVerdicts(text)).toEqual([]);
  });
});

const STOPWATCH =
  /\bperformance\s*(?:\.\s*now\b|\[)|[{,]\s*now\b[^=;]*\}\s*=\s*performance\b|\bhrtime\b|\bcpuUsage\s*\(|\bconsole\s*\.\s*time(?:End|Log)?\s*\(/g;
const READING = String.raw`\b(?:Date\.now\(\)|new Date\(\)|DateTime\.(?:now|local|utc)\(\))`;
const READS = new RegExp(READING);
/**
 * Matches an assertion on a clock reading itself, such as `expect(Date.now())` or
 * `.toBeLessThan(Date.now())`.
 */
const JUDGES_READING = new RegExp(
  String.raw`(?:\b(?:expect|assert)(?:\.\w+)?|\.to[A-Z]\w*)\(\s*\+?(?:${READING})`,
);
const VERDICT = /\b(?:expect|assert)(?:\.\w+)?\s*\(|\bif\s*\(/g;
const ASSIGNMENT =
  /([A-Za-z_$][\w$]*)(?:\??\.[\w$]+|\[[^\]]*\])*(?::[^=;(){}]+)?\s*(?:[+-]?=(?![=>])|\??\.push\()\s*/g;

function isStopwatch(fault: string): boolean {
  return fault.startsWith("stopwatch: ");
}

/**
 * Returns the lines of a text that check elapsed time. The function compares names, not scopes. Elapsed time
 * is a difference with a clock reading, or with a name that holds one, and everything computed from such a
 * difference. An offset by a number does not count, nor does an instant (`new Date(…)`) that is passed to
 * code.
 */
function timedVerdicts(text: string): readonly string[] {
  const code = plainCode(text);
  const stopwatches = [...code.matchAll(STOPWATCH)].map(([found]) => found);
  if (/["'](?:node:)?perf_hooks["']/.test(text)) stopwatches.push("perf_hooks");
  const values = [...code.matchAll(ASSIGNMENT)].map((found) => ({
    name: found[1] as string,
    value: withoutMoments(statementAt(code, found.index + found[0].length)),
  }));
  const readings = new Set<string>();
  const elapsed = new Set<string>();
  for (let before = -1; before !== readings.size + elapsed.size; ) {
    before = readings.size + elapsed.size;
    for (const { name, value } of values) {
      if (isElapsed(value, readings, elapsed) || isComparison(value)) elapsed.add(name);
      else if (READS.test(value)) readings.add(name);
    }
  }
  const verdicts = [...code.matchAll(VERDICT)]
    .map(({ index }) => statementAt(code, index))
    .filter((statement) => !statement.startsWith("if") || /\bthrow\b/.test(statement))
    .filter(
      (statement) =>
        isElapsed(withoutMoments(statement), readings, elapsed) ||
        (!statement.startsWith("if") && JUDGES_READING.test(statement)),
    );
  return [...stopwatches.map((found) => `stopwatch: ${found}`), ...verdicts].map((fault) =>
    fault.replaceAll(/\s+/g, " ").slice(0, 120),
  );
}

function isElapsed(value: string, readings: ReadonlySet<string>, elapsed: ReadonlySet<string>): boolean {
  if (hasName(value, elapsed)) return true;
  return value
    .split(/[;,{}]/)
    .some(
      (part) =>
        (/\s-\s|-=/.test(part) && (READS.test(part) || hasName(part, readings))) ||
        (/\.diff(?:Now)?\(/.test(part) && (READS.test(part) || hasName(part, readings))),
    );
}

/**
 * Returns true for a comparison of the clock with an instant. Inside a function such a comparison is the time
 * limit of a poll, which is allowed.
 */
function isComparison(value: string): boolean {
  return !value.includes("=>") && READS.test(value) && /\s[<>]=?\s/.test(value);
}

function hasName(value: string, wanted: ReadonlySet<string>): boolean {
  return [...value.matchAll(/(?<![\w$])(?<!(?<!\.\.)\.)[A-Za-z_$][\w$]*/g)].some(([name]) =>
    wanted.has(name),
  );
}

/** Removes instants created by `new Date(…)`, and subtracted numbers. */
function withoutMoments(code: string): string {
  let rest = code;
  for (let at = rest.search(/\bnew Date\((?!\))/); at !== -1; at = rest.search(/\bnew Date\((?!\))/))
    rest = `${rest.slice(0, at)}moment${rest.slice(endOfCall(rest, at))}`;
  return rest.replaceAll(/\s-\s\d[\d_.]*\b/g, "");
}

function endOfCall(code: string, at: number): number {
  let depth = 0;
  for (let to = at; to < code.length; to += 1) {
    if (code[to] === "(") depth += 1;
    if (code[to] === ")" && --depth === 0) return to + 1;
  }
  return code.length;
}

/** Returns the code from a position to the end of its statement or argument. */
function statementAt(code: string, from: number): string {
  let depth = 0;
  for (let to = from; to < code.length; to += 1) {
    const sign = code[to] ?? "";
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ";")) return code.slice(from, to);
  }
  return code.slice(from);
}

/**
 * Returns the code without comments and single-line texts. Template literals stay, because they contain code.
 */
function plainCode(text: string): string {
  return text.replaceAll(
    /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (found) => (found.startsWith("/") ? "" : '""'),
  );
}
