import type { Definition } from "../../../engine/flow/index.ts";
import { firstText } from "../../kit/text/i18n.ts";

/** A step's own text; `null` where it has none. */
export function stepText(definition: Definition, step: string, part: string): string | null {
  return firstText([`${definition.flow.namespace}:${definition.flow.id}.${step}.${part}`]);
}
