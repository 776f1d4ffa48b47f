import type { Definition, Step } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { type StepChange, stepPart } from "../../engine/verify/compare/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { shownTable } from "./detail-lines.ts";
import { questionLines } from "./question-lines.ts";
import { valueLines } from "./value-lines.ts";

/** Returns what changed within a step: the older and newer values of its parts, and its changed questions. */
export function stepValues(
  versions: Versions<Definition>,
  change: StepChange,
  wording: Wording,
): { readonly values: readonly string[]; readonly questions: readonly string[] } {
  const { step, parts, answers } = change;
  const [old, now] = [versions.before, versions.after].map(({ flow }) => flow.steps[step]);
  const [asked, asks] = [versions.before, versions.after].map(({ schemas }) => schemas[step]);
  return {
    values: parts.flatMap((part) =>
      valueLines(part, { before: valuesOf(old, part), after: valuesOf(now, part) }, wording, step),
    ),
    questions:
      parts.includes("schema") && asked !== undefined && asks !== undefined
        ? questionLines({ before: asked, after: asks }, `answers.${step}`, answers, wording)
        : [],
  };
}

function valuesOf(step: Step | undefined, part: string): Json | undefined {
  const value = stepPart(step, part);
  return part === "shows" ? shownTable(value) : value;
}

/**
 * Returns one part of a flow file by its name. The names of facts, effects and events stand for those that
 * the server offers.
 */
export function partOf({ flow, facts, effects, events }: Definition, part: string): Json | undefined {
  const offered: { readonly [part: string]: unknown } = { offeredFacts: facts, effects, events };
  return (offered[part] ?? flow[part as keyof typeof flow]) as Json | undefined;
}
