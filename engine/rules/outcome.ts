import type { CheckedClause } from "./program.ts";
import type { FailedClause, Path, RuleOutcome, Scope } from "./rule.ts";

/**
 * The outcome of every rule that holds. All rules share this object, so that evaluating a rule that holds
 * allocates no memory.
 */
export const HOLDS: RuleOutcome = Object.freeze({ kind: "holds" });

/** Maximum number of clauses of a rule whose outcomes are cached. */
const MAX_KEPT = 8;

/**
 * Builds outcomes from bit masks of failed and unknown clauses. An outcome without unknown clauses is built
 * once, frozen and shared. A rule fails if any clause fails. The outcome also lists the unknown clauses, with
 * their missing data paths.
 */
export function outcomeBuilder(
  clauses: readonly CheckedClause[],
  missingPaths: readonly ((scope: Scope) => readonly Path[])[],
): (scope: Scope, failed: number, unknown: number) => RuleOutcome {
  const plain = clauses.map(
    ({ id, reason, mend }): FailedClause =>
      Object.freeze({ id, reason, mend, missing: Object.freeze([]) as readonly Path[] }),
  );
  const kept: (RuleOutcome | undefined)[] | null =
    clauses.length <= MAX_KEPT ? new Array(2 ** clauses.length).fill(undefined) : null;
  return (scope, failed, unknown) => {
    if (unknown === 0) {
      const known = kept?.[failed];
      if (known) return known;
      const named = Object.freeze(plain.filter((_, at) => (failed & (1 << at)) !== 0));
      const outcome: RuleOutcome = Object.freeze({ kind: "fails", clauses: named });
      if (kept) kept[failed] = outcome;
      return outcome;
    }
    const named: FailedClause[] = [];
    const missing = new Set<Path>();
    for (const [at, clause] of plain.entries()) {
      if ((failed & (1 << at)) !== 0) named.push(clause);
      if ((unknown & (1 << at)) === 0) continue;
      const absent = (missingPaths[at] as (scope: Scope) => readonly Path[])(scope);
      for (const path of absent) missing.add(path);
      named.push({ ...clause, missing: absent });
    }
    return failed === 0
      ? { kind: "unknown", clauses: named, missing: [...missing] }
      : { kind: "fails", clauses: named };
  };
}
