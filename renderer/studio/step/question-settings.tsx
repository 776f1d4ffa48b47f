import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import type { Field } from "../../../engine/flow/form-schema.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { fieldKindOf, type Names } from "../../../engine/verify/lint/index.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { wordsFor } from "./add-question.tsx";
import { BoundFields } from "./bound-fields.tsx";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { PlaceSelect } from "./place-select.tsx";
import { Rename } from "./rename.tsx";
import { objectOf, stepInDraft } from "./step-file.ts";

const NAMES: Names = names;
/** A question's widget, limits and initial value, and its removal. */
export function QuestionSettings({
  definition,
  step,
  field,
  readable,
  drafting,
  onRemoved,
  onRenamed,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly onRemoved: () => void;
  readonly onRenamed: (name: string) => void;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const { name, schema } = field;
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const content = stepInDraft(draft, flow, step);
  const at = { flow, step, field: name };
  const hints = objectOf(objectOf(content.ui)[name]);
  const kind = fieldKindOf(schema);
  const widgets = Object.entries(NAMES.widgets).filter(([, { fits }]) => fits.includes(kind));
  const chosen = NAMES.widgets[String(hints.widget ?? "")];
  const setHints = (next: JsonObject) =>
    void apply({
      op: "set-widget",
      args: { ...at, hints: Object.keys(next).length === 0 ? null : next },
    });
  const hintChoices = (hint: string): readonly string[] => {
    const values = NAMES.hints[hint];
    if (values === undefined || "values" in values) return [];
    if ("list" in values) return values.list === "documents" ? NAMES.documents : Object.keys(NAMES.purposes);
    return values.words.filter((word) => values.only?.[word]?.includes(kind) !== false);
  };
  return (
    <details className="questionmore">
      <summary>{words("studio:question.more")}</summary>
      <div className="gap12">
        {widgets.length > 1 || chosen !== undefined ? (
          <SelectField
            id={`q-${name}-widget`}
            label={words("studio:question.widget")}
            value={String(hints.widget ?? "")}
            onValue={(widget) => {
              const { widget: _, ...rest } = hints;
              const needs = Object.fromEntries(
                (NAMES.widgets[widget]?.needs ?? []).map((hint) => [
                  hint,
                  (rest[hint] as Json | undefined) ?? hintChoices(hint).at(-1) ?? "",
                ]),
              );
              setHints(widget === "" ? rest : { widget, ...rest, ...needs });
            }}
          >
            <option value="">{words("studio:question.widgetAny")}</option>
            {widgets.map(([widget]) => (
              <option key={widget} value={widget}>
                {words(`studio:widget.${widget}`)}
              </option>
            ))}
          </SelectField>
        ) : null}
        {[...new Set([...(chosen?.needs ?? []), ...(chosen?.hints ?? []), ...Object.keys(hints)])]
          .filter((hint) => hintChoices(hint).length > 0)
          .map((hint) => (
            <SelectField
              key={hint}
              id={`q-${name}-${hint}`}
              label={words(`studio:hint.${hint}`)}
              value={String(hints[hint] ?? "")}
              onValue={(value) => {
                const { [hint]: _, ...rest } = hints;
                setHints(value === "" ? rest : { ...rest, [hint]: value });
              }}
            >
              <option value="">{words("studio:setting.none")}</option>
              {hintChoices(hint).map((value) => (
                <option key={value} value={value}>
                  {words(`studio:hintword.${value}`, { defaultValue: value })}
                </option>
              ))}
            </SelectField>
          ))}
        <BoundFields id={`q-${name}`} at={at} of={field} drafting={drafting} />
        {content.kind === "form" && kind !== "agreement" && kind !== "file-ref" && kind !== "group" ? (
          <PlaceSelect
            id={`q-${name}-prefill`}
            label={words("studio:question.prefill")}
            value={String(objectOf(content.prefill)[name] ?? "")}
            none={words("studio:question.prefillNone")}
            readable={readable}
            only={(path) => !path.startsWith(`answers.${step}.`) && !path.startsWith("flags.")}
            onValue={(path) => {
              const pointer = `/steps/${step}/prefill`;
              const { [name]: _, ...rest } = objectOf(content.prefill);
              const next: JsonObject = path === "" ? rest : { ...rest, [name]: path };
              apply(
                Object.keys(next).length === 0
                  ? { op: "remove-value", args: { file, pointer } }
                  : { op: "set-value", args: { file, pointer, value: next, before: "next" } },
              );
            }}
          />
        ) : null}
        <Rename
          id={`q-${name}-rename`}
          name={name}
          onRename={(to) => {
            if (apply({ op: "rename-question", args: { ...at, to } })) onRenamed(to);
          }}
        />
        <Button
          small
          kind="danger"
          id={`q-${name}-remove`}
          onClick={() => {
            if (apply({ op: "remove-question", args: at })) onRemoved();
          }}
        >
          {words("studio:question.remove")}
        </Button>
      </div>
    </details>
  );
}

/** A question's own choices: add, remove, reorder; with numbers if they are scores. */
export function ChoiceList({
  definition,
  step,
  field,
  keysOf,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  /** The keys of a choice's text, best first. */
  readonly keysOf: (choice: string | number) => readonly string[];
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const [added, setAdded] = useState(EMPTY_PAIR);
  const flow = definition.flow.id;
  const inner = field.schema.type === "array" ? objectOf(field.schema.items) : field.schema;
  const values = (inner.enum ?? []) as readonly (string | number)[];
  const isScored = values.every((value) => typeof value === "number");
  const both = (value: string | number) => {
    const [key = ""] = keysOf(value);
    return { th: textOfDraft(draft, "th", key) ?? "", en: textOfDraft(draft, "en", key) ?? "" };
  };
  const set = (options: readonly { value: string | number; th: string; en: string }[]) =>
    apply({ op: "set-options", args: { flow, step, field: field.name, options } });
  const all = values.map((value) => ({ value, ...both(value) }));
  const swap = (from: number, to: number) => {
    const next = [...all];
    [next[from], next[to]] = [next[to] as (typeof all)[number], next[from] as (typeof all)[number]];
    set(next);
  };
  return (
    <div className="gap12">
      {all.map((one, at) => (
        <span key={String(one.value)} className="rowwrap choice">
          {isScored ? (
            <TextField
              id={`q-${field.name}-score-${at}`}
              label={words("studio:choices.score", { number: at + 1 })}
              inputMode="numeric"
              value={String(one.value)}
              onValue={(typed) => {
                const score = Number.parseInt(typed, 10);
                if (/^\d{1,3}$/.test(typed) && !values.includes(score))
                  set(all.map((other, index) => (index === at ? { ...other, value: score } : other)));
              }}
            />
          ) : (
            <span className="grow small">{words("studio:text.choice", { number: at + 1 })}</span>
          )}
          <button
            type="button"
            className="iconbtn"
            disabled={at === 0}
            aria-label={words("studio:question.up", { question: one.en })}
            onClick={() => swap(at, at - 1)}
          >
            <ChevronUp size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="iconbtn"
            disabled={at === all.length - 1}
            aria-label={words("studio:question.down", { question: one.en })}
            onClick={() => swap(at, at + 1)}
          >
            <ChevronDown size={18} aria-hidden="true" />
          </button>
          <Button
            small
            disabled={all.length <= 1}
            onClick={() => set(all.filter((_, index) => index !== at))}
          >
            {words("studio:blocks.remove")}
            <span className="sr">: {one.en}</span>
          </Button>
        </span>
      ))}
      <PairFields
        id={`q-${field.name}-new`}
        name={words("studio:choices.new")}
        value={added}
        onValue={setAdded}
      />
      <Button
        small
        disabled={!isFilled(added)}
        onClick={() => {
          const taken = values.map(String);
          const value = isScored
            ? Math.max(...(values as readonly number[])) + 1
            : wordsFor([...taken.filter((one) => one === wordsFor([added.en])[0]), added.en]).at(-1);
          if (value !== undefined && set([...all, { value, ...trimmed(added) }])) setAdded(EMPTY_PAIR);
        }}
      >
        {words("studio:add.choice")}
      </Button>
    </div>
  );
}
