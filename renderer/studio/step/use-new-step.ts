import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { addedStep, effectsIn, type NewKind, type Spot } from "./new-step.ts";
import { EMPTY_PAIR, isFilled, type Pair, trimmed } from "./pair-fields.tsx";
import { idFor, listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

/** A new step as chosen so far. */
type Chosen = {
  readonly kind: NewKind;
  readonly title: Pair;
  /** `start`, `branch`, or the number of a way: `way-0`. */
  readonly where: string;
  /** The condition of a branch. */
  readonly when: Json | null;
  /** The effect, or the event that is waited for. */
  readonly effect: string;
  readonly challenge: string;
};

/** A new step being described, what it may be, and how to add it. */
export type NewStepForm = {
  readonly chosen: Chosen;
  readonly set: (more: Partial<Chosen>) => void;
  /** The effects or events to choose from. */
  readonly effects: readonly string[];
  /** The positions to choose from, with the step that each leads to. */
  readonly spots: readonly { readonly where: string; readonly to: string | null }[];
  readonly needsTitle: boolean;
  readonly isReady: boolean;
  readonly clear: () => void;
  /** Adds the step and returns its id; `null` if it was rejected. */
  readonly add: () => string | null;
};

/** The form of a new step beside `step`. */
export function useNewStep({
  flow,
  step,
  places,
  drafting: { draft, apply },
}: {
  readonly flow: string;
  readonly step: string;
  readonly places: readonly ReadablePlace[];
  readonly drafting: Drafting;
}): NewStepForm {
  const [typed, setTyped] = useState<Chosen>(NOTHING);
  const set = (more: Partial<Chosen>) => setTyped((before) => ({ ...before, ...more }));
  const { kind, title, when } = typed;
  const spots = spotsFor(
    kind,
    listOf(stepInDraft(draft, flow, step).next).map((way) => String(objectOf(way).to)),
  );
  const effects = effectsIn(draft, flow, kind === "wait" ? "events" : "effects");
  const where = (spots.find((one) => one.where === typed.where) ?? spots[0])?.where ?? "start";
  const effect = effects.includes(typed.effect) ? typed.effect : (effects[0] ?? "");
  const chosen = { ...typed, where, effect };
  const needsTitle = kind !== "decide" && kind !== "effect";
  const isReady = (!needsTitle || isFilled(title)) && (where !== "branch" || when !== null);
  const add = () => {
    const taken = stepsInDraft(draft, flow).map(([id]) => id);
    const id = idFor(needsTitle ? title.en : kind, taken);
    const { challenge } = typed;
    const spot = spotOfNew(chosen, step);
    const added = { flow, step: id, kind, title: trimmed(title), spot, effect, challenge };
    return apply(...addedStep(draft, places, added)) ? id : null;
  };
  const clear = () => set({ title: EMPTY_PAIR, when: null });
  return { chosen, set, effects, spots, needsTitle, isReady, clear, add };
}

const NOTHING: Chosen = {
  kind: "form",
  title: EMPTY_PAIR,
  where: "",
  when: null,
  effect: "",
  challenge: "pin",
};

/**
 * The positions of a new step beside one with ways to `goals`. An end has no next step, so a new end needs a
 * condition; other new steps on a way are for everyone on it.
 */
function spotsFor(kind: NewKind, goals: readonly string[]): NewStepForm["spots"] {
  const isEnd = goals.length === 0;
  return [
    ...(kind === "end" ? [] : goals.map((to, at) => ({ where: `way-${at}`, to }))),
    ...(isEnd ? [] : [{ where: "branch", to: null }]),
    ...(kind === "end" ? [] : [{ where: "start", to: null }]),
  ];
}

function spotOfNew({ where, when }: Chosen, after: string): Spot {
  if (where === "start") return { kind: "start" };
  if (where === "branch") return { kind: "branch", after, when };
  return { kind: "on-way", after, next: Number(where.slice(4)) };
}
