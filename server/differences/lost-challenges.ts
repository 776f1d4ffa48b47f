import type { Definition } from "../../engine/flow/definition.ts";
import type { ChallengeStep } from "../../engine/flow/flow-file.ts";
import { type Around, called, type Loss, stepCalled } from "./loss.ts";
import { placesShown } from "./lost-screens.ts";
import type { Passing } from "./ways-to-effects.ts";

/**
 * Finds challenges (such as codes and PINs) that were removed or became weaker. Challenges of both versions
 * are matched by kind, because a step can be renamed.
 */
export function lostChallenges({ versions, old, now, wording }: Around): readonly Loss[] {
  const { before, after } = versions;
  const shown = new Set([...now.steps].flatMap((id) => placesShown(after.flow.steps[id])));
  return [...challengesOn(before, old)].flatMap(([name, { steps, bound }]): readonly Loss[] => {
    const challenge = stepCalled(wording, steps[0] ?? name);
    const there = challengesOn(after, now).get(name);
    if (there === undefined)
      return [{ kind: "challenge", says: { key: "lost.challenge", params: { challenge } } }];
    const weaker: Loss[] =
      old.isAlways(steps) && !now.isAlways(there.steps)
        ? [{ kind: "challenge", says: { key: "lost.challenge-some", params: { challenge } } }]
        : [];
    // If a value is no longer shown on any review, this is reported as the loss of a screen. So only values
    // that are still shown are reported here.
    const unbound = bound.filter((place) => !there.bound.includes(place) && shown.has(place));
    return [
      ...weaker,
      ...unbound.map(
        (place): Loss => ({
          kind: "shown",
          says: { key: "lost.bound", params: { challenge, place: called(wording, place) } },
        }),
      ),
    ];
  });
}

type Asked = {
  readonly steps: readonly string[];
  readonly bound: readonly string[];
};

function challengesOn({ flow }: Definition, passing: Passing): ReadonlyMap<string, Asked> {
  const found = new Map<string, Asked>();
  for (const id of passing.steps) {
    const step = flow.steps[id];
    if (step?.kind !== "challenge") continue;
    const known = found.get(nameOf(step)) ?? { steps: [], bound: [] };
    const review = flow.steps[step.binds];
    const shows = placesShown(review);
    found.set(nameOf(step), {
      steps: [...known.steps, id],
      bound: [...new Set([...known.bound, ...shows])],
    });
  }
  return found;
}

function nameOf({ challenge, action, channel }: ChallengeStep): string {
  return [challenge, action ?? "", channel ?? ""].join(" ");
}
