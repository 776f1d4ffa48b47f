import type { Entry } from "./journal.ts";

/**
 * The counts of one folder. `score` is the share of killed mutants among those that are not equivalent, from
 * 0 to 1.
 */
export type Score = {
  readonly folder: string;
  readonly tried: number;
  readonly killed: number;
  readonly timeouts: number;
  readonly survived: number;
  /** Number of survivors that no test reaches. */
  readonly uncovered: number;
  readonly equivalent: number;
  readonly score: number;
};

/**
 * Returns the counts by folder and, within a folder, by file. A mutant that makes a test endless counts as
 * killed.
 */
export function scoresOf(entries: readonly Entry[]): readonly Score[] {
  const folders = Map.groupBy(entries, ({ mutant }) => mutant.file.split("/").slice(0, -1).join("/"));
  const files = Map.groupBy(entries, ({ mutant }) => mutant.file);
  return [...folders, ...files].map(([folder, own]) => scoreOf(folder, own));
}

/** Formats the counts as a table, folders first. */
export function writeScores(scores: readonly Score[]): string {
  const rows = scores.map((one) =>
    [
      `${(100 * one.score).toFixed(1).padStart(6)} %`,
      `${one.tried} tried`,
      `${one.killed} killed`,
      `${one.timeouts} timeouts`,
      `${one.survived} survived (${one.uncovered} not covered)`,
      `${one.equivalent} equivalent`,
      one.folder,
    ].join("  "),
  );
  return `${rows.join("\n")}\n`;
}

function scoreOf(folder: string, entries: readonly Entry[]): Score {
  const count = (status: Entry["status"]): number => entries.filter((one) => one.status === status).length;
  const [killed, timeouts, uncovered, equivalent] = [
    count("killed"),
    count("timeout"),
    count("uncovered"),
    count("equivalent"),
  ];
  const survived = count("survived") + uncovered;
  const judged = killed + timeouts + survived;
  return {
    folder,
    tried: entries.length,
    killed,
    timeouts,
    survived,
    uncovered,
    equivalent,
    score: judged === 0 ? 1 : (killed + timeouts) / judged,
  };
}
