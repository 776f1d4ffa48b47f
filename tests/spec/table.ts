import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** One row of the specification: its quote, its tests, or the reason why it is open. */
export type SpecRow = {
  readonly id: string;
  readonly quote: string;
  /** Names of the work packages that cover the row. */
  readonly work: readonly string[];
  /** Tests of the row, as `tests/<file>#<title, or the beginning of one>`. */
  readonly tests?: readonly string[];
  readonly open?: string;
};

/** A row that violates the rules of the table, and the violation. */
export type SpecFault = { readonly id: string; readonly what: string };

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

/**
 * Number of rows into which the specification was divided. A test checks it, so that no row gets lost
 * unnoticed.
 */
export const ROW_COUNT = 328;

/** Reads `rows.json` beside this file. */
export function readRows(): readonly SpecRow[] {
  return JSON.parse(readFileSync(join(here, "rows.json"), "utf8")) as SpecRow[];
}

/** Returns rows that are missing, duplicated, without test and reason, or that name an unknown test. */
export function faultsOf(rows: readonly SpecRow[]): readonly SpecFault[] {
  const faults: SpecFault[] = [];
  if (rows.length !== ROW_COUNT)
    faults.push({ id: "all", what: `${rows.length} rows instead of ${ROW_COUNT}` });
  const seen = new Set<string>();
  for (const row of rows) {
    if (seen.has(row.id)) faults.push({ id: row.id, what: "stands twice" });
    seen.add(row.id);
    const tests = row.tests ?? [];
    if (tests.length === 0 && (row.open ?? "").trim() === "") {
      faults.push({ id: row.id, what: "names no test and gives no reason" });
    }
    for (const test of tests) {
      const fault = faultOfTest(test);
      if (fault !== null) faults.push({ id: row.id, what: fault });
    }
  }
  return faults;
}

const sources = new Map<string, string | null>();

/** Returns why a reference to a test is wrong; `null` if the test exists. */
export function faultOfTest(reference: string): string | null {
  const [file = "", ...rest] = reference.split("#");
  const title = rest.join("#");
  if (title === "") return `"${reference}" names no title: write tests/<file>#<title>`;
  if (!sources.has(file)) {
    const path = join(root, file);
    sources.set(file, existsSync(path) ? readFileSync(path, "utf8") : null);
  }
  const source = sources.get(file);
  if (source === null || source === undefined) return `"${file}" does not exist`;
  return source.includes(title) ? null : `"${file}" has no test titled "${title}"`;
}
