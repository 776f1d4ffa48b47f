import { parentPort, workerData } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { pathsOf } from "./paths.ts";

// Thread that computes the paths of one version and ends. Started by `paths-runner.ts`.
parentPort?.postMessage(pathsOf(workerData as DefinitionSource));
