import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { ChangedClass } from "../../engine/verify/compare/index.ts";
import { type Naming, type Words, wordsOfCube, wordsOfPerson } from "../../engine/verify/words/index.ts";

/** People whose answer changes in the same way, in words, with an example. */
export type Affected = {
  /** The answer before and now: true, false, "unknown, so refuse" etc., a value, or the next step. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Group[];
  /** Whether there are more classes than listed. */
  readonly more: boolean;
  readonly witness: Somebody;
};

/**
 * An example person of a class. `words`: what is decisive and differs from an ordinary person. `all`: everything that
 * is read of them, if more.
 */
export type Somebody = { readonly words: Words; readonly all: Words | null; readonly scope: JsonObject };

/** Returns the example person of a class. */
export function oneOf({ somebody, all, witness }: ChangedClass, naming: Naming): Somebody {
  const words = wordsOfPerson(somebody, naming);
  return { words, all: all.length > somebody.length ? wordsOfCube(all, naming) : null, scope: witness };
}

/** A class of people in words. `chief`: only what the changed clauses read, if that is less. */
export type Group = Words & { readonly chief: Words | null };
