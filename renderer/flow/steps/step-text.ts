import { type Definition, stepKeys } from "../../../engine/flow/index.ts";
import { firstText } from "../../kit/text/i18n.ts";

/** A step's own text, or the shared default that verification accepts instead; `null` if there is none. */
export function stepText(definition: Definition, step: string, part: string): string | null {
  return firstText(stepKeys(definition, step, part));
}
