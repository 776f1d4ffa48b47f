import { createGateRunner, type GateRunner } from "../../server/gate/index.ts";

const runner = createGateRunner({ log: { warn: () => {} } });

/**
 * One gate thread for every portal that a test process opens, because starting a thread takes half a second.
 * The thread ends after half a minute without a request.
 */
export const sharedGate: GateRunner = { run: runner.run, stop: async () => {} };
