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

/** Somebody with everything that their way through a flow needs. Plain JSON, so that it can be kept in a file. */
export type Traveller = {
  readonly around: Around;
  /** Facts and flags that change with the receipt of a step. */
  readonly later: { readonly [step: string]: Around };
  readonly answers: { readonly [step: string]: JsonObject };
  /** One after the other; the last is repeated. A challenge that is not named is passed. */
  readonly happens: { readonly [step: string]: readonly Happening[] };
};

/** How far somebody comes. `refused`: what is wrong with the answer they have. `lost`: nothing says how they go on. */
export type Journey = {
  /** Each moment of it: where they stand, and everything that a screen shows from. */
  readonly stops: readonly Standing[];
  /** The steps of their way, the one where they stand last. */
  readonly path: readonly string[];
  readonly walk: Walk;
  readonly why:
    | { readonly kind: "rests" }
    | { readonly kind: "lost"; readonly step: string }
    | { readonly kind: "refused"; readonly step: string; readonly errors: readonly FieldError[] };
};

const MOST_TURNS = 2_000;

/**
 * Goes somebody's way with the engine's own walk: `derive` says where they are, each of their answers passes `submit`, effects
 * give what they are said to give, errors that reopen a step send them back to answer it again. Ends where the flow ends,
 * where it waits and nothing comes, or where their answers are no longer taken.
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
  /** Facts and flags may change once an effect is done or a wait is over. */
  const happen = (walk: Walk, what: Happening, form?: JsonObject): void => {
    alone.happen(walk, what, form);
    if (!endsTime(what)) return;
    const now = traveller.later[walk.at.step];
    around = {
      flags: { ...around.flags, ...now?.flags },
      facts: { ...around.facts, ...now?.facts },
    };
  };
  /** Whether an effect has an outcome. */
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
  throw new Error(`goAlong: nobody needs ${MOST_TURNS} turns through ${compiled.definition.flow.id}`);
}
