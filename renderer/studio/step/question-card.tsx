import { ChevronDown, ChevronUp } from "lucide-react";
import type { Field } from "../../../engine/flow/form-schema.ts";
import { type Definition, fieldKeys } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { InnerQuestions } from "./inner-questions.tsx";
import { ChoiceList, QuestionSettings } from "./question-settings.tsx";
import { answerKindOf, choicesOf } from "./questions-of.ts";
import { SharedList } from "./shared-list.tsx";
import { TextPair } from "./text-pair.tsx";

/** A question: closed, its label and kind; open, its texts in both languages and its condition. */
export function QuestionCard({
  definition,
  step,
  field,
  others,
  isOpen,
  faults,
  readable,
  drafting,
  mayEdit,
  onRemoved,
  onRenamed,
  onToggle,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  /** The questions of the same form, in order, including this one. */
  readonly others: readonly Field[];
  readonly isOpen: boolean;
  readonly faults: number;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  readonly onRemoved: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onToggle: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const { name, schema } = field;
  const at = { flow, step, field: name };
  const keys = (one: string, part: string) => fieldKeys(definition, step, one, part);
  const textOf = (one: string, part: string) => {
    const key = keyInDraft(draft, keys(one, part));
    return key === null ? null : textOfDraft(draft, lng, key);
  };
  const place = others.findIndex((other) => other.name === name);
  const kind = answerKindOf(schema);
  const choices = choicesOf(schema);
  const isConditional = field.when.length > 0;
  const asked = field.when.flatMap((condition) =>
    Object.entries(condition).map(([other, values]) =>
      words("studio:question.onlyWhen", {
        question: textOf(other, "label") ?? other,
        answer: values.map((value) => textOf(other, `options.${value}`) ?? String(value)).join(", "),
      }),
    ),
  );
  const deciders = others.filter((other) => other.name !== name && choicesOf(other.schema).length > 0);
  const chosen = Object.entries(field.when[0] ?? {})[0];
  const whenValue = chosen === undefined ? "" : JSON.stringify([chosen[0], chosen[1][0]]);
  const heading = textOf(name, "label") ?? words("studio:question.noLabel");
  return (
    <li className={isOpen ? "question isopen" : "question"}>
      <div className="questionhead">
        <button
          type="button"
          id={`question-${name}`}
          aria-expanded={isOpen}
          aria-controls={`question-${name}-body`}
          onClick={onToggle}
        >
          <b>{heading}</b>
          <span className="small">{words(`studio:answer.${kind}`)}</span>
        </button>
        {faults > 0 ? <Badge tone="loss">{words("studio:findings.count", { count: faults })}</Badge> : null}
        <Badge>
          {words(
            field.required
              ? "studio:question.required"
              : isConditional
                ? "studio:question.sometimes"
                : "studio:question.optional",
          )}
        </Badge>
        {mayEdit ? (
          <span className="order">
            <button
              type="button"
              className="iconbtn"
              disabled={place <= 0}
              aria-label={words("studio:question.up", { question: heading })}
              onClick={() =>
                apply({ op: "move-question", args: { ...at, before: others[place - 1]?.name ?? null } })
              }
            >
              <ChevronUp size={18} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="iconbtn"
              disabled={place >= others.length - 1}
              aria-label={words("studio:question.down", { question: heading })}
              onClick={() =>
                apply({ op: "move-question", args: { ...at, before: others[place + 2]?.name ?? null } })
              }
            >
              <ChevronDown size={18} aria-hidden="true" />
            </button>
          </span>
        ) : null}
      </div>
      {isOpen ? (
        <div id={`question-${name}-body`} className="questionbody">
          <TextPair
            id={`q-${name}-label`}
            name={words("studio:text.label")}
            keys={keys(name, "label")}
            drafting={drafting}
            mayEdit={mayEdit}
          />
          <TextPair
            id={`q-${name}-hint`}
            name={words("studio:text.hint")}
            keys={keys(name, "hint")}
            drafting={drafting}
            mayEdit={mayEdit}
            optional
          />
          {choices.length > 0 ? (
            <details open={choices.length <= 8}>
              <summary>{words("studio:question.choices", { count: choices.length })}</summary>
              {choices.map((choice, index) => (
                <TextPair
                  key={String(choice)}
                  id={`q-${name}-option-${choice}`}
                  name={words("studio:text.choice", { number: index + 1 })}
                  keys={keys(name, `options.${choice}`)}
                  drafting={drafting}
                  mayEdit={mayEdit}
                />
              ))}
              {mayEdit && isOwnList(schema) ? (
                <ChoiceList
                  definition={definition}
                  step={step}
                  field={field}
                  keysOf={(choice) => keys(name, `options.${choice}`)}
                  drafting={drafting}
                />
              ) : null}
            </details>
          ) : null}
          {kind === "group" || kind === "list" ? (
            <InnerQuestions
              definition={definition}
              step={step}
              field={field}
              drafting={drafting}
              mayEdit={mayEdit}
            />
          ) : null}
          {asked.map((one) => (
            <p key={one} className="small">
              {one}
            </p>
          ))}
          {mayEdit && kind !== "agreement" ? (
            <label className="tick">
              <input
                type="checkbox"
                id={`q-${name}-required`}
                checked={field.required || field.requiredWhen.length > 0}
                onChange={(event) =>
                  apply({ op: "set-required", args: { ...at, required: event.target.checked } })
                }
              />
              {words("studio:question.mustAnswer")}
            </label>
          ) : null}
          {mayEdit && deciders.length > 0 ? (
            <SelectField
              id={`q-${name}-when`}
              label={words("studio:question.when")}
              value={whenValue}
              onValue={(value) => {
                const [other, is] = value === "" ? [null, null] : (JSON.parse(value) as [string, Json]);
                apply({
                  op: "set-asked-when",
                  args: { ...at, when: other === null ? null : { field: other, is: [is] } },
                });
              }}
            >
              <option value="">{words("studio:question.always")}</option>
              {deciders.flatMap((other) =>
                choicesOf(other.schema).map((choice) => (
                  <option key={`${other.name} ${choice}`} value={JSON.stringify([other.name, choice])}>
                    {words("studio:question.onlyWhen", {
                      question: textOf(other.name, "label") ?? other.name,
                      answer: textOf(other.name, `options.${choice}`) ?? String(choice),
                    })}
                  </option>
                )),
              )}
            </SelectField>
          ) : null}
          {mayEdit && commonOf(schema) !== null ? (
            <SharedList list={commonOf(schema) as string} drafting={drafting} />
          ) : null}
          {mayEdit ? (
            <QuestionSettings
              definition={definition}
              step={step}
              field={field}
              readable={readable}
              drafting={drafting}
              onRemoved={onRemoved}
              onRenamed={onRenamed}
            />
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** The shared list of a question's choices. */
function commonOf(schema: Field["schema"]): string | null {
  const inner = schema.type === "array" ? (schema.items as Field["schema"]) : schema;
  return Array.isArray(inner.enum) && typeof inner.common === "string" ? inner.common : null;
}

/** Whether the choices belong to the question; shared lists are edited elsewhere. */
function isOwnList(schema: Field["schema"]): boolean {
  const inner = schema.type === "array" ? (schema.items as Field["schema"]) : schema;
  return Array.isArray(inner.enum) && inner.common === undefined;
}
