import {
  type Around,
  type Compiled,
  endsTime,
  type FieldError,
  type Happening,
  inMemory,
  type Standing,
  type Walk,
} from "../../flow/index.ts";
import type { JsonObject } from "../../values/json.ts";

/**
 * A made-up person with everything that their path needs. The value is plain JSON, so that it can be stored
 * in a file.
 */
export type Traveller = {
  readonly around: Around;
  /** Facts and switches that change with the receipt of a step. */
  readonly later: { readonly [step: string]: Around };
  readonly answers: { readonly [step: string]: JsonObject };
  /**
   * Events at each step, in order. After the last event of a step, that event repeats. A challenge without
   * events is passed.
   */
  readonly happens: { readonly [step: string]: readonly Happening[] };
};

/**
 * How far a person gets, and why they stop. `rests`: at an end or a wait. `refused`: an answer is invalid.
 * `lost`: the person has no answer or event with which to continue.
 */
export type Journey = {
  /** Every position on the journey, with everything that a screen needs. */
  readonly stops: readonly Standing[];
  /** Steps of the person's path. The last one is the current step. */
  readonly path: readonly string[];
  readonly walk: Walk;
  readonly why:
    | { readonly kind: "rests" }
    | { readonly kind: "lost"; readonly step: string }
    | { readonly kind: "refused"; readonly step: string; readonly errors: readonly FieldError[] };
};

const MOST_TURNS = 2_000;

/**
 * Follows a person's path with the engine. `derive` gives the position, `submit` checks each answer, effects
 * return the given outputs, and errors that reopen a step lead back to it. Stops where the flow ends, where
 * it waits without an event, or where an answer is rejected.
 */
export function goAlong(compiled: Compiled, traveller: Traveller): Journey {
  let { around } = traveller;
  const alone = inMemory(compiled, () => around);
  const stops: Standing[] = [];
  const happened = new Map<string, number>();
  const tried = new Map<string, number>();

  const next = (step: string): Happening | undefined => {
    const list = traveller.happens[step] ?? [];
    const at = happened.get(step) ?? 0;
    happened.set(step, at + 1);
    return list[Math.min(at, list.length - 1)];
  };
  /** Applies an event. Facts and switches can change after a finished effect or wait. */
  const happen = (walk: Walk, what: Happening, form?: JsonObject): void => {
    alone.happen(walk, what, form);
    if (!endsTime(what)) return;
    const now = traveller.later[walk.at.step];
    around = {
      flags: { ...around.flags, ...now?.flags },
      facts: { ...around.facts, ...now?.facts },
    };
  };
  /**
   * Lets an effect succeed or fail as the person's events say. Returns false if the person has no such event
   * at this step.
   */
  const runs = (walk: Walk, form?: JsonObject): boolean => {
    const what = next(walk.at.step);
    if (what === undefined || !("done" in what || "fails" in what)) return false;
    happen(walk, what, form);
    return true;
  };
  const end = (walk: Walk, why: Journey["why"]): Journey => ({
    stops,
    path: [...walk.trail.map(({ step }) => step), walk.at.step],
    walk,
    why,
  });

  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const stands = alone.stands();
    const { walk } = stands;
    const { at } = walk;
    const lost = () => end(walk, { kind: "lost", step: at.step });
    stops.push(stands);
    if (at.kind === "end") return end(walk, { kind: "rests" });
    if (at.kind === "wait") {
      const what = next(at.step);
      if (what === undefined) return end(walk, { kind: "rests" });
      if (!("event" in what || "timeout" in what)) return lost();
      happen(walk, what);
      continue;
    }
    if (at.kind === "challenge") {
      const what = next(at.step);
      alone.happen(walk, what !== undefined && "exhausted" in what ? what : { passed: true });
      continue;
    }
    if (at.kind === "effect" && at.state !== "ask") {
      if (!runs(walk)) return lost();
      continue;
    }
    const answer = at.kind === "review" ? { values: at.values } : traveller.answers[at.step];
    const tries = tried.get(at.step) ?? 0;
    tried.set(at.step, tries + 1);
    if (answer === undefined) return lost();
    if (tries > 3)
      return end(walk, {
        kind: "refused",
        step: at.step,
        errors: at.kind === "review" ? [] : at.errors,
      });
    const decision = alone.submit({ step: at.step, answer });
    if (decision.kind === "not-open") return lost();
    if (decision.kind === "refused")
      return end(walk, { kind: "refused", step: at.step, errors: decision.errors });
    if (at.kind === "effect" && !runs(decision.walk, decision.form)) return lost();
  }
  throw new Error(`goAlong: more than ${MOST_TURNS} turns through ${compiled.definition.flow.id}`);
}
