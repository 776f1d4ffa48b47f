import type { Definition } from "../../engine/flow/definition.ts";
import type { Step } from "../../engine/flow/flow-file.ts";
import { hasForm, targetsOf } from "../../engine/flow/step-kinds.ts";

/** The steps that people pass on their way to one effect, the effect itself among them. */
export type Passing = {
  readonly steps: ReadonlySet<string>;
  /** Whether nobody comes to the effect without having done one of these steps. */
  readonly isAlways: (steps: readonly string[]) => boolean;
  /** Screens that everybody does who comes from this step to the effect; `null` where nobody comes from there. */
  readonly guardsFrom: (step: string) => ReadonlySet<string> | null;
};

/** The ways to one effect by the flow's shape alone: conditions may close some of them, none opens another. */
export function passingOf({ flow }: Definition, effect: string): Passing {
  const leadsTo = new Map<string, readonly string[]>();
  for (const [id, step] of Object.entries(flow.steps))
    leadsTo.set(
      id,
      // To be asked again is no way past anything.
      targetsOf(id, step).flatMap(({ to, how }) => (how === "reopen" ? [] : [to])),
    );
  const back = new Map<string, string[]>();
  for (const [id, all] of leadsTo) for (const to of all) back.set(to, [...(back.get(to) ?? []), id]);
  const comesTo = within(effect, (id) => back.get(id) ?? []);
  const reached = within(flow.start, (id) => leadsTo.get(id) ?? []);
  const steps = new Set([...comesTo].filter((id) => reached.has(id)));
  /** Whether somebody comes from a step to the effect without doing any of others: their errors lead on too. */
  const comesPast = (from: string, undone: readonly string[]): boolean => {
    if (undone.includes(effect)) return false;
    const onward = (id: string): readonly string[] =>
      undone.includes(id) ? routesOf(id, flow.steps[id] as Step) : (leadsTo.get(id) ?? []);
    return within(from, onward).has(effect);
  };
  return {
    steps,
    isAlways: (all) =>
      !comesPast(
        flow.start,
        all.filter((id) => steps.has(id)),
      ),
    guardsFrom: (step) => {
      if (!comesTo.has(step)) return null;
      return new Set([...steps].filter((id) => isGuard(flow.steps[id] as Step) && !comesPast(step, [id])));
    },
  };
}

/** Whether everybody who comes to a step has done another one before. */
export function alwaysBefore({ flow }: Definition, done: string, step: string): boolean {
  const onward = (id: string): readonly string[] => {
    const one = flow.steps[id] as Step;
    return id === done
      ? routesOf(id, one)
      : targetsOf(id, one).flatMap(({ to, how }) => (how === "reopen" ? [] : [to]));
  };
  return done !== step && !within(flow.start, onward).has(step);
}

function isGuard(step: Step): boolean {
  return step.kind === "challenge" || step.kind === "review" || hasForm(step);
}

/** Where a step leads when it was not done: used-up codes, errors, time that is over. */
function routesOf(id: string, step: Step): readonly string[] {
  return targetsOf(id, step).flatMap(({ to, how }) => (how === "route" ? [to] : []));
}

function within(from: string, next: (step: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const step of found) for (const to of next(step)) found.add(to);
  return found;
}
