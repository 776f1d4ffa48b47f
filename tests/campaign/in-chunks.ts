import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");
const KEPT = join(ROOT, ".cache", "campaign");

/**
 * Runs a test file repeatedly, each time with a part of the whole count and another seed, until all parts are
 * done. Progress is stored, so that the same command resumes a stopped run. Returns whether everything
 * passed.
 */
export function inChunks(given: {
  readonly figure: number;
  readonly seed: number;
  readonly total: number;
  readonly chunk: number;
  readonly file: string;
  /** Names of the variables that contain the test's count and seed. */
  readonly count: string;
  readonly seedName: string;
}): boolean {
  const { figure, seed, total, chunk, file } = given;
  mkdirSync(KEPT, { recursive: true });
  const state = join(KEPT, `${figure}-${seed}-${file.replaceAll(/\W+/g, "-")}.json`);
  let done: number = existsSync(state) ? JSON.parse(readFileSync(state, "utf8")).done : 0;
  if (done >= total)
    process.stdout.write(
      `figure ${figure}: ${file} was done on ${statSync(state).mtime.toISOString()}; delete .cache/campaign to begin anew\n`,
    );
  const begun = performance.now();
  while (done < total) {
    const part = Math.min(chunk, total - done);
    const run = spawnSync(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", file], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        [given.count]: String(part),
        // Two parts never get the same seed, whatever the count is.
        [given.seedName]: String(seed * 100_000 + Math.floor(done / chunk)),
      },
    });
    if (run.status !== 0) {
      process.stdout.write(
        `${run.stdout}${run.stderr}\nfigure ${figure}: failed after ${done} of ${total}\n`,
      );
      return false;
    }
    done += part;
    writeFileSync(state, JSON.stringify({ done }));
    const seconds = Math.round((performance.now() - begun) / 1000);
    const said = run.stdout
      .split("\n")
      .filter((line) => /^(fuzz|JSON|naughty texts|rows|settlement|walks):/.test(line));
    process.stdout.write(`figure ${figure}: ${done} of ${total} (${seconds} s) ${said.join("; ")}\n`);
  }
  return true;
}
