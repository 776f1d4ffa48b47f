import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { addedStep, effectsIn, type NewKind, type Spot } from "./new-step.ts";
import { EMPTY_PAIR, isFilled, type Pair, trimmed } from "./pair-fields.tsx";
import { idFor, listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

/** The input for a new step so far. */
type Chosen = {
  readonly kind: NewKind;
  readonly title: Pair;
  /** Position of the step: `start`, `branch`, or a transition by its index, such as `way-0`. */
  readonly where: string;
  /** Condition of a branch; `null` until it is set. */
  readonly when: Json | null;
  /** Name of the effect that the step runs, or of the event that it waits for. */
  readonly effect: string;
  readonly challenge: string;
};

/** The form of a new step: its input, its options, and the function that adds the step. */
export type NewStepForm = {
  readonly chosen: Chosen;
  readonly set: (more: Partial<Chosen>) => void;
  /** Names of the effects or events to choose from. */
  readonly effects: readonly string[];
  /** Positions to choose from, with the step that each leads to. */
  readonly spots: readonly { readonly where: string; readonly to: string | null }[];
  readonly needsTitle: boolean;
  readonly isReady: boolean;
  readonly clear: () => void;
  /** Adds the step and returns its id; `null` if the operation was rejected. */
  readonly add: () => string | null;
};

/** Holds the form of a new step beside `step`. */
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
 * Returns the possible positions of a new step beside an existing step. `goals` are the steps that the
 * existing step leads to. A new end has no next step, so it must be on a branch with a condition. Any other
 * new step on a transition is for everyone who takes that transition.
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
