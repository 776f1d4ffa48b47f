import type { Operation } from "../../../engine/edits/index.ts";
import { type Field, fieldsOf } from "../../../engine/flow/form-schema.ts";
import { type Definition, fieldKeys } from "../../../engine/flow/index.ts";
import type { JsonSchema } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { AddQuestion } from "./add-question.tsx";
import { BoundFields } from "./bound-fields.tsx";
import { answerKindOf, choicesOf } from "./questions-of.ts";
import { TextPair } from "./text-pair.tsx";

/** The questions inside a group, or of each list entry: texts, order, limits; add and remove. */
export function InnerQuestions({
  definition,
  step,
  field,
  drafting,
  mayEdit,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
}) {
  const words = useText();
  const { apply } = drafting;
  const { schema } = field;
  const isList = schema.type === "array";
  const form = (isList ? schema.items : schema) as JsonSchema;
  if (form.type !== "object") return null;
  // A shared question is edited at its source for all forms; here only its texts.
  const isOwn = form.common === undefined && schema.common === undefined;
  const within = isList ? `${field.name}.items` : field.name;
  const flow = definition.flow.id;
  const inner = fieldsOf(form);
  const atOf = (name: string) => ({ flow, step, field: `${within}.${name}` });
  return (
    <fieldset className="blockgroup" id={`q-${field.name}-inner`} tabIndex={-1}>
      <legend>{words(isList ? "studio:inner.list" : "studio:inner.group")}</legend>
      <ol className="ways">
        {inner.map((one, at) => (
          <li key={one.name} className="way" id={`q-${field.name}-${one.name}`} tabIndex={-1}>
            <TextPair
              id={`q-${field.name}-${one.name}-label`}
              name={words("studio:text.label")}
              keys={fieldKeys(definition, step, `${within}.${one.name}`, "label")}
              drafting={drafting}
              mayEdit={mayEdit}
            />
            {choicesOf(one.schema).map((choice, index) => (
              <TextPair
                key={String(choice)}
                id={`q-${field.name}-${one.name}-option-${choice}`}
                name={words("studio:text.choice", { number: index + 1 })}
                keys={fieldKeys(definition, step, `${within}.${one.name}`, `options.${choice}`)}
                drafting={drafting}
                mayEdit={mayEdit}
              />
            ))}
            {mayEdit && isOwn ? (
              <>
                {answerKindOf(one.schema) === "agreement" ? null : (
                  <label className="tick">
                    <input
                      type="checkbox"
                      id={`q-${field.name}-${one.name}-required`}
                      checked={one.required || one.requiredWhen.length > 0}
                      onChange={(event) =>
                        apply({
                          op: "set-required",
                          args: { ...atOf(one.name), required: event.target.checked },
                        })
                      }
                    />
                    {words("studio:question.mustAnswer")}
                  </label>
                )}
                <BoundFields
                  id={`q-${field.name}-${one.name}`}
                  at={atOf(one.name)}
                  of={one}
                  drafting={drafting}
                />
                <span className="rowwrap">
                  {at > 0 ? (
                    <Button
                      small
                      onClick={() =>
                        apply({
                          op: "move-question",
                          args: { ...atOf(one.name), before: inner[at - 1]?.name ?? null },
                        })
                      }
                    >
                      {words("studio:ways.earlier")}
                    </Button>
                  ) : null}
                  {inner.length > 1 ? (
                    <Button small onClick={() => apply({ op: "remove-question", args: atOf(one.name) })}>
                      {words("studio:question.remove")}
                    </Button>
                  ) : null}
                </span>
              </>
            ) : null}
          </li>
        ))}
      </ol>
      {mayEdit && isOwn ? (
        <AddQuestion
          flow={flow}
          step={step}
          taken={inner.map(({ name }) => name)}
          onAdd={(operation, name) => apply(inside(operation, within, name))}
        />
      ) : null}
    </fieldset>
  );
}

/** The same operation, on a question inside another. */
function inside(operation: Operation, within: string, name: string): Operation {
  return operation.op === "add-question"
    ? { ...operation, args: { ...operation.args, field: `${within}.${name}` } }
    : operation;
}
