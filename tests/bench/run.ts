import { readdirSync } from "node:fs";
import { join } from "node:path";

// `npm run bench -- NAME [--json]`: runs `tests/bench/NAME.ts` and prints its figures, each with its comparison.
type Bench = { readonly name: string; readonly figures: { readonly [figure: string]: unknown } };

const [wanted] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const json = process.argv.includes("--json");
const known = namesOf(import.meta.dirname);

if (wanted === undefined || !known.includes(wanted)) {
  process.stderr.write(`npm run bench -- NAME [--json]; there is ${known.join(", ")}.\n`);
  process.exit(wanted === undefined ? 0 : 1);
}

const { bench } = (await import(`./${wanted}.ts`)) as { bench: () => Promise<Bench> };
const result = await bench();
if (json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
else {
  process.stdout.write(`${result.name}\n`);
  for (const [figure, value] of Object.entries(result.figures))
    process.stdout.write(
      `  ${figure.padEnd(32)} ${typeof value === "object" ? JSON.stringify(value) : value}\n`,
    );
}
process.exit(0);

/** A file is a bench when it exports `bench`; what it needs beside it is named after it (`rules-cells.ts`). */
function namesOf(folder: string): readonly string[] {
  const files = readdirSync(join(folder))
    .filter((name) => name.endsWith(".ts") && name !== "run.ts")
    .map((name) => name.slice(0, -3));
  return files.filter((name) => !files.some((other) => name.startsWith(`${other}-`)));
}
