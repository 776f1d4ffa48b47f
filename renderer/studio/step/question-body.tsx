import type { Field } from "../../../engine/flow/form-schema.ts";
import { fieldKeys } from "../../../engine/flow/index.ts";
import { useText } from "../../kit/text/i18n.ts";
import { AskedOnly, AskedWhen } from "./asked-when.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { ChoiceTexts } from "./choice-texts.tsx";
import { type EditedQuestion, spotOf } from "./edited-question.ts";
import { InnerQuestions } from "./inner-questions.tsx";
import { MustAnswer } from "./must-answer.tsx";
import { QuestionSettings } from "./question-settings.tsx";
import { answerKindOf, choicesOf } from "./questions-of.ts";
import { SharedList } from "./shared-list.tsx";
import { TextPair } from "./text-pair.tsx";

/** The content of an open question card: the question's texts, choices, condition and settings. */
export function QuestionBody({
  of,
  onRemoved,
  onRenamed,
}: {
  readonly of: EditedQuestion;
  readonly onRemoved: () => void;
  readonly onRenamed: (name: string) => void;
}) {
  const words = useText();
  const { definition, step, field, drafting, mayEdit } = of;
  const { name, schema } = field;
  const kind = answerKindOf(schema);
  const common = commonOf(schema);
  return (
    <div id={`question-${name}-body`} className="questionbody">
      <TextPair
        id={`q-${name}-label`}
        name={words("studio:text.label")}
        keys={fieldKeys(definition, step, name, "label")}
        drafting={drafting}
        mayEdit={mayEdit}
      />
      <TextPair
        id={`q-${name}-hint`}
        name={words("studio:text.hint")}
        keys={fieldKeys(definition, step, name, "hint")}
        drafting={drafting}
        mayEdit={mayEdit}
        optional
      />
      <QuestionChoices of={of} />
      {kind === "group" || kind === "list" ? <InnerQuestions {...of} /> : null}
      <AskedOnly of={of} />
      {mayEdit && kind !== "agreement" ? (
        <MustAnswer id={`q-${name}`} at={spotOf(of)} of={field} drafting={drafting} />
      ) : null}
      {mayEdit ? (
        <>
          <AskedWhen of={of} />
          {common === null ? null : <SharedList list={common} drafting={drafting} />}
          <QuestionSettings {...of} onRemoved={onRemoved} onRenamed={onRenamed} />
        </>
      ) : null}
    </div>
  );
}

/**
 * The texts of a question's choices. If no other question shares the choices, they can be added and removed.
 */
function QuestionChoices({ of }: { readonly of: EditedQuestion }) {
  const words = useText();
  const { definition, step, field, drafting, mayEdit } = of;
  const { name, schema } = field;
  const choices = choicesOf(schema);
  const keysOf = (choice: unknown) => fieldKeys(definition, step, name, `options.${choice}`);
  if (choices.length === 0) return null;
  return (
    <details open={choices.length <= 8}>
      <summary>{words("studio:question.choices", { count: choices.length })}</summary>
      <ChoiceTexts id={`q-${name}`} choices={choices} keysOf={keysOf} drafting={drafting} mayEdit={mayEdit} />
      {mayEdit && isOwnList(schema) ? (
        <ChoiceList definition={definition} step={step} field={field} keysOf={keysOf} drafting={drafting} />
      ) : null}
    </details>
  );
}

/** Returns the name of the shared list that a question's choices come from; `null` if there is none. */
function commonOf(schema: Field["schema"]): string | null {
  const inner = schema.type === "array" ? (schema.items as Field["schema"]) : schema;
  return Array.isArray(inner.enum) && typeof inner.common === "string" ? inner.common : null;
}

/** Whether the choices belong only to this question, and not to a shared list. */
function isOwnList(schema: Field["schema"]): boolean {
  const inner = schema.type === "array" ? (schema.items as Field["schema"]) : schema;
  return Array.isArray(inner.enum) && inner.common === undefined;
}
