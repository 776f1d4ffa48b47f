import type { Confirmation, Definition } from "../../flow/definition.ts";
import type { ChallengeStep, EffectStep } from "../../flow/flow-file.ts";
import type { Path } from "../../rules/rule.ts";
import { isShownBy, submittedBy } from "./effect-inputs.ts";

/** The confirmation that an effect's signature requires. */
export type Wanted = Confirmation & { readonly id: string; readonly step: EffectStep };

/** Returns the confirmation that the effect of a step requires, or `undefined` if it requires none. */
export function confirmationOf({ flow, effects }: Definition, id: string): Wanted | undefined {
  const step = flow.steps[id];
  if (step?.kind !== "effect") return undefined;
  const wanted = effects[step.effect]?.confirmedBy;
  return wanted && { ...wanted, id, step };
}

/** The reason why a challenge of the right kind does not confirm an effect. */
export type Miss =
  | { readonly kind: "action"; readonly action: string; readonly wanted: string }
  | { readonly kind: "to"; readonly to: Path | null; readonly wanted: Path | null }
  | { readonly kind: "binds"; readonly review: string; readonly path: Path };

/**
 * Returns the flow's challenges of the required kind. For each, gives the reason why it does not confirm the
 * effect, or `null` if it does.
 */
export function challengesFor(definition: Definition, wanted: Wanted): ReadonlyMap<string, Miss | null> {
  return new Map(
    Object.entries(definition.flow.steps).flatMap(
      ([id, step]): readonly (readonly [string, Miss | null])[] =>
        step.kind === "challenge" && step.challenge === wanted.challenge
          ? [[id, missOf(definition, step, wanted)]]
          : [],
    ),
  );
}

/**
 * Returns the challenges that confirm an effect. Such a challenge has the kind and action that the effect
 * requires, and binds a review of everything that the effect submits.
 */
export function confirmersOf(definition: Definition, wanted: Wanted): ReadonlySet<string> {
  return new Set([...challengesFor(definition, wanted)].flatMap(([id, miss]) => (miss === null ? [id] : [])));
}

function missOf(
  definition: Pick<Definition, "flow" | "effects">,
  { action = "", to, binds }: ChallengeStep,
  wanted: Wanted,
): Miss | null {
  if (wanted.action !== undefined && action !== wanted.action && wanted.challenge === "otp")
    return { kind: "action", action, wanted: wanted.action };
  // A code sent to a typed address proves only that address, not the right to use the account.
  const sentTo = wanted.to === undefined ? null : inputOf(wanted.step, wanted.to);
  if (wanted.challenge === "otp" && (to ?? null) !== sentTo)
    return { kind: "to", to: to ?? null, wanted: sentTo };
  const review = definition.flow.steps[binds];
  // Another check reports a challenge that binds no review.
  if (review?.kind !== "review") return null;
  const unseen = submittedBy(definition, wanted.step).find(({ path }) => !isShownBy(review, path));
  return unseen === undefined ? null : { kind: "binds", review: binds, path: unseen.path };
}

/** Returns the data path from which an effect's input comes. */
function inputOf({ input }: EffectStep, name: string): Path | null {
  return input[name] ?? input[`${name}?`] ?? null;
}
