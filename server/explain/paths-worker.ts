import { parentPort, workerData } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { pathsOf } from "./paths.ts";

// Finds the paths of one version in a thread of its own, and ends. Started by `paths-runner.ts`.
parentPort?.postMessage(pathsOf(workerData as DefinitionSource));
