import { runChecks } from "./support/checks.ts";

// `npm run check` runs the fast half of `npm test`, for use during work.
const checks = runChecks(["types", "style", "definitions", "specification", "engine"]);
const failed = checks.filter((check) => !check.ok);
process.stdout.write(`\n${checks.length - failed.length} passed, ${failed.length} failed\n`);
process.exit(failed.length === 0 ? 0 : 1);
