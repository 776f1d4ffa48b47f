import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import { ROOT } from "../architecture/sources.ts";
import { forgetAll, whileForgetting } from "./forgetful.ts";
import { codeOf } from "./mutants.ts";
import * as mutants from "./switchboard.ts";
import type { Declared } from "./vitest-in-trial.ts";

/**
 * A request to the trial process. The first message loads the engine with its mutants, by path. Later
 * messages measure a test file without mutants, or try a mutant.
 */
export type Ask =
  | { readonly kind: "load"; readonly codes: { readonly [path: string]: string }; readonly mutants: number }
  | { readonly kind: "measure"; readonly file: string }
  | { readonly kind: "try"; readonly mutant: number; readonly runs: readonly Run[] };

/**
 * Tests of one file: those at these positions of the declared file, or all (except skipped ones) of the
 * reloaded file, with the engine's files in `renewed`. `steps` is how often a test may reach a mutant before
 * the test counts as endless.
 */
export type Run =
  | {
      readonly kind: "declared";
      readonly file: string;
      readonly tests: readonly { readonly at: number; readonly steps: number }[];
    }
  | {
      readonly kind: "anew";
      readonly file: string;
      readonly renewed: readonly string[];
      readonly skipped: readonly string[];
      readonly steps: number;
    };

/** Measurement of one test without mutants. `fault` is the reason why the test cannot be used. */
export type Measured = {
  readonly title: string;
  readonly ms: number;
  readonly steps: number;
  readonly reaches: readonly number[];
  readonly fault: string | null;
};

/**
 * An answer of the trial process. `dirty` means that the test that detected the mutant failed afterwards
 * without the mutant too, so this process is no longer reliable.
 */
export type Tell =
  | { readonly kind: "loaded"; readonly reaches: readonly number[] }
  | {
      readonly kind: "measured";
      readonly reaches: readonly number[];
      readonly steps: number;
      readonly fault: string | null;
      readonly tests: readonly Measured[];
    }
  | {
      readonly kind: "killed" | "timeout";
      readonly test: string;
      readonly title: string;
      readonly dirty: boolean;
    }
  | { readonly kind: "survived" };

// Titles of timed tests, whose results depend on the machine and not on the mutant.
const TIMED = /linear|(under|within|than) [\d,]+ (ms|s)|near linearly/;
// Maximum time of a usable test. A slower test would dominate the time of a survivor, and there are thousands
// of mutants.
const SLOWEST_TEST_MS = 2_000;
const SHIM = pathToFileURL(`${import.meta.dirname}/vitest-in-trial.ts`).href;
const HERE = `${import.meta.dirname}/`;
const SHARED = [`${ROOT}/engine/`, `${ROOT}/domain/`];

let withMutants: { readonly [path: string]: string } = {};
let copy = 0;
let renewed: ReadonlySet<string> = new Set();
const codes = new Map<string, string>();
const declaredBy = new Map<string, Declared>();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "vitest" && context.parentURL !== SHIM) return { url: SHIM, shortCircuit: true };
    const found = next(specifier, context);
    if (copy === 0 || !found.url.startsWith("file:") || found.url.includes("/node_modules/")) return found;
    const path = fileURLToPath(found.url);
    if (!path.startsWith(ROOT) || path.startsWith(HERE)) return found;
    // Every test file has its own fixtures; the engine and the domain are shared, except for the renewed files.
    const isShared = SHARED.some((folder) => path.startsWith(folder)) && !renewed.has(path);
    return isShared ? found : { ...found, url: `${found.url}?copy=${copy}` };
  },
  load(url, context, next) {
    if (!url.startsWith("file:") || url.includes("/node_modules/")) return next(url, context);
    const path = fileURLToPath(url);
    if (!path.endsWith(".ts")) return next(url, context);
    const source = withMutants[path] ?? codes.get(path) ?? codeOf(readFileSync(path, "utf8"));
    codes.set(path, source);
    return { format: "module", source, shortCircuit: true };
  },
});

const shim = (await import(SHIM)) as typeof import("./vitest-in-trial.ts");
// Uses the same examples on every run, without shrinking, because only the failure matters.
fc.configureGlobal({ seed: 22, endOnFailure: true });
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
process.on("message", (ask: Ask) => {
  void answer(ask).then((tell) => process.send?.(tell));
});

async function answer(ask: Ask): Promise<Tell> {
  if (ask.kind === "measure") return await measure(ask.file);
  if (ask.kind === "try") return await attempt(ask.mutant, ask.runs);
  withMutants = ask.codes;
  const { reaches } = await mutants.watching(ask.mutants, () =>
    whileForgetting(async () => {
      for (const path of Object.keys(ask.codes)) await import(pathToFileURL(path).href);
    }),
  );
  return { kind: "loaded", reaches };
}

/**
 * Measures the tests of a file. Every test runs twice, the second time in reverse order, because a test that
 * depends on another cannot be used alone.
 */
async function measure(file: string): Promise<Tell> {
  let fault: string | null = null;
  const { reaches, steps } = await mutants.watching(0, async () => {
    try {
      await declare(file);
    } catch (error) {
      fault = String(error).slice(0, 200);
    }
  });
  const declared = declaredBy.get(file)?.tests ?? [];
  const tests: Measured[] = [];
  for (const { title, run } of declared) {
    if (TIMED.test(title)) {
      tests.push({ title, ms: 0, steps: 0, reaches: [], fault: "its time is what it tests" });
      continue;
    }
    const start = cpuMs();
    const seen = await mutants.watching(0, () => outcomeOf(run));
    const ms = cpuMs() - start;
    tests.push({ title, ms, steps: seen.steps, reaches: seen.reaches, fault: seen.value ?? tooSlow(ms / 3) });
  }
  for (const [at, { run }] of [...declared.entries()].reverse()) {
    const first = tests[at] as Measured;
    if (first.fault !== null) continue;
    const start = cpuMs();
    const fault = await outcomeOf(run);
    const ms = cpuMs() - start;
    tests[at] = { ...first, ms, fault: fault ?? tooSlow(ms) };
  }
  return { kind: "measured", reaches, steps, fault, tests };
}

/**
 * Returns the processor time of this process in milliseconds. Unlike elapsed time, it is the same on a busy
 * machine.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function tooSlow(ms: number): string | null {
  return ms > SLOWEST_TEST_MS ? `takes over ${SLOWEST_TEST_MS / 1_000} s` : null;
}

async function attempt(mutant: number, runs: readonly Run[]): Promise<Tell> {
  for (const run of runs) {
    const failed = run.kind === "declared" ? await tryDeclared(mutant, run) : await tryAnew(mutant, run);
    if (failed !== null) return failed;
  }
  return { kind: "survived" };
}

async function tryDeclared(mutant: number, run: Extract<Run, { kind: "declared" }>): Promise<Tell | null> {
  if (!declaredBy.has(run.file)) await declare(run.file);
  for (const { at, steps } of run.tests) {
    const test = declaredBy.get(run.file)?.tests[at];
    if (test === undefined) throw new Error(`trial: ${run.file} declares no test ${at}`);
    const fault = await mutants.trying(mutant, steps, () => outcomeOf(test.run));
    if (fault === null) continue;
    const kind = mutants.hasEnded() ? "killed" : "timeout";
    return { kind, test: run.file, title: test.title, dirty: (await outcomeOf(test.run)) !== null };
  }
  return null;
}

async function tryAnew(mutant: number, run: Extract<Run, { kind: "anew" }>): Promise<Tell | null> {
  const former = declaredBy.get(run.file);
  renewed = new Set(run.renewed);
  let title = "as it loads";
  const fault = await mutants.trying(mutant, run.steps, () =>
    outcomeOf(async () => {
      const { tests, after } = await declare(run.file);
      for (const test of tests) {
        title = test.title;
        if (!run.skipped.includes(title) && !TIMED.test(title)) await test.run();
      }
      for (const hook of after) await hook();
    }),
  );
  renewed = new Set();
  if (former === undefined) declaredBy.delete(run.file);
  else declaredBy.set(run.file, former);
  if (fault === null) return null;
  return { kind: mutants.hasEnded() ? "killed" : "timeout", test: run.file, title, dirty: false };
}

/** Loads a test file with its own fixtures, and runs its `before` hooks. */
async function declare(file: string): Promise<Declared> {
  copy += 1;
  shim.takeDeclared();
  await import(pathToFileURL(file).href);
  const declared = shim.takeDeclared();
  for (const hook of declared.before) await hook();
  declaredBy.set(file, declared);
  return declared;
}

/** Returns a test's failure, or `null`. The engine's caches are emptied before each test. */
async function outcomeOf(run: () => unknown): Promise<string | null> {
  forgetAll();
  try {
    await run();
    return null;
  } catch (error) {
    return String(error).slice(0, 200);
  }
}
