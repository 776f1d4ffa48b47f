import {
  type ChallengeStep,
  type Definition,
  findText,
  placeKeys,
  placeValueKeys,
  schemaOfPath,
  tradeOf,
} from "../../engine/flow/index.ts";
import { type Format, formatOf } from "../../engine/rules/format.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";

/**
 * Returns the lines about the confirmed action for the letter with the code: the values of the review that the step's
 * `letter` names, with the flow's labels, such as `Amount: 10,000.00 baht`. Long numbers show only their last four
 * digits. Missing values are left out.
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
    const format = formatOf(tradeOf(definition).formats, schemaOfPath(definition, path)?.format);
    return [`${label}: ${word ?? inFigures(format, String(value), language)}`];
  });
}

function inFigures(format: Format | undefined, text: string, language: Language): string {
  if (format?.type.kind === "decimal") {
    const unit = format.shown?.unit ?? format.type.of.unit;
    return unit === undefined ? groupThousands(text) : `${groupThousands(text)} ${unit[language]}`;
  }
  return /^\d{9,}$/.test(text) ? `•••${text.slice(-4)}` : text;
}
