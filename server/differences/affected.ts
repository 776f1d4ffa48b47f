import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { ChangedClass } from "../../engine/verify/compare/index.ts";
import { type Naming, type Words, wordsOfCube, wordsOfPerson } from "../../engine/verify/words/index.ts";

/**
 * A change of an answer that is the same for certain people. It has descriptions of these groups of people,
 * and an example person.
 */
export type Affected = {
  /**
   * The answers of the older and of the newer version: true, false, "unknown, so refuse" etc., a value, or
   * the next step.
   */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Group[];
  /** Whether other groups of people are affected in the same way, but are not listed. */
  readonly more: boolean;
  readonly witness: Somebody;
};

/**
 * An example person of a group. `words` has the decisive values in which the person differs from an ordinary
 * one. If the versions read more values than these, `all` describes all of them.
 */
export type Somebody = { readonly words: Words; readonly all: Words | null; readonly scope: JsonObject };

/** Returns the example person of a class. */
export function oneOf({ somebody, all, witness }: ChangedClass, naming: Naming): Somebody {
  const words = wordsOfPerson(somebody, naming);
  return { words, all: all.length > somebody.length ? wordsOfCube(all, naming) : null, scope: witness };
}

/**
 * A description of a group of people. If the changed clauses read only some of the described values, `chief`
 * has those alone.
 */
export type Group = Words & { readonly chief: Words | null };
