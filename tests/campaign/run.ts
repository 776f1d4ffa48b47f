import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../../server/command-line.ts";
import { runTest } from "./run-test.ts";

// `npm run campaign`: lists the figures. `npm run campaign -- NUMBER`: runs one in full, where its run exists.
type Figure = {
  readonly number: number;
  readonly what: string;
  /** `tests/campaign/<file>`, exporting `run(seed)`; or `bench:<name>` where the bench is the full form already. */
  readonly run?: string;
  /** Instead: test files that run whole, in the longer form that the variables ask for. */
  readonly tests?: readonly {
    readonly file: string;
    readonly variables?: Readonly<Record<string, string>>;
  }[];
  /** Where a short form runs in `npm test`; or why there is none yet. */
  readonly now: string;
};

const HERE = import.meta.dirname;
const figures: readonly Figure[] = JSON.parse(readFileSync(join(HERE, "figures.json"), "utf8"));
const { values, operands } = readCommandLine({
  name: "campaign",
  does: "Runs one figure in full. Without a number, says which figures there are.",
  operands: [
    {
      name: "NUMBER",
      means: "the figure",
      takes: "maybe",
      oneOf: figures.map(({ number }) => String(number)),
    },
  ],
  options: { seed: { kind: "count", value: "S", means: "where chance begins", default: 1 } },
});
const [wanted] = operands;

if (wanted === undefined) {
  for (const figure of figures) {
    const state = hasRun(figure) ? "runs" : "open";
    process.stdout.write(
      `${String(figure.number).padStart(2)}  ${state}  ${figure.what}\n        ${figure.now}\n`,
    );
  }
  process.exit(0);
}

const figure = figures.find(({ number }) => number === Number(wanted));
if (figure === undefined || !hasRun(figure)) {
  process.stderr.write(`Figure ${wanted} (${figure?.what}) has no full run yet: ${figure?.now}\n`);
  process.exit(1);
}
const { run = "", tests } = figure;
if (tests !== undefined)
  process.exit(tests.every(({ file, variables = {} }) => runTest(file, variables)) ? 0 : 1);
if (run.startsWith("bench:")) {
  const { bench } = (await import(`../bench/${run.slice(6)}.ts`)) as { bench: () => Promise<unknown> };
  process.stdout.write(`${JSON.stringify(await bench(), null, 2)}\n`);
} else {
  const campaign = (await import(`./${run}`)) as { run: (seed: number) => Promise<boolean> };
  process.exit((await campaign.run(values.seed)) ? 0 : 1);
}
process.exit(0);

function hasRun({ run, tests }: Figure): boolean {
  if (tests !== undefined) return true;
  if (run === undefined) return false;
  return existsSync(
    run.startsWith("bench:") ? join(HERE, "..", "bench", `${run.slice(6)}.ts`) : join(HERE, run),
  );
}
