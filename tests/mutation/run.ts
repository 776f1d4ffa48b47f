import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../architecture/sources.ts";
import { isEquivalent } from "./equivalents.ts";
import { readImporters } from "./importers.ts";
import { type Entry, openJournal } from "./journal.ts";
import { type Mutant, mutantsOf, mutated } from "./mutants.ts";
import { sample } from "./sample.ts";
import { scoresOf, writeScores } from "./scores.ts";
import { WarmRunner } from "./warm-runner.ts";

// `npm run mutation`: changes the engine in small ways, one at a time, and sees whether a test notices. What it tried is
// kept under `.cache/mutation`; a run that was stopped goes on where it was, and survivors are tried again once tests changed.
const { values: options } = parseArgs({
  options: {
    files: { type: "string", default: "engine/values/**/*.ts" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "600" },
    list: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

// The engine's own tests, those that end soon enough to be run for every mutant: those of the same room may take their
// time, those of another must be quick. What the definitions' tests and the proofs would notice as well is not counted.
const TESTS = ["tests/engine/{values,rules,flags,flow}/**/*.test.ts"];
const SLOWEST_MS = 20_000;
const SLOWEST_ELSEWHERE_MS = 800;

const deadline = Date.now() + Number(options.minutes) * 60_000;
const texts = new Map(
  globSync(options.files, { cwd: ROOT })
    .sort()
    .map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const),
);
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text));
const mutants =
  options.sample === undefined
    ? all
    : sample(all, { count: Number(options.sample), seed: Number(options.seed) });
say(`${mutants.length} of ${all.length} mutants in ${texts.size} files, seed ${options.seed}`);

const importers = readImporters();
const renewedBy = new Map([...texts.keys()].map((file) => [file, importers.of(join(ROOT, file))] as const));
const testFiles = globSync(TESTS, { cwd: ROOT })
  .sort()
  .map((file) => join(ROOT, file));
const testsHash = createHash("sha256")
  .update(
    globSync("tests/engine/{values,rules,flags,flow}/**/*", { cwd: ROOT, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"))
      .join("\0"),
  )
  .digest("hex")
  .slice(0, 16);
const journal = openJournal(join(ROOT, ".cache", "mutation", "tried.jsonl"));

const runner = new WarmRunner();
const entries: Entry[] = [];
try {
  await tryAll();
} finally {
  runner.stop();
}
report();

async function tryAll(): Promise<void> {
  const open = mutants.filter(
    (mutant) => !isEquivalent(mutant, lineOf(mutant)) && journal.known(mutant.id, testsHash) === null,
  );
  const needed = new Set(open.flatMap((mutant) => renewedBy.get(mutant.file) ?? []));
  const { ms, unusable } = await runner.baseline(
    testFiles.filter((test) => needed.has(test)),
    SLOWEST_MS,
  );
  for (const [test, why] of unusable) say(`left out: ${relative(ROOT, test)}: ${why}`);
  for (const [at, mutant] of mutants.entries()) {
    const known = isEquivalent(mutant, lineOf(mutant))
      ? { mutant, status: "equivalent" as const, test: "", title: "", tests: testsHash }
      : journal.known(mutant.id, testsHash);
    if (known !== null) {
      entries.push({ ...known, mutant });
      continue;
    }
    if (Date.now() > deadline) break;
    const entry = await attempt(mutant, ms);
    journal.add(entry);
    entries.push(entry);
    if (entry.status === "survived") say(`${at + 1}/${mutants.length} survived ${describe(mutant)}`);
    else if ((at + 1) % 50 === 0) say(`${at + 1}/${mutants.length}`);
  }
}

async function attempt(mutant: Mutant, ms: ReadonlyMap<string, number>): Promise<Entry> {
  const renewed = renewedBy.get(mutant.file) ?? [];
  const room = mutant.file.split("/").slice(0, 2).join("/");
  const isOwn = (test: string): boolean => test.includes(`/tests/${room}/`);
  // Nearest first, then the quickest: nearly every mutant dies early.
  const cost = (test: string): number => (ms.get(test) ?? 0) * (isOwn(test) ? 1 : 10);
  const tests = renewed
    .filter((file) => (ms.get(file) ?? SLOWEST_MS) < (isOwn(file) ? SLOWEST_MS : SLOWEST_ELSEWHERE_MS))
    .sort((one, other) => cost(one) - cost(other));
  const outcome = await runner.attempt(
    { file: join(ROOT, mutant.file), text: mutated(texts.get(mutant.file) ?? "", mutant), renewed, tests },
    (test) => 4_000 + 6 * (ms.get(test) ?? 0),
  );
  const by =
    outcome.kind === "survived"
      ? { test: "", title: "" }
      : { test: relative(ROOT, outcome.test), title: outcome.title };
  return { mutant, status: outcome.kind, ...by, tests: testsHash };
}

function report(): void {
  const scores = scoresOf(entries);
  if (options.json) {
    const survivors = entries.filter((entry) => entry.status === "survived").map((entry) => entry.mutant);
    process.stdout.write(
      `${JSON.stringify({ seed: Number(options.seed), mutants: all.length, scores, survivors })}\n`,
    );
    return;
  }
  if (options.list) {
    for (const entry of entries) if (entry.status === "survived") say(describe(entry.mutant));
  }
  process.stdout.write(writeScores(scores));
}

function describe(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}:${mutant.column} ${mutant.mutator} ${JSON.stringify(mutant.original.slice(0, 60))} -> ${JSON.stringify(mutant.replacement.slice(0, 60))} | ${lineOf(mutant).slice(0, 110)}`;
}

function lineOf(mutant: Mutant): string {
  return (texts.get(mutant.file) ?? "").split("\n")[mutant.line - 1]?.trim() ?? "";
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
