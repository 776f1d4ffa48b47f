import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/verify/words/people.ts";

/** People for whom an answer changes in one way, in words, and one of them. */
export type Affected = {
  /** The answer before and now: true, false, "unknown, so refuse" and such, a value, or the step they are led to. */
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly Group[];
  /** Whether there are more classes than are listed. */
  readonly more: boolean;
  readonly witness: { readonly words: Words; readonly scope: JsonObject };
};

/** A class of people in words; `chief`: only what the changed clauses look at, where that is not all of it. */
export type Group = Words & { readonly chief: Words | null };
