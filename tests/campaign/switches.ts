import { simulate } from "../simulate/simulate.ts";
import { testCluster } from "../support/database.ts";

const FAULTS = 10_000;

/**
 * Simulates funds whose connections break often, until 10,000 have broken during some work. No switch order
 * may ever be left with one leg.
 */
export async function run(seed: number): Promise<boolean> {
  const cluster = await testCluster();
  let faults = 0;
  let switches = 0;
  try {
    for (let at = seed; faults < FAULTS; at += 1) {
      const lived = await simulate(at, { breaksOneIn: 2 });
      faults += lived.faults;
      switches += lived.allotted["switch-in"] ?? 0;
      if (lived.broken.length > 0) {
        process.stdout.write(`seed ${at}: ${lived.broken.join("\n  ")}\n`);
        return false;
      }
      if ((at - seed) % 20 === 0)
        process.stdout.write(`${faults} of ${FAULTS} broken wires, ${switches} switches through\n`);
    }
    return true;
  } finally {
    await cluster.stop();
  }
}
