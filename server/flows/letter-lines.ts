import {
  type ChallengeStep,
  type Definition,
  findText,
  placeKeys,
  placeValueKeys,
  schemaOfPath,
} from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "./language.ts";

/**
 * What the letter with a code says about the deed that the code confirms: the values of the review that the step names under
 * `letter`, as the flow calls them, such as `Amount: 10,000.00 baht`. Long numbers keep their last four digits; a value that is
 * missing is left out.
 */
export function letterLines(
  definition: Definition,
  { letter = [] }: ChallengeStep,
  { values, language }: { readonly values: { readonly [path: string]: Json }; readonly language: Language },
): readonly string[] {
  return letter.flatMap((path) => {
    const value = Object.hasOwn(values, path) ? values[path] : undefined;
    if (value === undefined || value === null || typeof value === "object") return [];
    const label = findText(definition.texts, language, placeKeys(definition, path)) ?? path;
    const word = findText(definition.texts, language, placeValueKeys(definition, path, value));
    return [
      `${label}: ${word ?? inFigures(schemaOfPath(definition, path)?.format, String(value), language)}`,
    ];
  });
}

function inFigures(format: unknown, text: string, language: Language): string {
  const grouped = text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ","));
  if (format === "baht") return `${grouped} ${language === "th" ? "บาท" : "baht"}`;
  if (format === "units") return `${grouped} ${language === "th" ? "หน่วย" : "units"}`;
  return /^\d{9,}$/.test(text) ? `•••${text.slice(-4)}` : text;
}
