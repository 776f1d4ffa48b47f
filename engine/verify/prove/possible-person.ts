import { brokenAssumption } from "../../flow/broken-assumption.ts";
import type { Compiled } from "../../flow/compiled.ts";
import type { Person } from "./person.ts";

/** Whether somebody can be: at no time a fact of theirs is what its provider never answers. */
export function isPossible(compiled: Compiled, { times }: Pick<Person, "times">): boolean {
  return times.every(({ facts }) =>
    Object.entries(facts).every(([fact, value]) => brokenAssumption(compiled, fact, value) === null),
  );
}
