import type { Definition } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { tradeParts } from "../trade-parts.ts";
import type { ShownError } from "./errors.ts";

/**
 * Returns the errors of groups whose fields contradict each other. Only fields that are filled in are
 * checked.
 */
export function groupErrors(definition: Definition, step: string, data: JsonObject): readonly ShownError[] {
  const found = definition.flow.steps[step];
  const hints = found && "ui" in found ? (found.ui ?? {}) : {};
  return Object.entries(data).flatMap(([field, value]) => {
    const group = tradeParts().groups[hints[field]?.widget ?? ""];
    if (group === undefined || typeof value !== "object" || value === null) return [];
    const wrong = group.fault(value as JsonObject);
    return wrong === null
      ? []
      : [{ pointer: `/${field}/${wrong.field}`, code: wrong.code, text: wrong.text }];
  });
}
