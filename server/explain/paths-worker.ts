import { parentPort, workerData } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { pathsOf } from "./paths.ts";

// Worker thread that computes the paths of one version and then ends. `paths-runner.ts` starts it.
parentPort?.postMessage(pathsOf(workerData as DefinitionSource));
