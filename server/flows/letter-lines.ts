import type { ChallengeStep, Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { drawAnswer } from "./draw-answers.ts";

/**
 * Words for values in a letter. Uploads are never shown in a letter, and a flow has its own texts for yes and
 * no, so these words are not seen.
 */
const WORDS = { yes: "true", no: "false", file: "" };

/**
 * Returns the lines that describe the action to confirm, for the letter that contains the code. The step's
 * `letter` names values of the review; each line has one, with the flow's label, such as `Amount: 10,000.00
 * baht`. Of a long number, only the last four digits are shown. Missing values are left out.
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
