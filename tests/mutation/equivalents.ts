import { readFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

type Equivalent = {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  /** Position in the line, from 0, if the same change at another position of that line is not equivalent. */
  readonly at?: number;
  /** Text of the line above, if the same change in another such line is not equivalent. */
  readonly above?: string;
  readonly reason: string;
};

const listed = JSON.parse(
  readFileSync(`${import.meta.dirname}/equivalent.json`, "utf8"),
) as readonly Equivalent[];

/**
 * Returns true if a person has found that a mutant is equivalent to the code. Such a mutant is identified by
 * its line, not by its number.
 */
export function isEquivalent(mutant: Mutant, lines: readonly string[]): boolean {
  const line = lines[mutant.line - 1] ?? "";
  const above = lines[mutant.line - 2]?.trim();
  const at = mutant.column - 1 - line.search(/\S/);
  return listed.some(
    (one) =>
      one.file === mutant.file &&
      one.line === line.trim() &&
      one.from === mutant.original &&
      one.to === mutant.replacement &&
      (one.at ?? at) === at &&
      (one.above ?? above) === above,
  );
}
