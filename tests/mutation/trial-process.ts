import { type ChildProcess, fork } from "node:child_process";
import type { Ask, Run, Tell } from "./trial.ts";

/** The engine's code with its mutants, by path, and the number of mutants. */
export type Loaded = { readonly codes: { readonly [path: string]: string }; readonly mutants: number };

/**
 * The result of one mutant: `killed` if a test fails, `timeout` if a test no longer ends, `survived` if no
 * test detects it.
 */
export type Outcome =
  | { readonly kind: "killed" | "timeout"; readonly test: string; readonly title: string }
  | { readonly kind: "survived" };

// Number of reloads after which a new process starts, because reloaded modules stay in memory.
const RELOADS_PER_PROCESS = 100;
const MEASURING_LIMIT_MS = 300_000;

/** A process that keeps engine and tests loaded, and handles one request after the other. */
export class TrialProcess {
  readonly #loaded: Loaded;
  #child: ChildProcess | null = null;
  #reloads = 0;
  /** Numbers of the mutants that the engine reaches while it loads. */
  atLoad: readonly number[] = [];

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
  }

  /** Returns the mutants that the tests of a file reach, and the cost of each test without mutants. */
  async measure(file: string): Promise<Extract<Tell, { kind: "measured" }>> {
    const told = await this.#ask({ kind: "measure", file }, MEASURING_LIMIT_MS);
    if (told?.kind === "measured") return told;
    return { kind: "measured", reaches: [], steps: 0, fault: "it does not end", tests: [] };
  }

  /** Tries one mutant. If the process is no longer clean, a new one replaces it and the trial is repeated. */
  async attempt(mutant: number, runs: readonly Run[], limitMs: number): Promise<Outcome> {
    const told = await this.#attemptOnce(mutant, runs, limitMs);
    if ("dirty" in told && told.dirty) {
      this.stop();
      const again = await this.#attemptOnce(mutant, runs, limitMs);
      if ("dirty" in again && again.dirty) this.stop();
      return again;
    }
    return told;
  }

  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  async #attemptOnce(
    mutant: number,
    runs: readonly Run[],
    limitMs: number,
  ): Promise<Outcome & { readonly dirty?: boolean }> {
    if (runs.some(({ kind }) => kind === "anew")) this.#reloads += 1;
    if (this.#reloads > RELOADS_PER_PROCESS) this.stop();
    const told = await this.#ask({ kind: "try", mutant, runs }, limitMs);
    if (told?.kind === "killed" || told?.kind === "timeout" || told?.kind === "survived") return told;
    return { kind: "timeout", test: runs[0]?.file ?? "", title: "" };
  }

  /** Returns the process's answer, or `null` if none came in time or the process ended. */
  async #ask(ask: Ask, limitMs: number): Promise<Tell | null> {
    const child = this.#child ?? (await this.#start());
    const told = await answerOf(child, ask, limitMs);
    if (told === null) this.stop();
    return told;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(`${import.meta.dirname}/trial.ts`, {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: ["--no-warnings"],
    });
    this.#child = child;
    this.#reloads = 0;
    const told = await answerOf(child, { kind: "load", ...this.#loaded }, MEASURING_LIMIT_MS);
    if (told?.kind !== "loaded") throw new Error("the engine with its mutants in it does not load");
    this.atLoad = told.reaches;
    return child;
  }
}

async function answerOf(child: ChildProcess, ask: Ask, limitMs: number): Promise<Tell | null> {
  return await new Promise((resolve) => {
    const settle = (told: Tell | null): void => {
      clearTimeout(timer);
      child.removeAllListeners("message");
      child.removeAllListeners("exit");
      resolve(told);
    };
    const timer = setTimeout(() => settle(null), limitMs);
    child.on("message", settle);
    child.on("exit", () => settle(null));
    child.send(ask);
  });
}
