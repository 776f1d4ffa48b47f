import { parentPort, workerData } from "node:worker_threads";
import { flowChanges } from "../differences/index.ts";
import { assess } from "../sources/index.ts";
import type { SwitchedFlow } from "./switch-runner.ts";

// Worker thread that finds which steps of flows become active or inactive between two flag sets, and then
// ends. `switch-runner.ts` starts it.
const flows = workerData as readonly SwitchedFlow[];
parentPort?.postMessage(
  flows.map(({ flow, files, before, after }) => {
    const assessed = assess(flow, files);
    return assessed.kind === "unsound" ? null : flowChanges(assessed.definition, { before, after });
  }),
);
