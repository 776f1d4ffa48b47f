import type { Definition } from "../../engine/flow/definition.ts";
import type { Step } from "../../engine/flow/flow-file.ts";
import { pathsShown } from "../../engine/flow/shown.ts";
import { hasForm } from "../../engine/flow/step-kinds.ts";
import { type Around, called, fieldNames, type Loss, stepCalled } from "./loss.ts";

/**
 * Finds reviews that were removed or show fewer values, and forms with questions that are no longer asked.
 */
export function lostScreens({ versions, old, now, wording }: Around): readonly Loss[] {
  const { before, after } = versions;
  const shownNow = new Set([...now.steps].flatMap((id) => placesShown(after.flow.steps[id])));
  const askedNow = new Set([...now.steps].flatMap((id) => fieldNames(after, id)));
  return [...old.steps].flatMap((id): readonly Loss[] => {
    const step = before.flow.steps[id] as Step;
    const name = stepCalled(wording, id);
    if (step.kind !== "review" && !hasForm(step)) return [];
    const kind = step.kind === "review" ? "review" : "question";
    if (now.steps.has(id))
      return [
        ...(old.isAlways([id]) && !now.isAlways([id])
          ? [{ kind, says: { key: "lost.step-some", params: { step: name } } } satisfies Loss]
          : []),
        ...(step.kind === "review"
          ? placesShown(step)
              .filter((place) => !shownNow.has(place) && isAskable(after, place))
              .map(
                (place): Loss => ({
                  kind: "shown",
                  says: { key: "lost.shown", params: { step: name, place: called(wording, place) } },
                }),
              )
          : []),
      ];
    if (step.kind === "review") return [{ kind, says: { key: "lost.review", params: { step: name } } }];
    // A question that moved to another screen is still asked, so it is no loss.
    return fieldNames(before, id)
      .filter((field) => !askedNow.has(field))
      .map(
        (field): Loss => ({
          kind,
          question: `answers.${id}.${field}`,
          says: { key: "lost.question", params: { field: called(wording, `answers.${id}.${field}`) } },
        }),
      );
  });
}

export function placesShown(step: Step | undefined): readonly string[] {
  return step?.kind === "review" ? pathsShown(step) : [];
}

/**
 * Returns whether a version still has the question that a data path names. A removed question is reported as
 * another kind of loss.
 */
export function isAskable(definition: Definition, place: string): boolean {
  const [root, step = "", field = ""] = place.split(".");
  return root !== "answers" || fieldNames(definition, step).includes(field);
}
