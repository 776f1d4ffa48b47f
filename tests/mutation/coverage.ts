import type { Measured, Run, Tell } from "./trial.ts";

/**
 * Measurements of the tests before any mutant is tried. Files are absolute paths; mutants are identified by
 * their numbers.
 */
export type Coverage = {
  /** Mutants that are reached while the modules of the engine load. */
  readonly atLoad: ReadonlySet<number>;
  readonly files: ReadonlyMap<string, FileCoverage>;
};

type Reaching<Of> = Omit<Of, "reaches"> & { readonly reaches: ReadonlySet<number> };
type FileCoverage = Reaching<Omit<Extract<Tell, { kind: "measured" }>, "kind" | "tests">> & {
  readonly tests: readonly Reaching<Measured>[];
};

/** The tests to run for one mutant, most expensive last. `ms` is their time without mutants. */
export type Plan = { readonly runs: readonly Run[]; readonly ms: number };

/** Reloaded files may together cost this many times the budget of single tests. */
const FILES_LOADED_ANEW = 5;
// A test counts as endless if it reaches mutants twenty times as often as usual, plus two million times.
const stepsFor = (usual: number): number => 20 * usual + 2_000_000;

/** Returns the measurements of one file in searchable form. */
export function fileCoverage(of: Extract<Tell, { kind: "measured" }>): FileCoverage {
  const tests = of.tests.map((test) => ({ ...test, reaches: new Set(test.reaches) }));
  return { ...of, reaches: new Set(of.reaches), tests };
}

/** Returns the reasons why some tests cannot be used, as `file: reason: number or titles`. */
export function leftOut({ files }: Coverage): readonly string[] {
  return [...files].flatMap(([file, { fault, tests }]) => {
    const byReason = Map.groupBy(
      tests.filter((test) => !isUsable(test)),
      (test) => test.fault,
    );
    return [
      ...(fault === null ? [] : [`${file}: ${fault}`]),
      ...[...byReason].map(([why, of]) => `${file}: ${why}: ${of.length === 1 ? of[0]?.title : of.length}`),
    ];
  });
}

/**
 * Returns the tests to run for a mutant. First come the single tests that reach it, cheapest first; tests
 * that detected a similar mutant and tests of the mutant's module precede others. Then come the files that
 * reach it while they load. If the engine reaches the mutant while it loads, every file that imports the
 * mutated file comes last. The total time stays within the budget, but at least one test runs.
 */
export function planFor(
  mutant: {
    readonly number: number;
    readonly room: string;
    readonly importers: readonly string[];
    /** The test file that last detected another mutant of the same source file. */
    readonly noticedBy: string | undefined;
  },
  coverage: Coverage,
  budgetMs: number,
): Plan {
  const factor = (file: string): number =>
    file === mutant.noticedBy ? 0.1 : file.includes(`/tests/${mutant.room}/`) ? 1 : 3;
  const usable = [...coverage.files].filter(([, { fault }]) => fault === null);
  const direct = usable.flatMap(([file, { tests }]) =>
    [...tests.entries()]
      .filter(([, test]) => isUsable(test) && test.reaches.has(mutant.number))
      .map(([at, { ms, steps }]) => ({
        ms,
        cost: ms * factor(file),
        run: { kind: "declared", file, tests: [{ at, steps: stepsFor(steps) }] } as Run,
      })),
  );
  const isAtLoad = coverage.atLoad.has(mutant.number);
  const anew = usable
    .filter(([file, { reaches }]) =>
      isAtLoad ? mutant.importers.includes(file) : reaches.has(mutant.number),
    )
    .map(([file, measured]) => {
      const own = within(budgetMs, measured.tests.filter(isUsable).sort(byMs));
      const ms = own.reduce((sum, test) => sum + test.ms, 0);
      const steps = stepsFor(own.reduce((sum, test) => sum + test.steps, measured.steps));
      const skipped = measured.tests.filter((test) => !own.includes(test)).map(({ title }) => title);
      const renewed = isAtLoad ? mutant.importers : [];
      return { ms, cost: ms * factor(file), run: { kind: "anew", file, renewed, skipped, steps } as Run };
    });
  const chosen = [
    ...within(budgetMs, direct.sort(byCost)),
    ...within(FILES_LOADED_ANEW * budgetMs, anew.sort(byCost)),
  ];
  return { runs: chosen.map(({ run }) => run), ms: chosen.reduce((sum, { ms }) => sum + ms, 0) };
}

/** Returns the runs that together stay within the budget, and always the first one. */
function within<One extends { readonly ms: number }>(budgetMs: number, all: readonly One[]): readonly One[] {
  let left = budgetMs;
  return all.filter(({ ms }, at) => {
    if (at > 0 && ms > left) return false;
    left -= ms;
    return true;
  });
}

function byCost(one: { readonly cost: number }, other: { readonly cost: number }): number {
  return one.cost - other.cost;
}

function byMs(one: { readonly ms: number }, other: { readonly ms: number }): number {
  return one.ms - other.ms;
}

function isUsable({ fault }: { readonly fault: string | null }): boolean {
  return fault === null;
}
