import { type Field, fieldsOf } from "../../../engine/flow/form-schema.ts";
import { fieldKeys } from "../../../engine/flow/index.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { focusOn } from "../findings/focus-on.ts";
import { AddQuestion } from "./add-question.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { AskedOnly, AskedWhen } from "./asked-when.tsx";
import { BoundFields } from "./bound-fields.tsx";
import { ChoiceTexts } from "./choice-texts.tsx";
import { MustAnswer } from "./must-answer.tsx";
import { answerKindOf, choicesOf, neighbourOf } from "./questions-of.ts";
import { RemoveQuestion, type Removing } from "./remove-question.tsx";
import { sharedLists } from "./shared-lists.ts";
import { TextPair } from "./text-pair.tsx";
import { WidgetFields } from "./widget-fields.tsx";

type Around = Removing & {
  readonly step: string;
  readonly field: Field;
  readonly mayEdit: boolean;
};

/**
 * The questions inside a group or a list entry: their texts, order and limits, with controls to add and
 * remove them.
 */
export function InnerQuestions(around: Around) {
  const { definition, step, field, drafting, mayEdit } = around;
  const words = useText();
  const lng = useLanguage();
  const { schema } = field;
  const isList = schema.type === "array";
  const form = (isList ? schema.items : schema) as JsonSchema;
  if (form.type !== "object") return null;
  // A shared question is edited in its shared schema, because many forms use it. On this page only its texts
  // can be edited.
  const isOwn = form.common === undefined && schema.common === undefined;
  const within = isList ? `${field.name}.items` : field.name;
  const inner = fieldsOf(form);
  return (
    <fieldset className="blockgroup" id={`q-${field.name}-inner`} tabIndex={-1}>
      <legend>{words(isList ? "studio:inner.list" : "studio:inner.group")}</legend>
      <ol className="ways">
        {inner.map((one, at) => {
          const id = `q-${field.name}-${one.name}`;
          const path = `${within}.${one.name}`;
          const of = { ...around, id, path, field: one };
          return (
            <li key={one.name} className="way" id={id} tabIndex={-1}>
              <InnerTexts of={of} />
              <AskedOnly of={{ ...of, within, others: inner }} />
              {mayEdit && isOwn ? (
                <InnerSettings of={of} inner={inner} at={at} group={field.name} within={within} />
              ) : null}
            </li>
          );
        })}
      </ol>
      {mayEdit && isOwn ? (
        <AddQuestion
          flow={definition.flow.id}
          step={step}
          within={within}
          lists={sharedLists(drafting.draft, lng)}
          taken={inner.map(({ name }) => name)}
          onAdd={(operations) => drafting.apply(...operations)}
        />
      ) : null}
    </fieldset>
  );
}

type Inner = Around & {
  readonly id: string;
  /** Path of the question in its form: `owners.items.name`. */
  readonly path: string;
};

/** The label of an inner question, and the texts of its choices. */
function InnerTexts({ of }: { readonly of: Inner }) {
  const words = useText();
  const { id, path, definition, step, field, drafting, mayEdit } = of;
  return (
    <>
      <TextPair
        id={`${id}-label`}
        name={words("studio:text.label")}
        keys={fieldKeys(definition, step, path, "label")}
        drafting={drafting}
        mayEdit={mayEdit}
      />
      <ChoiceTexts
        id={id}
        choices={choicesOf(field.schema)}
        keysOf={(choice) => fieldKeys(definition, step, path, `options.${choice}`)}
        drafting={drafting}
        mayEdit={mayEdit}
      />
    </>
  );
}

/** Whether an inner question must be answered, its look, limits and order, and its removal. */
function InnerSettings({
  of,
  inner,
  at,
  group,
  within,
}: {
  readonly of: Inner;
  readonly inner: readonly Field[];
  /** Index of the question in its group, from 0. */
  readonly at: number;
  /** Name of the group or list that contains the question. */
  readonly group: string;
  /** Path of this group, or of the entries of this list. */
  readonly within: string;
}) {
  const words = useText();
  const { id, path, definition, step, field, drafting } = of;
  const { apply } = drafting;
  const spot = { flow: definition.flow.id, step, field: path };
  return (
    <>
      {answerKindOf(field.schema) === "agreement" ? null : (
        <MustAnswer id={id} at={spot} of={field} drafting={drafting} />
      )}
      <AskedWhen of={{ ...of, within, others: inner }} />
      <AnswerForm id={id} at={spot} definition={definition} of={field} drafting={drafting} />
      <WidgetFields id={id} at={spot} of={field} drafting={drafting} />
      <BoundFields id={id} at={spot} of={field} drafting={drafting} />
      <span className="rowwrap">
        {at > 0 ? (
          <Button
            small
            onClick={() =>
              apply({ op: "move-question", args: { ...spot, before: inner[at - 1]?.name ?? null } })
            }
          >
            {words("studio:ways.earlier")}
          </Button>
        ) : null}
        {inner.length > 1 ? (
          <RemoveQuestion
            of={of}
            id={`${id}-remove`}
            at={spot}
            onRemoved={() => focusOn([`q-${group}-${neighbourOf(inner, field.name)}`, `q-${group}-inner`])}
          />
        ) : null}
      </span>
    </>
  );
}
