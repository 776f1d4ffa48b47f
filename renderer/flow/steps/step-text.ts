import { type Definition, stepKeys } from "../../../engine/flow/index.ts";
import { firstText } from "../../kit/text/i18n.ts";

/** A step's own text; `null` where it has none. A form that asks one thing may go by the question. */
export function stepText(definition: Definition, step: string, part: string): string | null {
  if (part === "title") return firstText(stepKeys(definition, step, part));
  return firstText([`${definition.flow.namespace}:${definition.flow.id}.${step}.${part}`]);
}
