import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";

/** What a trial is asked: these test files, with this file reading so. `text: null` tries the code as it stands. */
export type Ask = {
  readonly trial: number;
  readonly file: string;
  readonly text: string | null;
  /** Files that must be loaded anew, since they import the changed one. */
  readonly renewed: readonly string[];
  readonly tests: readonly string[];
};

/** What it answers: one message as each test file begins, and one at the end. */
export type Tell =
  | { readonly kind: "begins"; readonly trial: number; readonly test: string }
  | {
      readonly kind: "ran";
      readonly trial: number;
      readonly test: string;
      readonly ms: number;
      readonly count: number;
    }
  | { readonly kind: "failed"; readonly trial: number; readonly test: string; readonly title: string }
  | { readonly kind: "survived"; readonly trial: number };

// Times tell about the machine, not about the mutant.
const TIMED = /linear|(under|within|than) [\d,]+ (ms|s)|near linearly/;
const SHIM = pathToFileURL(`${import.meta.dirname}/vitest-in-trial.ts`).href;

let current: Ask | null = null;
const stripped = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "vitest" && context.parentURL !== SHIM) return { url: SHIM, shortCircuit: true };
    const found = next(specifier, context);
    if (current === null || !found.url.startsWith("file:")) return found;
    const path = fileURLToPath(found.url);
    return current.renewed.includes(path) ? { ...found, url: `${found.url}?trial=${current.trial}` } : found;
  },
  load(url, context, next) {
    if (!url.startsWith("file:") || url.includes("/node_modules/")) return next(url, context);
    const path = fileURLToPath(url);
    if (!path.endsWith(".ts")) return next(url, context);
    if (current !== null && current.text !== null && path === current.file) {
      return { format: "module", source: stripTypeScriptTypes(current.text), shortCircuit: true };
    }
    let source = stripped.get(path);
    if (source === undefined) {
      source = stripTypeScriptTypes(readFileSync(path, "utf8"));
      stripped.set(path, source);
    }
    return { format: "module", source, shortCircuit: true };
  },
});

const shim = (await import(SHIM)) as typeof import("./vitest-in-trial.ts");
// The same examples on every run, and no search for the smallest one: it failed, that is all we ask.
fc.configureGlobal({ seed: 22, endOnFailure: true });
process.on("unhandledRejection", () => {});

process.on("message", (ask: Ask) => {
  void attempt(ask);
});
process.send?.({ kind: "ready" });

async function attempt(ask: Ask): Promise<void> {
  current = ask;
  for (const test of ask.tests) {
    tell({ kind: "begins", trial: ask.trial, test });
    const start = performance.now();
    const title = await failureIn(test, ask.trial);
    if (title !== null) return tell({ kind: "failed", trial: ask.trial, test, title });
    const ms = Math.round(performance.now() - start);
    tell({ kind: "ran", trial: ask.trial, test, ms, count: shim.declared() });
  }
  tell({ kind: "survived", trial: ask.trial });
}

async function failureIn(test: string, trial: number): Promise<string | null> {
  shim.forget();
  try {
    await import(`${pathToFileURL(test).href}?trial=${trial}`);
  } catch (error) {
    return `does not load: ${String(error).slice(0, 200)}`;
  }
  return await shim.firstFailure(TIMED);
}

function tell(message: Tell): void {
  process.send?.(message);
}
