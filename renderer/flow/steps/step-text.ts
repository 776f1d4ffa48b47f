import { type Definition, stepKeys } from "../../../engine/flow/index.ts";
import { firstText } from "../../kit/text/i18n.ts";

/**
 * Returns a text of a step: its own text, or else the default text that all steps share. Returns `null` if
 * there is neither.
 */
export function stepText(definition: Definition, step: string, part: string): string | null {
  return firstText(stepKeys(definition, step, part));
}
