import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readCommandLine } from "../../server/command-line.ts";
import { saphanCommand } from "../../server/commands/register.ts";
import { ROOT } from "../architecture/sources.ts";
import { type Coverage, fileCoverage, leftOut, planFor } from "./coverage.ts";
import { isEquivalent } from "./equivalents.ts";
import { readImporters } from "./importers.ts";
import { type Entry, openJournal } from "./journal.ts";
import { codeOf, type Mutant, mutantsOf } from "./mutants.ts";
import { sample } from "./sample.ts";
import { withMutants } from "./schemata.ts";
import { scoresOf, writeScores } from "./scores.ts";
import { TrialProcess } from "./trial-process.ts";

// `npm run saphan -- mutation` changes the engine in small ways, one at a time, and checks whether a test
// detects each change. The journal is in `.cache/mutation`. A stopped run continues, and survivors are tried
// again after tests changed.
const { values: options } = readCommandLine({
  ...saphanCommand("mutation"),
  options: {
    files: { kind: "text", value: "GLOB", means: "what is changed", default: "{domain,engine}/**/*.ts" },
    tests: {
      kind: "text",
      value: "GLOB",
      means: "who should notice",
      default: "tests/{domain,engine,definitions}/**/*.test.ts",
    },
    sample: { kind: "count", value: "N", means: "only N changes, drawn by the seed" },
    seed: { kind: "count", value: "S", means: "where their chance begins", default: 1 },
    minutes: { kind: "count", value: "M", means: "stop after so many minutes", default: 600 },
    budget: { kind: "count", value: "S", means: "seconds of computing for each change", default: 2 },
    workers: { kind: "count", value: "N", means: "so many at once", default: 1 },
    list: { kind: "flag", means: "list what survived" },
    json: { kind: "flag", means: "scores and survivors as data" },
  },
});

const deadline = Date.now() + options.minutes * 60_000;
const texts = new Map(
  globSync(options.files, { cwd: ROOT })
    .sort()
    .map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const),
);
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text));
const chosen =
  options.sample === undefined ? all : sample(all, { count: options.sample, seed: options.seed });
say(`${chosen.length} of ${all.length} mutants in ${texts.size} files, seed ${options.seed}`);

const testFiles = globSync(options.tests, { cwd: ROOT })
  .sort()
  .map((file) => join(ROOT, file));
const testsHash = hashOf([
  options.tests,
  ...globSync("tests/{engine,definitions,support}/**/*.{ts,txt}", { cwd: ROOT })
    .sort()
    .map((file) => readFileSync(join(ROOT, file), "utf8")),
]);
const journal = openJournal(join(ROOT, ".cache", "mutation", "tried.jsonl"));

const entries: Entry[] = [];
const open: { readonly number: number; readonly mutant: Mutant }[] = [];
for (const mutant of chosen) {
  const known = isEquivalent(mutant, linesOf(mutant))
    ? { status: "equivalent" as const, test: "", title: "", tests: testsHash }
    : journal.known(mutant.id, testsHash);
  if (known === null) open.push({ number: open.length + 1, mutant });
  else entries.push({ ...known, mutant });
}
if (open.length > 0) await tryAll();
report();

async function tryAll(): Promise<void> {
  const changed = [...Map.groupBy(open, ({ mutant }) => mutant.file)];
  const loaded = {
    codes: Object.fromEntries(
      changed.map(([file, own]) => [join(ROOT, file), withMutants(codeOf(texts.get(file) ?? ""), own)]),
    ),
    mutants: open.length,
  };
  const workers = Array.from({ length: options.workers }, () => new TrialProcess(loaded));
  try {
    const coverage = await measure(workers);
    for (const line of leftOut(coverage)) say(`left out: ${line.replace(`${ROOT}/`, "")}`);
    say(`measured ${testFiles.length} test files`);
    const importers = readImporters();
    const waiting = [...open];
    const noticed = new Map<string, string>();
    await Promise.all(
      workers.map(async (worker) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          if (Date.now() > deadline) return;
          const { number, mutant } = next;
          const of = {
            number,
            room: mutant.file.split("/").slice(0, 2).join("/"),
            importers: importers.of(join(ROOT, mutant.file)),
            noticedBy: noticed.get(mutant.file),
          };
          const found = await attempt(worker, of, coverage);
          if (found.test !== "") noticed.set(mutant.file, join(ROOT, found.test));
          conclude(mutant, found);
          if (number % 100 === 0) say(`${number}/${open.length}`);
        }
      }),
    );
  } finally {
    for (const worker of workers) worker.stop();
  }
}

async function measure(workers: readonly TrialProcess[]): Promise<Coverage> {
  const waiting = [...testFiles];
  const files = new Map<string, ReturnType<typeof fileCoverage>>();
  await Promise.all(
    workers.map(async (worker) => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        files.set(file, fileCoverage(await worker.measure(file)));
      }
    }),
  );
  return { atLoad: new Set(workers.flatMap(({ atLoad }) => atLoad)), files };
}

type Found = Pick<Entry, "status" | "test" | "title">;

async function attempt(
  worker: TrialProcess,
  of: Parameters<typeof planFor>[0],
  coverage: Coverage,
): Promise<Found> {
  const plan = planFor(of, coverage, options.budget * 1_000);
  if (plan.runs.length === 0) return { status: "uncovered", test: "", title: "" };
  const outcome = await worker.attempt(of.number, plan.runs, 30_000 + 30 * plan.ms);
  if (outcome.kind === "survived") return { status: "survived", test: "", title: "" };
  return { status: outcome.kind, test: relative(ROOT, outcome.test), title: outcome.title };
}

function conclude(mutant: Mutant, found: Found): void {
  const entry = { mutant, ...found, tests: testsHash };
  journal.add(entry);
  entries.push(entry);
}

function report(): void {
  const scores = scoresOf(entries);
  const left = entries
    .filter(({ status }) => status === "survived" || status === "uncovered")
    .sort(
      ({ mutant: one }, { mutant: other }) =>
        one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
    );
  if (options.json) {
    const survivors = left.map(({ mutant, status }) => ({ ...mutant, status }));
    process.stdout.write(
      `${JSON.stringify({ seed: options.seed, mutants: all.length, scores, survivors })}\n`,
    );
    return;
  }
  if (options.list) for (const { mutant, status } of left) say(`${status} ${describe(mutant)}`);
  process.stdout.write(writeScores(scores));
}

function describe(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}:${mutant.column} ${mutant.mutator} ${JSON.stringify(mutant.original.slice(0, 60))} -> ${JSON.stringify(mutant.replacement.slice(0, 60))} | ${linesOf(mutant)[mutant.line - 1]?.trim().slice(0, 110)}`;
}

function linesOf(mutant: Mutant): readonly string[] {
  return (texts.get(mutant.file) ?? "").split("\n");
}

function hashOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
