import { readCommandLine } from "../../server/command-line.ts";
import { saphanCommand } from "../../server/commands/register.ts";
import { testCluster } from "../support/database.ts";
import { simulate } from "./simulate.ts";

// `npm run simulate -- --seeds 200` simulates a fund once for each seed. `--seed 17` simulates one seed and
// prints it line by line.
const { values } = readCommandLine({
  ...saphanCommand("simulate"),
  options: {
    seeds: { kind: "count", value: "N", means: "how many", default: 20 },
    from: { kind: "count", value: "S", means: "the first seed", default: 1 },
    steps: { kind: "count", value: "N", means: "how much happens in each", default: 70 },
    seed: { kind: "count", value: "S", means: "this one alone, line by line", default: 0 },
  },
});

const cluster = await testCluster();
const seeds =
  values.seed > 0 ? [values.seed] : Array.from({ length: values.seeds }, (_, at) => values.from + at);
const begun = performance.now();
const totals: Record<string, number> = {};
const made: Record<string, number> = {};
let faults = 0;
let failed = 0;
for (const seed of seeds) {
  const lived = await simulate(seed, { steps: values.steps }).catch((fault: unknown) => ({
    seed,
    lines: [],
    broken: [fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)],
    faults: 0,
    allotted: {},
    madeGood: {},
  }));
  faults += lived.faults;
  for (const [kind, count] of Object.entries(lived.allotted)) totals[kind] = (totals[kind] ?? 0) + count;
  for (const [kind, count] of Object.entries(lived.madeGood)) made[kind] = (made[kind] ?? 0) + count;
  if (values.seed > 0 || lived.broken.length > 0)
    for (const line of lived.lines) process.stdout.write(`  ${line}\n`);
  if (lived.broken.length > 0) {
    failed += 1;
    process.stdout.write(
      `seed ${seed}: ${lived.broken.join("\n  ")}\n  again: npm run simulate -- --seed ${seed}\n`,
    );
  }
}
const seconds = Math.round((performance.now() - begun) / 100) / 10;
process.stdout.write(
  `${seeds.length} seeds in ${seconds} s, ${faults} broken wires; allotted: ${JSON.stringify(totals)}; made good: ${JSON.stringify(made)}; ${failed} failed\n`,
);
await cluster.stop();
process.exit(failed === 0 ? 0 : 1);
