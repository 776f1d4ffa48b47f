import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../../server/command-line.ts";
import { runTest } from "./run-test.ts";

// `npm run campaign` lists the campaigns. `npm run campaign -- NUMBER` (or a name) runs one campaign in full,
// if it has a full form.
type Figure = {
  /** Number of a figure, or name of any other campaign. */
  readonly number?: number;
  readonly name?: string;
  readonly what: string;
  /**
   * Module `tests/campaign/<file>`, which exports `run(seed, files)`; or `bench:<name>` if the benchmark
   * already is the full form.
   */
  readonly run?: string;
  /** Test files that run completely instead, in the longer form that the variables select. */
  readonly tests?: readonly {
    readonly file: string;
    readonly variables?: Readonly<Record<string, string>>;
  }[];
  /** The short form in `npm test`, or the reason why there is none yet. */
  readonly now: string;
};

const HERE = import.meta.dirname;
const figures: readonly Figure[] = JSON.parse(readFileSync(join(HERE, "figures.json"), "utf8"));
const { values, operands } = readCommandLine({
  call: "npm run campaign --",
  does: "Runs one figure or named campaign in full. Without any, says which there are.",
  operands: [
    {
      name: "NUMBER",
      means: "the figure, or the campaign's name",
      takes: "maybe",
      oneOf: figures.map(labelOf),
    },
    { name: "FILE", means: "of any-day: runs only these tests", takes: "many" },
  ],
  options: { seed: { kind: "count", value: "S", means: "where chance begins", default: 1 } },
});
const [wanted, ...files] = operands;

if (wanted === undefined) {
  for (const figure of figures) {
    const state = hasRun(figure) ? "runs" : "open";
    process.stdout.write(`${labelOf(figure).padStart(2)}  ${state}  ${figure.what}\n        ${figure.now}\n`);
  }
  process.exit(0);
}

const figure = figures.find((one) => labelOf(one) === wanted);
if (figure === undefined || !hasRun(figure)) {
  process.stderr.write(`Campaign ${wanted} (${figure?.what}) has no full run yet: ${figure?.now}\n`);
  process.exit(1);
}
const { run = "", tests } = figure;
if (tests !== undefined)
  process.exit(tests.every(({ file, variables = {} }) => runTest(file, variables)) ? 0 : 1);
if (run.startsWith("bench:")) {
  const { bench } = (await import(`../bench/${run.slice(6)}.ts`)) as { bench: () => Promise<unknown> };
  process.stdout.write(`${JSON.stringify(await bench(), null, 2)}\n`);
} else {
  const campaign = (await import(`./${run}`)) as {
    run: (seed: number, files: readonly string[]) => Promise<boolean>;
  };
  process.exit((await campaign.run(values.seed, files)) ? 0 : 1);
}
process.exit(0);

function labelOf({ number, name }: Figure): string {
  return name ?? String(number);
}

function hasRun({ run, tests }: Figure): boolean {
  if (tests !== undefined) return true;
  if (run === undefined) return false;
  return existsSync(
    run.startsWith("bench:") ? join(HERE, "..", "bench", `${run.slice(6)}.ts`) : join(HERE, run),
  );
}
