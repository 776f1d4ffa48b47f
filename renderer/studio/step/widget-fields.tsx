import { hintName } from "../../../engine/edits/index.ts";
import type { Field } from "../../../engine/flow/form-schema.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { fieldKindOf, type Names } from "../../../engine/verify/lint/index.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { objectOf, stepInDraft } from "./step-file.ts";

const NAMES: Names = names;

/** Fields for how a question is shown: its widget, and the hints that the widget accepts. */
export function WidgetFields({
  id,
  at,
  of: { schema },
  drafting,
}: {
  readonly id: string;
  readonly at: { readonly flow: string; readonly step: string; readonly field: string };
  readonly of: Field;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const hints = objectOf(objectOf(stepInDraft(drafting.draft, at.flow, at.step).ui)[hintName(at.field)]);
  const kind = fieldKindOf(schema);
  const widgets = Object.entries(NAMES.widgets).flatMap(([widget, { fits }]) =>
    fits.includes(kind) ? [widget] : [],
  );
  const chosen = NAMES.widgets[String(hints.widget ?? "")];
  const used = [...new Set([...(chosen?.needs ?? []), ...(chosen?.hints ?? []), ...Object.keys(hints)])];
  const set = (next: JsonObject) =>
    void drafting.apply({
      op: "set-widget",
      args: { ...at, hints: Object.keys(next).length === 0 ? null : next },
    });
  return (
    <>
      {widgets.length > 1 || chosen !== undefined ? (
        <ChoiceField
          id={`${id}-widget`}
          label={words("studio:question.widget")}
          value={String(hints.widget ?? "")}
          empty={words("studio:question.widgetAny")}
          choices={widgets.map((widget) => [widget, words(`studio:widget.${widget}`)])}
          onValue={(widget) => set(withWidget(hints, widget, kind))}
        />
      ) : null}
      {used
        .filter((hint) => hintWords(hint, kind).length > 0)
        .map((hint) => (
          <ChoiceField
            key={hint}
            id={`${id}-${hint}`}
            label={words(`studio:hint.${hint}`)}
            value={String(hints[hint] ?? "")}
            empty={words("studio:setting.none")}
            choices={hintWords(hint, kind).map((value) => [
              value,
              words(`studio:hintword.${value}`, { defaultValue: value }),
            ])}
            onValue={(value) => {
              const { [hint]: _, ...rest } = hints;
              set(value === "" ? rest : { ...rest, [hint]: value });
            }}
          />
        ))}
    </>
  );
}

type Kind = ReturnType<typeof fieldKindOf>;

/** Returns a question's hints for another widget, including the hints that this widget requires. */
function withWidget(hints: JsonObject, widget: string, kind: Kind): JsonObject {
  const { widget: _, ...rest } = hints;
  if (widget === "") return rest;
  const needs = (NAMES.widgets[widget]?.needs ?? []).map((hint) => [
    hint,
    (rest[hint] as Json | undefined) ?? hintWords(hint, kind).at(-1) ?? "",
  ]);
  return { widget, ...rest, ...Object.fromEntries(needs) };
}

/** Returns the values that a hint allows for a kind of question; empty if they are not a closed list. */
function hintWords(hint: string, kind: Kind): readonly string[] {
  const values = NAMES.hints[hint];
  if (values === undefined || "values" in values) return [];
  if ("list" in values) return values.list === "documents" ? NAMES.documents : Object.keys(NAMES.purposes);
  return values.words.filter((word) => values.only?.[word]?.includes(kind) !== false);
}
