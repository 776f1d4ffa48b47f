import { Worker } from "node:worker_threads";
import type { Reach } from "../../engine/flags/index.ts";
import { wordsOf } from "../../engine/verify/words/index.ts";
import type { FlowChanges } from "../differences/index.ts";
import type { Files } from "../sources/index.ts";

/** A flow to compare, with the people for whom each of its flags is on, before and after a change. */
export type SwitchedFlow = {
  readonly flow: string;
  readonly files: Files;
  readonly before: { readonly [flag: string]: Reach };
  readonly after: { readonly [flag: string]: Reach };
};

const LIMIT_MS = 60_000;
const MEMORY_MB = 512;

/** Finds in a separate thread which steps become active or inactive, so that the server stays responsive. */
export function switchBeside(flows: readonly SwitchedFlow[]): Promise<readonly FlowChanges[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./switch-worker.ts", import.meta.url), {
      workerData: flows,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const found = (changes: readonly (FlowChanges | null)[]) =>
      flows.map(({ flow }, at) => changes[at] ?? undecided(flow));
    const timer = setTimeout(() => end(() => resolve(found([]))), LIMIT_MS);
    const end = (then: () => void): void => {
      clearTimeout(timer);
      void worker.terminate();
      then();
    };
    worker.unref();
    worker.on("message", (changes: readonly (FlowChanges | null)[]) => end(() => resolve(found(changes))));
    worker.on("error", (error: Error & { readonly code?: string }) =>
      end(() => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(found([])) : reject(error))),
    );
  });
}

function undecided(flow: string): FlowChanges {
  return { says: [wordsOf({ key: "switch.undecided", params: { flow } })], lost: [] };
}
