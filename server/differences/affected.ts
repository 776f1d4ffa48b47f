import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { ChangedClass } from "../../engine/verify/compare/index.ts";
import { type Naming, type Words, wordsOfCube, wordsOfPerson } from "../../engine/verify/words/index.ts";

/** People for whom an answer changes in one way, in words, and one of them. */
export type Affected = {
  /** The answer before and now: true, false, "unknown, so refuse" and such, a value, or the step they are led to. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Group[];
  /** Whether there are more classes than are listed. */
  readonly more: boolean;
  readonly witness: Somebody;
};

/** One person of the class. `words`: what decides about them, where it is not as for an ordinary person. `all`: everything that is read of them, where that is more. */
export type Somebody = { readonly words: Words; readonly all: Words | null; readonly scope: JsonObject };

/** The one of a class of people who is named. */
export function oneOf({ somebody, all, witness }: ChangedClass, naming: Naming): Somebody {
  const words = wordsOfPerson(somebody, naming);
  return { words, all: all.length > somebody.length ? wordsOfCube(all, naming) : null, scope: witness };
}

/** A class of people in words; `chief`: only what the changed clauses look at, where that is not all of it. */
export type Group = Words & { readonly chief: Words | null };
