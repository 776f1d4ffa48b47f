import type { UiSchema } from "@rjsf/utils";
import { PLACE_PARTS } from "../../../domain/thai-places.ts";
import { fieldsOf, isObject } from "../../../engine/flow/form-schema.ts";
import type { FieldHints } from "../../../engine/flow/index.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";

/** Most choices that are shown as cards; more go into a list that opens. */
const MOST_CARDS = 7;

/** Names of the widgets that draw a whole object or list; templates look for them, RJSF does not. */
export const WHOLE_WIDGETS = new Set(["consents", "address", "list"]);

/**
 * The uiSchema of a step: which widget draws which field, by the flow's hint, else by the field's own schema.
 * Fields stand in the order of the file, conditional ones where they were declared.
 */
export function uiSchemaOf(
  schema: JsonSchema,
  hints: Readonly<Record<string, FieldHints>>,
  order: readonly string[] | undefined,
): UiSchema {
  const ui = objectUi(schema, hints, "");
  return { ...ui, ...(order && order.length > 0 ? { "ui:order": [...order, "*"] } : {}) };
}

/** The widget for a field without a hint. */
export function widgetFor(schema: JsonSchema): string {
  if (schema.type === "array") return "check-cards";
  if (schema.type === "boolean") return schema.const === true ? "consent" : "yes-no";
  if (Array.isArray(schema.enum)) return schema.enum.length > MOST_CARDS ? "select" : "choice-cards";
  if (schema.type === "integer" || schema.type === "number") return "number";
  switch (schema.format) {
    case "date":
    case "partial-date":
    case "baht":
    case "thai-id":
    case "laser-code":
    case "pin":
      return schema.format;
    case "thai-phone":
    case "thai-mobile":
      return "phone";
    case "file-ref":
      return "upload";
    default:
      return Number(schema.maxLength ?? 0) > 400 ? "text-area" : "plain";
  }
}

/** The parts of an address that are chosen from the list, whatever plain widget they would have. */
const PLACE_UI = Object.fromEntries(PLACE_PARTS.map((part) => [part, { "ui:widget": "place" }]));

function objectUi(schema: JsonSchema, hints: Readonly<Record<string, FieldHints>>, place: string): UiSchema {
  return Object.fromEntries(
    fieldsOf(schema).map((field) => {
      const inner = place === "" ? field.name : `${place}.${field.name}`;
      return [field.name, fieldUi(field.schema, hints, inner)];
    }),
  );
}

function fieldUi(schema: JsonSchema, hints: Readonly<Record<string, FieldHints>>, place: string): UiSchema {
  const hinted = hints[place]?.widget;
  if (schema.type === "object") {
    const inner = objectUi(schema, hints, place);
    return hinted === "address" ? { ...inner, ...PLACE_UI, "ui:field": "address" } : inner;
  }
  const items = schema.items;
  if (schema.type === "array" && isObject(items) && items.type === "object")
    return { items: objectUi(items, hints, place) };
  return { "ui:widget": hinted && !WHOLE_WIDGETS.has(hinted) ? hinted : widgetFor(schema) };
}
