import {
  type Compiled,
  type EffectStep,
  endsTime,
  type Happening,
  type Instance,
  inMemory,
  secretsOf,
  type Walk,
} from "../../flow/index.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Person } from "./person.ts";

/**
 * The walk of the engine and the instance, as far as the person got on their path. `null` if the walk left
 * the path.
 */
export type Replay = { readonly walk: Walk; readonly instance: Instance } | null;

const MOST_TURNS = 2_000;

/**
 * Replays a person's path with the engine: gives answers, confirms reviews, passes challenges, and makes
 * effects succeed or fail as the path says. Stops at the last step of the path. `answering`: whether the last
 * step is answered as well.
 */
export function replay(compiled: Compiled, person: Person, answering: boolean): Replay {
  let time = 0;
  const alone = inMemory(compiled, () => person.times[time] ?? { flags: {}, facts: {} });
  const stages = new Map(person.path.map((stage) => [stage.step, stage]));
  const { step: last } = person.path.at(-1) as Person["path"][number];
  const happen = (walk: Walk, what: Happening): void => {
    alone.happen(walk, what);
    if (endsTime(what)) time = Math.min(time + 1, person.times.length - 1);
  };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { walk, instance } = alone.stands();
    const { at } = walk;
    const stage = stages.get(at.step);
    const isLast = at.step === last;
    if (isLast && !(answering && at.kind === "form" && instance.answers[at.step] === undefined))
      return { walk, instance };
    if (!isLast && passed(walk, last)) return { walk, instance };
    if (stage === undefined) return null;
    switch (at.kind) {
      case "form": {
        // The form appears again although the person has answered it: a rule asks for the answer again, or
        // the answer is invalid. The replay stops here, even if the path continues.
        if (instance.answers[at.step] !== undefined) return { walk, instance };
        alone.keep(at.step, person.answers[at.step] ?? {});
        continue;
      }
      case "review":
        alone.keep(at.step, { values: at.values });
        continue;
      case "challenge":
        alone.happen(walk, stage.way?.kind === "error" ? { exhausted: true } : { passed: true });
        continue;
      case "effect": {
        const step = compiled.definition.flow.steps[at.step] as EffectStep;
        if (at.state === "ask" && !step.form) return null;
        const own = step.form === true ? person.answers[at.step] : undefined;
        if (own !== undefined && instance.answers[at.step] === undefined)
          alone.keep(at.step, open(compiled, at.step, own));
        else
          happen(
            walk,
            stage.way?.kind === "error" ? { fails: stage.way.code } : { done: person.outputs[at.step] ?? {} },
          );
        continue;
      }
      case "wait":
        happen(
          walk,
          stage.way?.kind === "timeout" ? { timeout: true } : { event: person.outputs[at.step] ?? {} },
        );
        continue;
    }
  }
  return null;
}

/** Returns true if a walk passed a step, or stopped at it. */
export function passed(walk: Walk, step: string): boolean {
  return walk.at.step === step || walk.trail.some((one) => one.step === step);
}

/** Returns the answer to a form without its secrets, as it is stored. */
function open(compiled: Compiled, step: string, value: JsonObject): JsonObject {
  const secrets = secretsOf(compiled, step);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !secrets.includes(name)));
}
