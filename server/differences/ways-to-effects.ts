import type { Definition } from "../../engine/flow/definition.ts";
import type { FlowFile, Step } from "../../engine/flow/flow-file.ts";
import { hasForm, nextOf, targetsOf } from "../../engine/flow/step-kinds.ts";
import type { Logic } from "../../engine/rules/rule.ts";

/**
 * Returns whether a condition of a step holds for certain people. The result is undefined if this is not
 * known.
 */
export type Known = (step: string, when: Logic) => boolean | undefined;

const NOTHING_KNOWN: Known = () => undefined;

/** The steps that people can pass on their way to an effect, including the effect itself. */
export type Passing = {
  readonly steps: ReadonlySet<string>;
  /** Returns whether everybody who reaches the effect has completed at least one of these steps. */
  readonly isAlways: (steps: readonly string[]) => boolean;
  /**
   * Returns the screens that everybody must complete on the way from the step to the effect. `known` limits
   * this to people for whom certain conditions hold. Returns `null` if the effect cannot be reached from the
   * step.
   */
  readonly guardsFrom: (step: string, known?: Known) => ReadonlySet<string> | null;
};

/**
 * Finds all ways to an effect in the structure of the flow. Conditions are ignored: they can only close a
 * way, so none is missed.
 */
export function passingOf({ flow }: Definition, effect: string): Passing {
  const leadsTo = onwardIn(flow);
  const back = new Map<string, string[]>();
  for (const id of Object.keys(flow.steps))
    for (const to of leadsTo(id)) back.set(to, [...(back.get(to) ?? []), id]);
  const comesTo = within(effect, (id) => back.get(id) ?? []);
  const reached = within(flow.start, leadsTo);
  const steps = new Set([...comesTo].filter((id) => reached.has(id)));
  /**
   * Returns whether people can reach the effect from a step without completing any of the given steps. They
   * can also leave these steps after an error.
   */
  const comesPast = (from: string, undone: readonly string[], onward = leadsTo): boolean => {
    if (undone.includes(effect)) return false;
    const past = (id: string): readonly string[] =>
      undone.includes(id) ? routesOf(id, flow.steps[id] as Step) : onward(id);
    return within(from, past).has(effect);
  };
  return {
    steps,
    isAlways: (all) =>
      !comesPast(
        flow.start,
        all.filter((id) => steps.has(id)),
      ),
    guardsFrom: (step, known) => {
      const onward = known === undefined ? leadsTo : onwardIn(flow, known);
      if (!Object.hasOwn(flow.steps, step) || !within(step, onward).has(effect)) return null;
      return new Set(
        [...steps].filter((id) => isGuard(flow.steps[id] as Step) && !comesPast(step, [id], onward)),
      );
    },
  };
}

/**
 * Returns whether everybody who reaches `step` has completed the step `done` before. `known` limits this to
 * people for whom certain conditions hold.
 */
export function alwaysBefore({ flow }: Definition, done: string, step: string, known?: Known): boolean {
  const leadsTo = onwardIn(flow, known);
  const onward = (id: string): readonly string[] =>
    id === done ? routesOf(id, flow.steps[id] as Step) : leadsTo(id);
  return done !== step && !within(flow.start, onward).has(step);
}

/** Returns all steps that can be reached after a step. */
export function stepsAfter({ flow }: Definition, step: string): ReadonlySet<string> {
  const leadsTo = onwardIn(flow);
  return new Set(leadsTo(step).flatMap((to) => [...within(to, leadsTo)]));
}

/**
 * Returns a function that tells to which steps a step can lead people, given the `known` conditions. The way
 * back to a question that is asked again does not count.
 */
function onwardIn({ steps }: FlowFile, known: Known = NOTHING_KNOWN): (id: string) => readonly string[] {
  return (id) => {
    const step = steps[id] as Step;
    const routes = targetsOf(id, step).flatMap(({ to, how }) => (how === "route" ? [to] : []));
    const next: string[] = [];
    for (const { when, to } of nextOf(step)) {
      const taken = when === undefined || known(id, when);
      if (taken !== false) next.push(to);
      if (taken === true) break;
    }
    return [...next, ...routes];
  };
}

function isGuard(step: Step): boolean {
  return step.kind === "challenge" || step.kind === "review" || hasForm(step);
}

/**
 * Returns the steps to which people go if they do not complete a step: after too many wrong codes, an error
 * or a timeout.
 */
function routesOf(id: string, step: Step): readonly string[] {
  return targetsOf(id, step).flatMap(({ to, how }) => (how === "route" ? [to] : []));
}

function within(from: string, next: (step: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const step of found) for (const to of next(step)) found.add(to);
  return found;
}
