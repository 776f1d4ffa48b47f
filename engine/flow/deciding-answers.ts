import type { Definition } from "./definition.ts";
import type { EffectStep, Step } from "./flow-file.ts";
import { pathsOfDerived, pathsOfLogic } from "./paths-read.ts";
import { nextOf } from "./step-kinds.ts";

export type AnswerField = { readonly step: string; readonly field: string };

/**
 * The reason why a step led to the next step: either `answers` that a condition read, or an event that
 * `happened` at the step. An answer cannot change the event. Examples of events: a code was wrong too often,
 * or a wait timed out.
 */
export type Leading =
  | { readonly kind: "answers"; readonly answers: readonly AnswerField[] }
  | { readonly kind: "happened" };

/**
 * Returns the answers that led from one step to another. If an effect's error led to the other step, these
 * are the answers in the effect's input that can cause the error.
 */
export function leadingTo(definition: Definition, id: string, to: string): Leading {
  const step = definition.flow.steps[id] as Step;
  const entries = nextOf(step);
  const last = entries.findLastIndex((entry) => entry.to === to);
  if (last >= 0) {
    const read = entries
      .slice(0, last + 1)
      .flatMap(({ when }) => (when === undefined ? [] : pathsOfLogic(definition, when)));
    return { kind: "answers", answers: answersBehind(definition, read) };
  }
  if (step.kind !== "effect" || !Object.values(step.errors).some((route) => leads(route, to)))
    return { kind: "happened" };
  return { kind: "answers", answers: answersBehind(definition, blamed(definition, step, to)) };
}

/**
 * Returns the inputs that can cause the error codes that lead to a step. If a code does not name inputs,
 * returns all inputs.
 */
function blamed({ effects }: Definition, step: EffectStep, to: string): readonly string[] {
  const codes = Object.keys(step.errors).filter((code) => leads(step.errors[code] as object, to));
  const named = codes.map((code) => effects[step.effect]?.errors[code]?.about);
  return Object.entries(step.input).flatMap(([name, path]) =>
    named.some((about) => about === undefined || about.includes(name.replace(/\?$/, ""))) ? [path] : [],
  );
}

/**
 * Returns the answer fields that some data paths depend on: directly, as arguments of facts, or through
 * derived values.
 */
export function answersBehind(definition: Definition, paths: readonly string[]): readonly AnswerField[] {
  const fields = new Map<string, AnswerField>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const [root, name = "", field = ""] = path.replace(/\?$/, "").split(".");
    if (root === "answers") fields.set(`${name}.${field}`, { step: name, field });
    if ((root !== "facts" && root !== "derived") || seen.has(`${root}.${name}`)) return;
    seen.add(`${root}.${name}`);
    const args = definition.flow.facts[name] ?? {};
    for (const inner of root === "facts" ? Object.values(args) : pathsOfDerived(definition, name))
      visit(inner);
  };
  for (const path of paths) visit(path);
  return [...fields.values()];
}

/**
 * Returns true if the entry taken at a step decided that the walk reaches an end. Either the entry leads
 * directly to the end, or another entry leads to steps from which only a failure leads to the end.
 */
export function decidesOn(
  { flow }: Definition,
  { step, to, end }: { readonly step: string; readonly to: string; readonly end: string },
): boolean {
  const onward = (id: string): readonly string[] => nextOf(flow.steps[id] as Step).map((entry) => entry.to);
  const meets = (from: string): boolean => {
    const seen = new Set<string>();
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === end) return true;
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...onward(id));
    }
    return false;
  };
  return to === end || onward(step).some((other) => !meets(other));
}

// An automatic retry is excluded. The person answers nothing before the retry, so no answer is the reason for
// it.
function leads(route: object, to: string): boolean {
  return "to" in route && route.to === to && !("retry" in route);
}
