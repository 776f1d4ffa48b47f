import type { ChallengeStep, Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { drawAnswer } from "./draw-answers.ts";

/** Words for values in a letter. A letter names no uploads, and its flow has words for its choices. */
const WORDS = { yes: "true", no: "false", file: "" };

/**
 * Returns the lines of a letter with a code that describe the action to confirm: the values of the review
 * that the step's `letter` names, with the flow's labels, such as `Amount: 10,000.00 baht`. Long numbers show
 * only their last four digits. Missing values are omitted.
 */
export function letterLines(
  definition: Definition,
  { letter = [] }: ChallengeStep,
  { values, language }: { readonly values: { readonly [path: string]: Json }; readonly language: Language },
): readonly string[] {
  return letter.flatMap((path) => {
    const value = Object.hasOwn(values, path) ? values[path] : undefined;
    if (value === undefined || value === null || typeof value === "object") return [];
    return drawAnswer(definition, path, value, { language, words: WORDS }).map(
      (line) => `${line.label}: ${line.value}`,
    );
  });
}
