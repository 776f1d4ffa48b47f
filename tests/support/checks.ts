import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

/** Checks that do not run the product, and the tests of the engine. */
export type CheckName = keyof typeof CHECKS;

const ROOT = resolve(import.meta.dirname, "..", "..");

const CHECKS = {
  types: tool("typescript", "bin/tsc", "--noEmit", "-p", "."),
  style: tool("@biomejs/biome", "bin/biome", "check", "--error-on-warnings", "."),
  definitions: ["server/commands/verify-command.ts"],
  specification: ["tests/spec/command.ts", "--quiet"],
  page: ["server/build.ts"],
  engine: tool(
    "vitest",
    "vitest.mjs",
    "run",
    "--project",
    "pure",
    "--reporter=dot",
    "tests/domain",
    "tests/engine",
  ),
} as const;

/**
 * Runs the named checks one after the other, prints the output of failed ones, and returns the result of
 * each.
 */
export function runChecks(
  names: readonly CheckName[],
): readonly { readonly name: CheckName; readonly ok: boolean }[] {
  return names.map((name) => {
    const begun = performance.now();
    const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...CHECKS[name]], {
      cwd: ROOT,
      encoding: "utf8",
      // Colours are off because the output of a failed check is read as text in a file or a log.
      env: { ...process.env, SAPHAN_TESTS: "fast", FORCE_COLOR: "0", NO_COLOR: "1" },
      maxBuffer: 64 * 1024 * 1024,
    });
    const ok = done.status === 0;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${ok ? "✓" : "✗"} ${name} (${seconds} s)\n`);
    if (!ok) process.stdout.write(`${done.stdout}${done.stderr}\n`);
    return { name, ok };
  });
}

function tool(name: string, path: string, ...args: readonly string[]): readonly string[] {
  return [join(ROOT, "node_modules", name, path), ...args];
}
