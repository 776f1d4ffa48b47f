import type { Step } from "../../flow/flow-file.ts";
import type { Json, JsonObject } from "../../values/json.ts";

/**
 * Returns a part of a step by name. `document`: the text that each consent shows, which is part of the
 * question. `ui`: all hints for the screen except `document`.
 */
export function stepPart(step: Step | undefined, part: string): Json | undefined {
  const parts = (step ?? {}) as JsonObject;
  if (part !== "document" && part !== "ui") return parts[part];
  const hints = Object.entries((parts.ui ?? {}) as { readonly [field: string]: JsonObject });
  const entries = hints.flatMap(([field, { document, ...rest }]): readonly (readonly [string, Json])[] => {
    if (part === "ui") return [[field, rest]];
    return document === undefined ? [] : [[field, document]];
  });
  return parts.ui === undefined || (part === "document" && entries.length === 0)
    ? undefined
    : Object.fromEntries(entries);
}
