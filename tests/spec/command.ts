// `npm run spec` prints the rows of the specification with their tests, and the open rows.
import { readCommandLine } from "../../server/command-line.ts";
import { saphanCommand } from "../../server/commands/register.ts";
import { faultsOf, readRows } from "./table.ts";

const rows = readRows();
const faults = faultsOf(rows);
const { values, operands } = readCommandLine({
  ...saphanCommand("spec"),
  operands: [
    {
      name: "WORK",
      means: "rows of this work only",
      takes: "maybe",
      oneOf: [...new Set(rows.flatMap(({ work }) => work))].sort(),
    },
  ],
  options: {
    json: { kind: "flag", means: "as data" },
    quiet: { kind: "flag", means: "say only what is wrong with the rows" },
  },
});
const [wanted] = operands;
const shown = wanted === undefined ? rows : rows.filter((row) => row.work.includes(wanted));

if (values.quiet) {
  // Nothing is printed here: only faults were requested.
} else if (values.json) {
  process.stdout.write(`${JSON.stringify({ rows: shown, faults }, null, 1)}\n`);
} else {
  for (const row of shown) {
    const state = row.tests?.length ? (row.open === undefined ? "shown" : "partly") : "open";
    process.stdout.write(`${row.id.padEnd(8)} ${state.padEnd(7)} ${row.quote}\n`);
    for (const test of row.tests ?? []) process.stdout.write(`${" ".repeat(17)}${test}\n`);
    if (row.open !== undefined) process.stdout.write(`${" ".repeat(17)}open: ${row.open}\n`);
  }
  const count = (state: (row: (typeof rows)[number]) => boolean) => shown.filter(state).length;
  process.stdout.write(
    `\n${shown.length} rows: ${count((row) => (row.tests?.length ?? 0) > 0 && row.open === undefined)} shown, ` +
      `${count((row) => (row.tests?.length ?? 0) > 0 && row.open !== undefined)} partly, ` +
      `${count((row) => (row.tests?.length ?? 0) === 0)} open\n`,
  );
}
for (const fault of faults) process.stderr.write(`tests/spec/rows.json: ${fault.id}: ${fault.what}\n`);
process.exit(faults.length === 0 ? 0 : 1);
