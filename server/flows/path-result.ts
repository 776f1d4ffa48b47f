import {
  type Compiled,
  type Facts,
  type FieldError,
  type Flags,
  type Instance,
  submit,
  type Walk,
} from "../../engine/flow/index.ts";
import { equalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { PathResult } from "../evidence/index.ts";

/**
 * A step that asks the person for answers, and the fields that it asks. The list of fields is empty if the
 * person confirms the step as a whole.
 */
export type Asked = { readonly step: string; readonly fields: readonly string[] };

/** A walk, with the data from which it was computed. */
export type Walked = {
  readonly compiled: Compiled;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly flags: Flags;
  readonly walk: Walk;
};

/**
 * Compares where a person is on the current version with where the same person would be on another version.
 */
export function resultBetween(before: Walk, after: Walk): Exclude<PathResult, "stays"> {
  const { at } = after;
  if (at.kind === "end" && (before.at.kind !== "end" || before.at.step !== at.step))
    return at.outcome === "done" ? "goesOn" : "stuck";
  const same = at.step === before.at.step && at.kind === before.at.kind;
  const passed = after.trail.some(({ step }) => step === before.at.step);
  // While an effect runs or a wait lasts, the person is not asked anything. So this counts as going on.
  const silent = at.kind === "wait" || (at.kind === "effect" && at.state !== "ask");
  return same || passed || silent ? "goesOn" : "asked";
}

/**
 * Returns the step that the walk has reached, and its fields that the person must still answer: missing ones,
 * invalid ones, and those whose values changed.
 */
export function askedAt({ compiled, instance, facts, flags, walk }: Walked): Asked {
  const { at } = walk;
  if (at.kind === "review") {
    const shown = instance.answers[at.step]?.value.values as JsonObject | undefined;
    const differs = (path: string) => !equalJson(shown?.[path], at.values[path]);
    return { step: at.step, fields: shown === undefined ? [] : Object.keys(at.values).filter(differs) };
  }
  if (at.kind !== "form" && at.kind !== "effect") return { step: at.step, fields: [] };
  if (at.errors.length > 0) return { step: at.step, fields: fieldsOf(at.errors) };
  const empty = submit(compiled, instance, facts, flags, { step: at.step, answer: {} });
  return { step: at.step, fields: empty.kind === "refused" ? fieldsOf(empty.errors) : [] };
}

function fieldsOf(errors: readonly FieldError[]): readonly string[] {
  return [...new Set(errors.flatMap(({ pointer }) => pointer.split("/")[1] ?? []))];
}
