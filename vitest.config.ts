import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { memoryFolder } from "./tests/support/memory-folder.ts";
import { leftOut } from "./tests/support/slow-tests.ts";

// Three kinds of tests: tests without dependencies, tests with PostgreSQL, and tests with a running server
// and a browser.
const DATABASE = ["tests/server/**/*.test.ts", "tests/simulate/**/*.test.ts", "tests/recipes/**/*.test.ts"];
const JOURNEYS = ["tests/journeys/**/*.test.ts", "tests/renderer/browser/**/*.test.ts"];

const memory = memoryFolder();
/**
 * Environment of the tests. Commands and portals that tests start reuse code compiled by earlier ones.
 * Temporary files are in memory if there is enough of it.
 */
const env = {
  NODE_COMPILE_CACHE: join(tmpdir(), "saphan-compile-cache"),
  ...(memory === null ? {} : { TMPDIR: join(memory, "tmp") }),
};
/**
 * All files of a worker share the modules that they import. Loading the modules again for each file took a
 * third of the time.
 */
const SHARED = { env, isolate: false };

export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "pure",
          ...SHARED,
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: [...DATABASE, ...JOURNEYS, ...leftOut()],
        },
      },
      {
        test: {
          name: "server",
          ...SHARED,
          include: DATABASE,
          exclude: [...leftOut()],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "journeys",
          ...SHARED,
          include: JOURNEYS,
          globalSetup: ["tests/support/global-setup.ts", "tests/journeys/shared-portal.ts"],
          // Tests with a browser run last.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          // A test file may have to wait for the portal that it shares with other files.
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
