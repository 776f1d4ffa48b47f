import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { ChangedClass } from "../../engine/verify/compare/index.ts";
import { type Naming, type Words, wordsOfCube, wordsOfPerson } from "../../engine/verify/words/index.ts";

/** A group of people whose answer changes in the same way, described in words, with an example person. */
export type Affected = {
  /** The previous and the new answer: true, false, "unknown, so refuse" etc., a value, or the next step. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Group[];
  /** Whether there are more classes of people than listed. */
  readonly more: boolean;
  readonly witness: Somebody;
};

/**
 * An example person of a class. `words` has the decisive values that differ from an ordinary person. `all`
 * has every value that is read, if there are more.
 */
export type Somebody = { readonly words: Words; readonly all: Words | null; readonly scope: JsonObject };

/** Returns the example person of a class. */
export function oneOf({ somebody, all, witness }: ChangedClass, naming: Naming): Somebody {
  const words = wordsOfPerson(somebody, naming);
  return { words, all: all.length > somebody.length ? wordsOfCube(all, naming) : null, scope: witness };
}

/**
 * A class of people in words. `chief` has only the values that the changed clauses read, if these are fewer.
 */
export type Group = Words & { readonly chief: Words | null };
