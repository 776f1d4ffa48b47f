import { at } from "../../../engine/edits/json-places.ts";
import type { Trial } from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { rowsOf } from "../blocks/block.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { listOf, objectOf } from "../step/step-file.ts";
import type { Kind } from "./row-kind.ts";
import type { Person } from "./tried-person.ts";

/** Returns the terms of a sum; an empty list if the logic is no sum. */
export function termsOf(logic: Json): readonly Json[] {
  const sum = objectOf(logic);
  return Object.keys(sum).length === 1 ? listOf(sum["+"]) : [];
}

/** Returns the data path that a term reads; `null` if the term is not a single data path. */
export function pathOfTerm(term: Json): string | null {
  const { var: path, ...more } = objectOf(term);
  return typeof path === "string" && Object.keys(more).length === 0 ? path : null;
}

/** Whether a value can be added up with values of this kind. */
export function isAddable({ kind, of }: Pick<ReadablePlace, "kind" | "of">, sum: Kind): boolean {
  if (sum.kind === "decimal") return kind === "decimal" && of === sum.of;
  if (sum.kind === "string") return false;
  return kind === "integer" || (sum.kind === "number" && kind === "number");
}

/** Returns whether a path names a value that can be added up with values of this kind. */
export function addableIn(
  { places }: { readonly places: readonly ReadablePlace[] },
  kind: Kind,
): (path: string) => boolean {
  return (path) => places.some((one) => one.path === path && isAddable(one, kind));
}

/**
 * Returns the index of the row that gives the value for a made-up person, or whose condition is not known; -1
 * if there is none.
 */
export function decidingRow(
  rows: readonly { readonly when: string | null }[],
  { truths }: Pick<Trial, "truths">,
): number {
  return rows.findIndex(({ when }) => when === null || truths[when] !== false);
}

/** Returns the value of a term for a made-up person; `null` if the value is not known. */
export function valueOfTerm(
  term: Json,
  { pointer, person, trial }: { readonly pointer: string; readonly person: Person; readonly trial: Trial },
): Json {
  if (typeof term !== "object") return term;
  const path = pathOfTerm(term);
  if (path !== null) return person[path] ?? null;
  const rows = rowsOf(term, pointer);
  const decided = rows[decidingRow(rows, trial)];
  if (decided === undefined || (decided.when !== null && trial.truths[decided.when] !== true)) return null;
  const { value } = decided;
  return typeof value === "object" ? (at(person, [pathOfTerm(value) ?? ""]) ?? null) : value;
}
