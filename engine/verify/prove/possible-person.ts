import { brokenAssumption } from "../../flow/broken-assumption.ts";
import type { Compiled } from "../../flow/compiled.ts";
import type { Person } from "./person.ts";

/**
 * Returns true if a person is possible, because none of their facts ever has a value that breaks an
 * assumption.
 */
export function isPossible(compiled: Compiled, { times }: Pick<Person, "times">): boolean {
  return times.every(({ facts }) =>
    Object.entries(facts).every(([fact, value]) => brokenAssumption(compiled, fact, value) === null),
  );
}
