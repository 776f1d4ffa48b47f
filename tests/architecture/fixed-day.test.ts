import { describe, expect, test } from "vitest";
import { type Source, sources, withoutComments } from "./sources.ts";

/**
 * Reviewed uses of the machine's time: the reason and the files. All other tests take the date from a fixed
 * clock.
 */
const WALL_TIME: { readonly [reason: string]: readonly string[] } = {
  "a wait ends after some time, or a duration is measured": [
    "tests/journeys/driver.ts",
    "tests/mutation/run.ts",
    "tests/run.ts",
    "tests/server/identity/applicant.ts",
  ],
  "sessions and their tokens end by the machine's time": [
    "tests/renderer/browser/site.test.ts",
    "tests/renderer/session-rules.test.ts",
    "tests/server/accounts/harness.ts",
    "tests/server/accounts/sessions.test.ts",
    "tests/server/people/roles.test.ts",
  ],
  "events of vendors are signed with their time and valid for minutes": [
    "tests/server/identity/vendor-contract.test.ts",
    "tests/server/identity/webhooks.test.ts",
  ],
  "tokens of Google and Apple are valid for minutes": ["tests/server/accounts/social.test.ts"],
  "codes of an authenticator app change every 30 seconds, and a proved factor counts for minutes": [
    "tests/journeys/two-factor.test.ts",
    "tests/server/accounts/app-code.ts",
    "tests/server/accounts/staff-factor.test.ts",
    "tests/server/http/access.test.ts",
  ],
  "limits for each client and day, uploads and letters that wait are swept by the machine's time": [
    "tests/server/files/bounds.test.ts",
    "tests/server/messages/messages.test.ts",
    "tests/server/cases/topics.test.ts",
  ],
  "the distance between the business clock and the machine's is the subject": [
    "tests/campaign/any-day.ts",
    "tests/server/clock/clock.test.ts",
  ],
};

const ASKS_MACHINE =
  /\bsystemClock\(|\bnew Date\b(?!\s*\(\s*[^\s)]|["'`])|\bDate\.now\b|\bDateTime\.now\(|\bDateTime\.(local|utc)\(\s*\)|\bTemporal\.Now\b|\bcurrent_(date|time|timestamp)\b/;
const STARTS_PORTAL = /\bserver(\/|["'], ["'])(app|main|start-portal)\.ts\b|[/"']portal-process\.ts\b/;
const HAS_DAY = /\bFIXED_DAY\b|\bfixedClock\(/;

/** Files that name the start of a portal but do not start one. */
const START_NOTHING = [
  // This test only reads which files the server imports.
  "tests/architecture/runtime-server.test.ts",
  // This process gets its date and other variables from the test that starts it.
  "tests/server/durability/portal-process.ts",
  // This test only names a file that a proposal must not write.
  "tests/server/publishing/publish.test.ts",
];

// Excludes the tests that contain the forbidden code themselves.
const tests = sources(["tests"], /\.tsx?$/).filter(
  ({ path }) => !/^tests\/architecture\/(fixed-day|no-timed-verdict)\.test\.ts$/.test(path),
);
const askMachine = (all: readonly Source[]) =>
  all.filter(({ text }) => ASKS_MACHINE.test(withoutComments(text))).map(({ path }) => path);
const startWithoutDay = (all: readonly Source[]) =>
  all
    .filter(({ text }) => STARTS_PORTAL.test(withoutComments(text)) && !HAS_DAY.test(text))
    .map(({ path }) => path);

describe("the tests of the project", () => {
  test("read the machine's clock only in reviewed files", () => {
    expect(askMachine(tests).sort()).toEqual(Object.values(WALL_TIME).flat().sort());
  });

  test("start every portal on a fixed date", () => {
    expect(startWithoutDay(tests)).toEqual(START_NOTHING);
  });

  test.each([
    "const today = new Date();",
    "const today = new Date( ).toISOString();",
    "const today = new Date;",
    "const clock = systemClock();",
    "const at = Date.now() + 1;",
    "const read = { now: Date.now };",
    "const at = DateTime.now();",
    "const at = DateTime.local().plus({ days: 1 });",
    "const at = DateTime.utc();",
    "const at = Temporal.Now.instant();",
    "await sql`select current_date`;",
  ])("a test that reads the machine's clock is rejected: %s", (text) => {
    expect(askMachine([{ path: "tests/planted.test.ts", text }])).toEqual(["tests/planted.test.ts"]);
  });

  test.each([
    'const day = new Date("2026-11-23T10:00:00+07:00");',
    "const day = new Date(\n  2026,\n);",
    "const day = DateTime.utc(2026, 11, 23);",
    "const took = performance.now();",
    "// as new Date() would",
    "const clock = fixedClock(day).now();",
    "const made: () => Date = read;",
  ])("a test that contains only a fixed instant is accepted: %s", (text) => {
    expect(askMachine([{ path: "tests/planted.test.ts", text }])).toEqual([]);
  });

  test.each([
    ['import { createServer } from "../../server/app.ts";', false],
    ['spawn(node, [join(ROOT, "server", "main.ts")]);', false],
    [
      'import { createServer } from "../../server/app.ts";\nconst clock = fixedClock("2026-11-23T10:00");',
      true,
    ],
    ['spawn(node, [join(ROOT, "server", "main.ts")], { env: { SAPHAN_CLOCK: FIXED_DAY } });', true],
  ])(
    "a test that starts a portal without a fixed date is rejected, and accepted with one: %s",
    (text, isAllowed) => {
      const found = startWithoutDay([{ path: "tests/planted.test.ts", text }]);
      expect(found).toEqual(isAllowed ? [] : ["tests/planted.test.ts"]);
    },
  );
});
