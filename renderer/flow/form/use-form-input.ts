import { useMemo, useRef } from "react";
import { fieldsOf } from "../../../engine/flow/form-schema.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import type { View } from "../../kit/api/answers.ts";
import { firstDraft } from "../view.ts";

/**
 * Holds the current input of a form; typing does not re-render the component. Returns the input as
 * `data.current`, and `take`, which stores the input that RJSF reports. For each step and version, the input
 * starts with the draft.
 */
export function useFormInput({
  view,
  step,
  schema,
  initial,
}: {
  readonly view: View;
  readonly step: string;
  readonly schema: JsonSchema;
  readonly initial: JsonObject | undefined;
}) {
  const groups = useMemo(() => emptyGroups(schema), [schema]);
  const data = useRef<JsonObject>({});
  const version = useRef<string | null>(null);
  // The form reads its draft once for each version. A later view must not overwrite typed input.
  if (version.current !== view.hash) {
    version.current = view.hash;
    data.current = { ...groups, ...firstDraft(view, step, initial) };
  }
  const take = (formData: unknown) => {
    data.current = { ...groups, ...(formData as JsonObject | undefined) };
  };
  return { data, take };
}

/** Untouched groups are sent as empty objects, so that each of their missing fields gets its own error. */
function emptyGroups(schema: JsonSchema): JsonObject {
  return Object.fromEntries(
    fieldsOf(schema)
      .filter((field) => field.schema.type === "object" && isRequired(schema, field.name))
      .map((field) => [field.name, {}]),
  );
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && (schema.required as readonly unknown[]).includes(name);
}
