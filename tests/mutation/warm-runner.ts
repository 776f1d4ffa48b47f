import { type ChildProcess, fork } from "node:child_process";
import type { Ask, Tell } from "./trial.ts";

/** How one mutant fared: `killed` by a test, `timeout` where a test no longer ends, `survived` where none noticed. */
export type Outcome =
  | { readonly kind: "killed" | "timeout"; readonly test: string; readonly title: string }
  | { readonly kind: "survived" };

/** What the tests cost as the code stands: milliseconds by test file; those that fail or take too long are apart. */
export type Baseline = {
  readonly ms: ReadonlyMap<string, number>;
  readonly unusable: ReadonlyMap<string, string>;
};

// Modules of past trials stay in memory; a new process now and then keeps it small.
const TRIALS_PER_PROCESS = 150;

/** One process that holds the tests ready and is asked one trial after the other. */
export class WarmRunner {
  #child: ChildProcess | null = null;
  #trial = 0;
  #used = 0;

  /** Runs each test file once as the code stands, in its own trial. */
  async baseline(tests: readonly string[], slowestMs: number): Promise<Baseline> {
    const ms = new Map<string, number>();
    const unusable = new Map<string, string>();
    for (const test of tests) {
      const { outcome, ran } = await this.#ask(
        { file: "", text: null, renewed: [], tests: [test] },
        () => slowestMs,
      );
      if (outcome.kind === "survived") ms.set(test, ran.get(test) ?? 0);
      else
        unusable.set(test, outcome.kind === "timeout" ? `takes over ${slowestMs / 1000} s` : outcome.title);
    }
    return { ms, unusable };
  }

  /** Tries one mutant. `limitMs` says how long a test file may take before it counts as hung. */
  async attempt(of: Omit<Ask, "trial">, limitMs: (test: string) => number): Promise<Outcome> {
    return (await this.#ask(of, limitMs)).outcome;
  }

  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  async #ask(
    of: Omit<Ask, "trial">,
    limitMs: (test: string) => number,
  ): Promise<{ readonly outcome: Outcome; readonly ran: ReadonlyMap<string, number> }> {
    const child = await this.#ready();
    const trial = ++this.#trial;
    const ran = new Map<string, number>();
    return await new Promise((resolve) => {
      let test = of.tests[0] ?? "";
      let timer: NodeJS.Timeout | undefined;
      const settle = (outcome: Outcome): void => {
        clearTimeout(timer);
        child.removeAllListeners("message");
        child.removeAllListeners("exit");
        resolve({ outcome, ran });
      };
      child.on("message", (message: Tell) => {
        if (message.trial !== trial) return;
        if (message.kind === "begins") {
          test = message.test;
          clearTimeout(timer);
          timer = setTimeout(() => {
            this.stop();
            settle({ kind: "timeout", test, title: "" });
          }, limitMs(test));
        } else if (message.kind === "ran") ran.set(message.test, message.ms);
        else if (message.kind === "failed") settle({ kind: "killed", test, title: message.title });
        else settle({ kind: "survived" });
      });
      child.on("exit", () => {
        this.#child = null;
        settle({ kind: "killed", test, title: "the process ended" });
      });
      child.send({ ...of, trial } satisfies Ask);
    });
  }

  async #ready(): Promise<ChildProcess> {
    if (this.#used >= TRIALS_PER_PROCESS) this.stop();
    if (this.#child !== null) {
      this.#used += 1;
      return this.#child;
    }
    const child = fork(`${import.meta.dirname}/trial.ts`, {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--no-warnings"],
    });
    await new Promise((resolve) => child.once("message", resolve));
    this.#child = child;
    this.#used = 0;
    return child;
  }
}
