import { createGateRunner, type GateRunner } from "../../server/gate/index.ts";

const runner = createGateRunner({ log: { warn: () => {} } });

/**
 * One thread of the gate for every portal that a process of tests opens: to start one takes half a second. It ends when
 * nobody asked for half a minute.
 */
export const sharedGate: GateRunner = { run: runner.run, stop: async () => {} };
