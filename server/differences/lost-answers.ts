import type { Definition } from "../../engine/flow/definition.ts";
import { type AnswerChange, type StepChange, wordsOfAnswers } from "../../engine/verify/compare/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { type Around, called, fieldNames, type Loss, stepCalled } from "./loss.ts";

/** Answers that were refused before: a declaration that may be declined, a consent that may be left out. */
export function lostAnswers(
  { versions, old, now, wording }: Around,
  steps: readonly StepChange[],
): readonly Loss[] {
  const { before, after } = versions;
  return steps.flatMap(({ step, kind, answers, newlyTaken }): readonly Loss[] => {
    if (kind !== "changed" || !old.steps.has(step) || !now.steps.has(step)) return [];
    const [was, is] = [fieldNames(before, step), fieldNames(after, step)];
    const gone = was
      .filter((field) => !is.includes(field))
      .map(
        (field): Loss => ({
          kind: "question",
          question: `answers.${step}.${field}`,
          says: { key: "lost.question", params: { field: called(wording, `answers.${step}.${field}`) } },
        }),
      );
    const isOfGone = ({ path }: { readonly path: string }) =>
      !is.includes(path.slice(`answers.${step}.`.length).split(".")[0] ?? "");
    const newly = answers.filter(
      (one) => one.taken === "newly" && !placesOf(one).some((path) => isOfGone({ path })),
    );
    const taken = newly.map(
      (one): Loss => ({
        kind: "answer",
        says: {
          key: "lost.answer",
          params: {
            step: stepCalled(wording, step),
            answers: wordsOfAnswers(one, wording.naming)[wording.language],
          },
        },
      }),
    );
    const sample: Loss[] =
      newlyTaken !== undefined && taken.length + gone.length === 0
        ? [
            {
              kind: "answer",
              says: {
                key: "lost.answer-such",
                params: { step: stepCalled(wording, step), answer: JSON.stringify(newlyTaken) },
              },
            },
          ]
        : [];
    return [...gone, ...taken, ...sample, ...lostDocuments(versions, step, wording)];
  });
}

function placesOf(change: AnswerChange): readonly string[] {
  return "path" in change ? [change.path] : change.cube.map(({ variable }) => variable.path);
}

/** A consent that shows another document, or none: what is agreed to is part of the question. */
function lostDocuments(
  { before, after }: Versions<Definition>,
  step: string,
  wording: Wording,
): readonly Loss[] {
  const hints = (definition: Definition) => definition.flow.steps[step]?.ui ?? {};
  return Object.entries(hints(before)).flatMap(([field, { document }]): readonly Loss[] => {
    const now = Object.hasOwn(hints(after), field) ? hints(after)[field]?.document : undefined;
    if (document === undefined || document === now || !fieldNames(after, step).includes(field)) return [];
    const params = {
      field: called(wording, `answers.${step}.${field}`),
      from: document,
      to: now ?? ({ key: "none" } as const),
    };
    return [{ kind: "consent", says: { key: "lost.document", params } }];
  });
}
