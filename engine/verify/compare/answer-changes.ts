import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import type { Formats } from "../../rules/format.ts";
import type { Path } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import { missingAt, type OnlyTaken, onlyTakenBy } from "./only-taken.ts";

/** Answers to one field that only one of two versions accepts. */
export type AnswerChange = { readonly taken: "no-longer" | "newly" } & OnlyTaken;

/**
 * Returns the answers that only one of two versions of a form accepts, field by field. Tries only samples of
 * answers to the conditions of the form.
 */
export function answerChanges(
  before: JsonSchema,
  after: JsonSchema,
  at: { readonly path: Path; readonly formats: Formats },
): readonly AnswerChange[] {
  const old = new Map(fieldsOf(before).map((field) => [field.name, field]));
  const now = new Map(fieldsOf(after).map((field) => [field.name, field]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    fieldChanges(old.get(name), now.get(name), { ...at, path: `${at.path}.${name}` }),
  );
}

function fieldChanges(
  old: Field | undefined,
  now: Field | undefined,
  at: { readonly path: Path; readonly formats: Formats },
): readonly AnswerChange[] {
  const missing = missingChange(isAlwaysAsked(old), isAlwaysAsked(now));
  const schema = (now ?? old)?.schema ?? {};
  const changes: AnswerChange[] = missing === null ? [] : [{ taken: missing, ...missingAt(at, schema) }];
  if (old === undefined || now === undefined) return changes;
  if (old.schema.type === "object" && now.schema.type === "object")
    return [...changes, ...answerChanges(old.schema, now.schema, at)];
  for (const taken of ["no-longer", "newly"] as const) {
    const [one, other] = taken === "no-longer" ? [old.schema, now.schema] : [now.schema, old.schema];
    const only = onlyTakenBy(one, other, at);
    if (only !== null) changes.push({ taken, ...only });
  }
  return changes;
}

function isAlwaysAsked(field: Field | undefined): boolean {
  return field?.required === true;
}

/**
 * Returns whether an empty field is newly accepted or no longer accepted. Returns `null` if nothing changed.
 */
function missingChange(before: boolean, after: boolean): AnswerChange["taken"] | null {
  if (before === after) return null;
  return after ? "no-longer" : "newly";
}
