import { parentPort } from "node:worker_threads";
import { gate } from "./gate.ts";
import type { Ask, Reply } from "./gate-runner.ts";

// Thread that runs the gate. It receives data and returns evidence, one run after the other. `gate-runner.ts`
// starts it.
parentPort?.on("message", async ({ id, given }: Ask) => {
  const reply: Reply = await gate(given).then(
    (answer) => ({ id, answer }),
    (error: unknown) => ({
      id,
      thrown: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(reply);
});
