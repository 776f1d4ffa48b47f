import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * Folders and files that take more than ten seconds of processor or elapsed time. `npm test` runs them; `npm
 * run check` and `npm test -- --fast` omit them.
 */
const SLOW = [
  // Tests that prove hundreds of planted faults, and replay random flows with every user.
  "tests/engine/verify/prove/planted-faults.test.ts",
  "tests/definitions/outside-faults.test.ts",
  "tests/engine/verify/model/diagram/brute-force.test.ts",
  "tests/engine/verify/prove/random-flows.test.ts",
  "tests/engine/verify/prove/stuck-flows.test.ts",
  "tests/engine/verify/prove/rich-flows.test.ts",
  "tests/engine/verify/words/labels.test.ts",
  "tests/engine/verify/paths/path-case.test.ts",
  // Tests of commands in separate processes, and of the page's build.
  "tests/engine/verify/compare/compare-command.test.ts",
  "tests/engine/verify/paths/atlas-command.test.ts",
  "tests/engine/verify/prove/commands.test.ts",
  "tests/engine/verify/lint/verify-command.test.ts",
  "tests/build",
  "tests/server/differences/awake-steps.test.ts",
  "tests/server/commands/commands.test.ts",
  // Tests of attacks on the portal, and of failures of the systems under it.
  "tests/server/fuzz",
  "tests/server/faults",
  "tests/server/durability",
  "tests/server/db/cluster.test.ts",
  "tests/server/messages/messages.test.ts",
  "tests/server/publishing/void.test.ts",
  "tests/server/publishing/evidence-http.test.ts",
  "tests/server/flows/survey.test.ts",
  "tests/server/accounts/log-in-challenge.test.ts",
  "tests/server/accounts/sessions.test.ts",
  "tests/server/identity/webhooks.test.ts",
] as const;

/**
 * Returns the files omitted from this run: the slow ones if `SAPHAN_TESTS` is `fast`.
 * @throws if one of them does not exist.
 */
export function leftOut(): readonly string[] {
  if (process.env.SAPHAN_TESTS !== "fast") return [];
  const gone = SLOW.filter((path) => !existsSync(join(ROOT, path)));
  if (gone.length > 0) throw new Error(`tests/support/slow-tests.ts: not there any more: ${gone.join(", ")}`);
  return SLOW.map((path) => (path.endsWith(".ts") ? path : `${path}/**`));
}

/** Journeys that take half a minute or more. `--fast` omits all journeys. */
const LONG_JOURNEYS = ["chain", "asked-again", "money", "change-without-code", "new-flow"];

/** Returns true for a slow file, which should run first. */
export function isSlow(path: string): boolean {
  const file = relative(ROOT, path);
  return (
    SLOW.some((slow) => file === slow || file.startsWith(`${slow}/`)) ||
    LONG_JOURNEYS.some((name) => file === `tests/journeys/${name}.test.ts`)
  );
}
