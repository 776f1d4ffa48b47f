import type { Definition } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Language } from "../../kit/text/i18n.ts";
import { tradeParts } from "../trade-parts.ts";
import type { ShownError } from "./errors.ts";

/** What of a form's groups does not belong together, as far as they are filled in. */
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

/** A part of an address as a reader of this language knows it. */
export function placeName(part: string, text: string, language: Language): string {
  return tradeParts().groups.address?.shown(part, text, language) ?? text;
}
