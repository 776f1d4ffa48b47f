import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../../server/command-line.ts";

// `npm run bench -- NAME`: runs `tests/bench/NAME.ts` and prints its figures, each with its comparison.
type Bench = { readonly name: string; readonly figures: { readonly [figure: string]: unknown } };

const known = namesOf(import.meta.dirname);
const { values, operands } = readCommandLine({
  call: "npm run bench --",
  does: "Measures one part, and what it is compared with, in one run. Without a name, says which there are.",
  operands: [{ name: "NAME", means: "one of them", takes: "maybe", oneOf: known }],
  options: { json: { kind: "flag", means: "as data" } },
});
const [wanted] = operands;
if (wanted === undefined) {
  process.stdout.write(`${known.join("\n")}\n`);
  process.exit(0);
}

const { bench } = (await import(`./${wanted}.ts`)) as { bench: () => Promise<Bench> };
const result = await bench();
if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
else {
  process.stdout.write(`${result.name}\n`);
  for (const [figure, value] of Object.entries(result.figures))
    process.stdout.write(
      `  ${figure.padEnd(32)} ${typeof value === "object" ? JSON.stringify(value) : value}\n`,
    );
}
process.exit(0);

/**
 * A file is a benchmark if it exports `bench`. Its helper files have its name as prefix (`rules-cells.ts`).
 */
function namesOf(folder: string): readonly string[] {
  const files = readdirSync(join(folder))
    .filter((name) => name.endsWith(".ts") && name !== "run.ts")
    .map((name) => name.slice(0, -3));
  return files.filter((name) => !files.some((other) => name.startsWith(`${other}-`)));
}
