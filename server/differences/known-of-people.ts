import type { Definition } from "../../engine/flow/definition.ts";
import type { Next, Step } from "../../engine/flow/flow-file.ts";
import { pathsOfDerived, pathsOfLogic, pathsOfRule } from "../../engine/flow/paths-read.ts";
import { pathsShown } from "../../engine/flow/shown.ts";
import { hasForm, nextOf } from "../../engine/flow/step-kinds.ts";
import { rulesOf } from "../../engine/rules/reads-of.ts";
import type { Logic, Path } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { type ChangedClass, type FlowComparison, readOtherwise } from "../../engine/verify/compare/index.ts";
import type { Versions } from "./class-lines.ts";
import { alwaysBefore, type Known, stepsAfter } from "./ways-to-effects.ts";

/**
 * Returns a function that finds out which conditions hold for the people whom a changed step now leads to
 * another step. Such a condition also holds at a later step of the newer version if it means the same there.
 * In addition, all its inputs must have been answered before, and no step in between may change facts.
 */
export function knownOf(
  { before, after }: Versions<Definition>,
  { rules }: FlowComparison,
): (step: string, led: Pick<ChangedClass, "from" | "to">) => Known {
  const { byLogic } = readOtherwise(before, after);
  const meansTheSame = (when: Logic): boolean =>
    byLogic(when) === null &&
    rulesOf(when).every((rule) => ["same", "equal"].includes(rules[rule]?.kind ?? ""));
  return (step, { from, to }) => {
    const old = keptBy(nextOf(before.flow.steps[step] as Step), from);
    const now = keptBy(nextOf(after.flow.steps[step] as Step), to);
    const kept = new Map(
      [...old.filter(({ when }) => meansTheSame(when)), ...now].map(({ when, isKept }) => [
        canonicalJson(when),
        isKept,
      ]),
    );
    return (at, when) => {
      const isKept = kept.get(canonicalJson(when));
      return isKept !== undefined && isAsThere(after, { step, at, when }) ? isKept : undefined;
    };
  };
}

/**
 * Returns the conditions of a step's branches that are known for all people whom the step leads to one
 * target: those that hold, and those that do not.
 */
function keptBy(next: Next, to: Json): readonly { readonly when: Logic; readonly isKept: boolean }[] {
  const leading = next.flatMap((entry, index) => (entry.to === to ? [index] : []));
  const [first] = leading;
  if (first === undefined) return [];
  const passed = next
    .slice(0, first)
    .flatMap(({ when }) => (when === undefined ? [] : [{ when, isKept: false }]));
  const when = next[first]?.when;
  return leading.length > 1 || when === undefined ? passed : [...passed, { when, isKept: true }];
}

/** Returns whether a condition must have the same answer at two steps that a person passes. */
function isAsThere(
  definition: Definition,
  { step, at, when }: { readonly step: string; readonly at: string; readonly when: Logic },
): boolean {
  const isGiven = [...stepsBehind(definition, pathsOfLogic(definition, when))].every(
    (one) => one === at || alwaysBefore(definition, one, at),
  );
  const isBetween = (first: string, last: string): boolean => {
    const later = stepsAfter(definition, first);
    if (first === last || !later.has(last)) return false;
    return Object.entries(definition.flow.steps).some(
      ([id, { kind }]) =>
        (kind === "effect" || kind === "wait") &&
        id !== first &&
        later.has(id) &&
        (id === last || stepsAfter(definition, id).has(last)),
    );
  };
  return isGiven && !isBetween(at, step) && !isBetween(step, at);
}

/**
 * Returns whether a screen still shows all values that it showed before, if it was moved to an earlier place
 * in the flow.
 */
export function looksAtAsMuch({ before, after }: Versions<Definition>, screen: string): boolean {
  const [old, now] = [stepsAfter(before, screen), stepsAfter(after, screen)];
  const looks = [before, after].flatMap((definition) => [
    ...stepsBehind(definition, pathsOfScreen(definition, screen)),
  ]);
  return looks.every((step) => step === screen || !now.has(step) || old.has(step));
}

/** Returns the data paths of the values that a screen shows, confirms or checks. */
function pathsOfScreen(definition: Definition, id: string): readonly Path[] {
  const step = definition.flow.steps[id];
  if (step === undefined) return [];
  if (step.kind === "review") return pathsShown(step);
  if (step.kind === "challenge") return [...pathsOfScreen(definition, step.binds), ...(step.letter ?? [])];
  return hasForm(step) ? (step.check ?? []).flatMap((rule) => pathsOfRule(definition, rule)) : [];
}

/**
 * Returns the steps whose answers or results supply the values at these data paths, directly or through
 * derived values.
 */
function stepsBehind(definition: Definition, paths: readonly Path[]): ReadonlySet<string> {
  const steps = new Set<string>();
  const seen = new Set<Path>();
  const visit = (place: Path): void => {
    const path = place.replace(/\?$/, "");
    if (seen.has(path)) return;
    seen.add(path);
    const [root, name = ""] = path.split(".");
    if (root === "answers" || root === "effects") steps.add(name);
    if (root === "facts") Object.values(definition.flow.facts[name] ?? {}).forEach(visit);
    if (root === "derived") pathsOfDerived(definition, name).forEach(visit);
  };
  paths.forEach(visit);
  return steps;
}
