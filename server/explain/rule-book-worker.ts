import { parentPort, workerData } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { bookOf } from "./rule-book.ts";

// Thread that writes one rule book and ends. Started by `rule-book-runner.ts`.
parentPort?.postMessage(bookOf(workerData as readonly DefinitionSource[]));
