import { at } from "../../../engine/edits/json-places.ts";
import type { Trial } from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { rowsOf } from "../blocks/block.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { listOf, objectOf } from "../step/step-file.ts";
import type { Kind } from "./decision-rows.tsx";
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

/** Returns the value of a term for a made-up person; `null` if the value is not known. */
export function valueOfTerm(
  term: Json,
  { pointer, person, trial }: { readonly pointer: string; readonly person: Person; readonly trial: Trial },
): Json {
  if (typeof term !== "object") return term;
  const path = pathOfTerm(term);
  if (path !== null) return person[path] ?? null;
  const rows = rowsOf(term, pointer);
  const decided = rows.find(({ when }) => when === null || trial.truths[when] !== false);
  if (decided === undefined || (decided.when !== null && trial.truths[decided.when] !== true)) return null;
  const { value } = decided;
  return typeof value === "object" ? (at(person, [pathOfTerm(value) ?? ""]) ?? null) : value;
}
