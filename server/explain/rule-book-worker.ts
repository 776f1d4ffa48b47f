import { parentPort, workerData } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { bookOf } from "./rule-book.ts";

// Worker thread that writes one rule book and then ends. `rule-book-runner.ts` starts it.
parentPort?.postMessage(bookOf(workerData as readonly DefinitionSource[]));
