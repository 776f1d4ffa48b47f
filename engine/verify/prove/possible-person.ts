import { brokenAssumption } from "../../flow/broken-assumption.ts";
import type { Compiled } from "../../flow/compiled.ts";
import type { Person } from "./person.ts";

/** Whether a person is possible: at no time do they have a fact that its provider promises never to answer. */
export function isPossible(compiled: Compiled, { times }: Pick<Person, "times">): boolean {
  return times.every(({ facts }) =>
    Object.entries(facts).every(([fact, value]) => brokenAssumption(compiled, fact, value) === null),
  );
}
