import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Mutant } from "./mutants.ts";

/**
 * A tried mutant, or a mutant that no test reaches (`uncovered`) or that is known to be equivalent. `tests`
 * is the hash of the tests that tried it.
 */
export type Entry = {
  readonly mutant: Mutant;
  readonly status: "killed" | "timeout" | "survived" | "uncovered" | "equivalent";
  readonly test: string;
  readonly title: string;
  readonly tests: string;
};

export type Journal = {
  /**
   * Returns the earlier result of a mutant. A kill stays valid; a survival counts only for the same tests.
   */
  readonly known: (id: string, tests: string) => Entry | null;
  readonly add: (entry: Entry) => void;
};

/** Opens the journal of tried mutants, with one line for each. The last line about a mutant counts. */
export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const entries = new Map<string, Entry>();
  for (const line of existsSync(path) ? readFileSync(path, "utf8").split("\n") : []) {
    const entry = read(line);
    if (entry !== null) entries.set(entry.mutant.id, entry);
  }
  return {
    known: (id, tests) => {
      const entry = entries.get(id);
      const isOpen = entry?.status === "survived" || entry?.status === "uncovered";
      return entry === undefined || (isOpen && entry.tests !== tests) ? null : entry;
    },
    add: (entry) => {
      entries.set(entry.mutant.id, entry);
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    },
  };
}

/** The last line may be incomplete if the run was killed. */
function read(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
