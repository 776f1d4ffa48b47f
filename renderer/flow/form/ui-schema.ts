import type { UiSchema } from "@rjsf/utils";
import { fieldsOf, isObject } from "../../../engine/flow/form-schema.ts";
import type { FieldHints } from "../../../engine/flow/index.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";
import { type TradeGroup, tradeParts } from "../trade-parts.ts";

/** Maximum number of choices shown as cards. A field with more choices becomes a select. */
const MOST_CARDS = 7;

/**
 * Hints for widgets that draw a whole object or list. Our templates draw these widgets; RJSF does not know
 * them.
 */
export const WHOLE_WIDGETS = ["consents", "list"];

/**
 * Returns the uiSchema of a step. The widget of each field comes from the flow's hint, or else from the
 * field's schema. Fields keep the order of the schema file; conditional fields stay where they were declared.
 */
export function uiSchemaOf(
  schema: JsonSchema,
  hints: Readonly<Record<string, FieldHints>>,
  order: readonly string[] | undefined,
): UiSchema {
  const ui = objectUi(schema, hints, "");
  return { ...ui, ...(order && order.length > 0 ? { "ui:order": [...order, "*"] } : {}) };
}

/** Returns the widget for a field without a hint. */
export function widgetFor(schema: JsonSchema): string {
  if (schema.type === "array") return "check-cards";
  if (schema.type === "boolean") return schema.const === true ? "consent" : "yes-no";
  if (Array.isArray(schema.enum)) return schema.enum.length > MOST_CARDS ? "select" : "choice-cards";
  if (schema.type === "integer" || schema.type === "number") return "number";
  switch (schema.format) {
    case "date":
    case "partial-date":
    case "pin":
      return schema.format;
    case "file-ref":
      return "upload";
    default:
      return (
        tradeParts().widgetOfFormat[String(schema.format ?? "")] ??
        (Number(schema.maxLength ?? 0) > 400 ? "text-area" : "plain")
      );
  }
}

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
    const group = hinted === undefined ? undefined : tradeParts().groups[hinted];
    return group === undefined ? inner : { ...inner, ...widgetsOf(group), "ui:field": String(hinted) };
  }
  const items = schema.items;
  if (schema.type === "array" && isObject(items) && items.type === "object")
    return { items: objectUi(items, hints, place) };
  return { "ui:widget": hinted && !WHOLE_WIDGETS.includes(hinted) ? hinted : widgetFor(schema) };
}

/** Returns the widgets that a group sets for its fields in place of the default ones. */
function widgetsOf({ widgets }: TradeGroup): UiSchema {
  return Object.fromEntries(
    Object.entries(widgets).map(([field, widget]) => [field, { "ui:widget": widget }]),
  );
}
