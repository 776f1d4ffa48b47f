import { type Definition, stepKeys } from "../../../engine/flow/index.ts";
import { firstText } from "../../kit/text/i18n.ts";

/**
 * Returns a step's own text, or else the shared default text that the verification accepts; `null` if neither
 * exists.
 */
export function stepText(definition: Definition, step: string, part: string): string | null {
  return firstText(stepKeys(definition, step, part));
}
