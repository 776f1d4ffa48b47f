import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
} from "@rjsf/utils";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { fieldKeys } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Field, FieldError } from "../../kit/parts/fields.tsx";
import { firstText, useText } from "../../kit/text/i18n.ts";
import { stepText } from "../steps/step-text.ts";
import { tradeParts } from "../trade-parts.ts";
import { useErrorAt } from "./errors.ts";
import { hintsOf, idOf, pointerOf, useFormParts } from "./parts.ts";

/** Widgets made of several controls. The label of such a widget is a `<legend>`. */
const GROUPS = ["choice-cards", "yes-no", "check-cards", "pin", "upload", "camera"];
/** Widgets that draw their own label. */
const OWN_LABEL = new Set(["consent", "document", "authenticator", "recovery-codes"]);

/** Draws the label, hint, control and error of a field, in the same order for every field. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, schema, uiSchema, required, children, hidden } = props;
  const parts = useFormParts();
  const words = useText();
  const pointer = pointerOf(id);
  const error = useErrorAt(parts.errors, pointer);
  if (hidden) return null;
  const drawnBy = uiSchema?.["ui:widget"];
  const widget = typeof drawnBy === "string" ? drawnBy : "";
  if (pointer === "" || schema.type === "object" || (schema.type === "array" && widget === ""))
    return children;
  const label = textOf(parts, pointer, "label") ?? schema.title ?? "";
  const hint = textOf(parts, pointer, "hint");
  if (OWN_LABEL.has(widget)) return <div className="field">{children}</div>;
  const title = stepText(parts.definition, parts.step, "title");
  const isGroup = GROUPS.includes(widget) || tradeParts().groupWidgets.includes(widget);
  return (
    <Field
      id={id}
      label={label}
      optional={required ? null : words("form:optional")}
      hint={hint}
      error={error?.text ?? null}
      group={isGroup}
      // If the question is also the screen's heading, its label is hidden so that the text shows only once.
      labelHidden={isGroup && label === title}
    >
      {children}
    </Field>
  );
}

/**
 * Draws an object field: without a frame at the root, otherwise as a group with its own heading. The three
 * consents share one card.
 */
export function ObjectFieldTemplate({ fieldPathId, properties }: ObjectFieldTemplateProps) {
  const parts = useFormParts();
  const pointer = pointerOf(fieldPathId.$id);
  const error = useErrorAt(parts.errors, pointer);
  const fields = properties.filter((property) => !property.hidden).map((property) => property.content);
  if (pointer === "" || /\/\d+$/.test(pointer)) return <>{fields}</>;
  const kind = hintsOf(parts, pointer).widget;
  const label = textOf(parts, pointer, "label");
  const hint = textOf(parts, pointer, "hint");
  return (
    <fieldset className={`field group group--${kind ?? "plain"}`} id={fieldPathId.$id} tabIndex={-1}>
      {label ? <legend>{label}</legend> : null}
      {hint ? <p className="hint">{hint}</p> : null}
      <Wrapped inCard={kind === "consents"}>{fields}</Wrapped>
      <FieldError id={fieldPathId.$id} error={error?.text ?? null} />
    </fieldset>
  );
}

/** Draws a list of objects: one card for each, and a button that adds another. */
export function ArrayFieldTemplate({ fieldPathId, items, canAdd, onAddClick }: ArrayFieldTemplateProps) {
  const parts = useFormParts();
  const words = useText();
  const pointer = pointerOf(fieldPathId.$id);
  const error = useErrorAt(parts.errors, pointer);
  const hint = textOf(parts, pointer, "hint");
  return (
    <fieldset className="field group" id={fieldPathId.$id} tabIndex={-1}>
      <legend>{textOf(parts, pointer, "label") ?? ""}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <div className="gap12">{items}</div>
      {canAdd ? (
        <Button kind="soft" wide onClick={onAddClick}>
          <Plus size={18} aria-hidden="true" /> {words("button:addOne")}
        </Button>
      ) : null}
      <FieldError id={fieldPathId.$id} error={error?.text ?? null} />
    </fieldset>
  );
}

/** Draws one object of a list. */
export function ArrayFieldItemTemplate({
  children,
  index,
  totalItems,
  buttonsProps,
}: ArrayFieldItemTemplateProps) {
  const words = useText();
  return (
    <section className="card card--pad listitem" aria-label={words("common:flow.item", { at: index + 1 })}>
      <div className="row between">
        <b>{words("common:flow.item", { at: index + 1 })}</b>
        {totalItems > 1 && buttonsProps.hasRemove ? (
          <button type="button" className="link" onClick={buttonsProps.onRemoveItem}>
            <Trash2 size={16} aria-hidden="true" /> {words("button:remove")}
          </button>
        ) : null}
      </div>
      {children}
    </section>
  );
}

/** Returns one text of a field, such as its label or hint; `null` if the definition has no such text. */
export function textOf(
  { definition, step }: { readonly definition: Parameters<typeof fieldKeys>[0]; readonly step: string },
  pointer: string,
  part: string,
): string | null {
  return firstText(fieldKeys(definition, step, pointer, part));
}

/** Scrolls to a field and focuses it. */
export function focusField(pointer: string): void {
  const box = document.getElementById(idOf(pointer));
  const control = box?.matches("fieldset")
    ? (box.querySelector<HTMLElement>("input:not([type=hidden]), button, select, textarea") ?? box)
    : box;
  control?.focus();
  box?.scrollIntoView({ block: "center" });
}

function Wrapped({ inCard, children }: { readonly inCard: boolean; readonly children: ReactNode }) {
  return inCard ? <div className="card consents">{children}</div> : children;
}
