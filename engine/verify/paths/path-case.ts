import type { Compiled } from "../../flow/compiled.ts";
import type { Definition } from "../../flow/definition.ts";
import type { FieldError } from "../../flow/walk.ts";
import { fail, ok, type Result } from "../../values/result.ts";
import type { Atlas, PathClass } from "./atlas.ts";
import { goesDetour } from "./detours.ts";
import { goAlong, type Journey, type Traveller } from "./go-along.ts";

/** A stored path: the person who took the path, and its steps. */
export type PathCase = {
  readonly name: string;
  /** Steps of the person's path. The last one is the end or wait at which the path stops. */
  readonly path: readonly string[];
  readonly traveller: Traveller;
};

/** The stored paths of one flow, in one file. */
export type PathCases = { readonly flow: string; readonly cases: readonly PathCase[] };

/** How a person's path changed. `step`: the last step before the old and the new path differ. */
export type PathChange = {
  readonly name: string;
  readonly step: string;
  /** `next`: the step that followed `step` on the old path. `end`: the last step of the old path. */
  readonly before: { readonly next: string | null; readonly end: string };
  readonly now:
    | { readonly kind: "goes"; readonly next: string | null; readonly end: string }
    | { readonly kind: "refused"; readonly at: string; readonly errors: readonly FieldError[] }
    /**
     * The person cannot continue at the step `at`. Either they have no answer for the step's question, or no
     * event for the step.
     */
    | { readonly kind: "lost"; readonly at: string };
};

/** Replays the person of a stored path. The error value says how the path changed. */
export function replayCase(compiled: Compiled, kept: PathCase): Result<Journey, PathChange> {
  const journey = goAlong(compiled, kept.traveller);
  const { path, why } = journey;
  const parted = kept.path.findIndex((step, at) => path[at] !== step);
  if (why.kind === "rests" && parted < 0 && path.length === kept.path.length) return ok(journey);
  const at = Math.max((parted < 0 ? kept.path.length : parted) - 1, 0);
  const step = kept.path[at] ?? "";
  const before = { next: kept.path[at + 1] ?? null, end: kept.path.at(-1) ?? "" };
  const changed = { name: kept.name, step, before };
  if (why.kind === "refused")
    return fail({ ...changed, now: { kind: "refused", at: why.step, errors: why.errors } });
  if (why.kind === "lost") return fail({ ...changed, now: { kind: "lost", at: why.step } });
  const now = { kind: "goes" as const, next: path[at + 1] ?? null, end: path.at(-1) as string };
  return fail({ ...changed, now });
}

/**
 * Converts an atlas to stored paths. Each path of the atlas keeps the person that is stored under the path's
 * name, if that person still takes the path. Otherwise the path gets the atlas's person. So only the entries
 * of affected paths change.
 */
export function casesOf(compiled: Compiled, { flow, classes }: Atlas, kept: PathCases | null): PathCases {
  const known = new Map(kept?.cases.map((one) => [one.name, one]));
  const cases = classes.map((one): PathCase => {
    const old = known.get(one.name);
    const stays = old !== undefined && fits(compiled.definition, old) && goesAs(compiled, old, one);
    return { name: one.name, path: one.steps, traveller: stays ? old.traveller : one.traveller };
  });
  return { flow, cases };
}

/**
 * Returns the names of paths that only the atlas contains (`unkept`), and of paths that only the stored file
 * contains (`gone`).
 */
export function missingCases(
  { classes }: Atlas,
  { cases }: PathCases,
): { readonly unkept: readonly string[]; readonly gone: readonly string[] } {
  const shown = new Set(classes.map(({ name }) => name));
  const kept = new Set(cases.map(({ name }) => name));
  return {
    unkept: [...shown].filter((name) => !kept.has(name)),
    gone: [...kept].filter((name) => !shown.has(name)),
  };
}

/** Returns true if a stored person has exactly the switches and facts that the flow names. */
function fits({ flow }: Definition, { traveller }: PathCase): boolean {
  const { flags, facts } = traveller.around;
  const same = (names: readonly string[], values: object): boolean =>
    names.length === Object.keys(values).length && names.every((name) => Object.hasOwn(values, name));
  return same(flow.flags, flags) && same(Object.keys(flow.facts), facts);
}

function goesAs(compiled: Compiled, old: PathCase, { steps, detour }: PathClass): boolean {
  const { path, why } = goAlong(compiled, old.traveller);
  if (why.kind !== "rests" || path.join(" ") !== steps.join(" ")) return false;
  return detour === null || goesDetour(old.traveller, detour);
}
