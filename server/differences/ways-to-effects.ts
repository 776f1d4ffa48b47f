import type { Definition } from "../../engine/flow/definition.ts";
import type { FlowFile, Step } from "../../engine/flow/flow-file.ts";
import { hasForm, nextOf, targetsOf } from "../../engine/flow/step-kinds.ts";
import type { Logic } from "../../engine/rules/rule.ts";

/** Returns whether a condition of a step holds for some people; undefined if that is unknown. */
export type Known = (step: string, when: Logic) => boolean | undefined;

const NOTHING_KNOWN: Known = () => undefined;

/** The steps that people pass on their way to an effect, including the effect itself. */
export type Passing = {
  readonly steps: ReadonlySet<string>;
  /** Returns whether all people who reach the effect have completed at least one of these steps. */
  readonly isAlways: (steps: readonly string[]) => boolean;
  /**
   * Returns the screens that all people (with this knowledge) complete between the step and the effect;
   * `null` if the effect cannot be reached from the step.
   */
  readonly guardsFrom: (step: string, known?: Known) => ReadonlySet<string> | null;
};

/** Finds the ways to an effect by the flow's structure alone. Conditions can close some of them, but open none. */
export function passingOf({ flow }: Definition, effect: string): Passing {
  const leadsTo = onwardIn(flow);
  const back = new Map<string, string[]>();
  for (const id of Object.keys(flow.steps))
    for (const to of leadsTo(id)) back.set(to, [...(back.get(to) ?? []), id]);
  const comesTo = within(effect, (id) => back.get(id) ?? []);
  const reached = within(flow.start, leadsTo);
  const steps = new Set([...comesTo].filter((id) => reached.has(id)));
  /**
   * Returns whether the effect can be reached from a step without completing any of the given steps,
   * including through their error routes.
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

/** Returns whether all people (with this knowledge) who reach a step have completed another step before. */
export function alwaysBefore({ flow }: Definition, done: string, step: string, known?: Known): boolean {
  const leadsTo = onwardIn(flow, known);
  const onward = (id: string): readonly string[] =>
    id === done ? routesOf(id, flow.steps[id] as Step) : leadsTo(id);
  return done !== step && !within(flow.start, onward).has(step);
}

/** Returns the steps reachable after a step. */
export function stepsAfter({ flow }: Definition, step: string): ReadonlySet<string> {
  const leadsTo = onwardIn(flow);
  return new Set(leadsTo(step).flatMap((to) => [...within(to, leadsTo)]));
}

/**
 * Returns the steps to which a step leads people with this knowledge. Asking a question again does not count.
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
 * Returns the steps to which a step leads if it was not completed: after exhausted codes, errors and
 * timeouts.
 */
function routesOf(id: string, step: Step): readonly string[] {
  return targetsOf(id, step).flatMap(({ to, how }) => (how === "route" ? [to] : []));
}

function within(from: string, next: (step: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const step of found) for (const to of next(step)) found.add(to);
  return found;
}
