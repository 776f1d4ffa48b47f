import type { Field } from "../../../engine/flow/form-schema.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fieldKindOf } from "../../../engine/verify/lint/index.ts";
import { useText } from "../../kit/text/i18n.ts";
import { AnswerForm } from "./answer-form.tsx";
import { BoundFields } from "./bound-fields.tsx";
import { ConsentMeaning } from "./consent-meaning.tsx";
import { spotOf } from "./edited-question.ts";
import { PlaceSelect } from "./place-select.tsx";
import { RemoveQuestion, type Removing } from "./remove-question.tsx";
import { Rename } from "./rename.tsx";
import { objectOf, stepInDraft } from "./step-file.ts";
import { WidgetFields } from "./widget-fields.tsx";

type Edited = Removing & { readonly step: string; readonly field: Field };

/** A question's widget, limits and initial value, and a button that removes it. */
export function QuestionSettings({
  onRemoved,
  onRenamed,
  ...of
}: Edited & {
  readonly onRemoved: () => void;
  readonly onRenamed: (name: string) => void;
}) {
  const words = useText();
  const { definition, step, field, drafting } = of;
  const { name } = field;
  const at = spotOf({ definition, step, field });
  return (
    <details className="questionmore">
      <summary>{words("studio:question.more")}</summary>
      <div className="gap12">
        <ConsentMeaning id={`q-${name}`} at={at} of={field} drafting={drafting} />
        <AnswerForm id={`q-${name}`} at={at} definition={definition} of={field} drafting={drafting} />
        <WidgetFields id={`q-${name}`} at={at} of={field} drafting={drafting} />
        <BoundFields id={`q-${name}`} at={at} of={field} drafting={drafting} />
        <Prefill {...of} />
        <Rename
          id={`q-${name}-rename`}
          name={name}
          renaming={(to) => ({ op: "rename-question", args: { ...at, to } })}
          drafting={drafting}
          onRenamed={onRenamed}
        />
        <RemoveQuestion of={of} id={`q-${name}-remove`} at={at} onRemoved={onRemoved} />
      </div>
    </details>
  );
}

/** A field to choose the data path whose value the question starts with. */
function Prefill({ definition, step, field: { name, schema }, readable, drafting }: Edited) {
  const words = useText();
  const flow = definition.flow.id;
  const content = stepInDraft(drafting.draft, flow, step);
  const kind = fieldKindOf(schema);
  if (content.kind !== "form" || kind === "agreement" || kind === "file-ref" || kind === "group") return null;
  const prefill = objectOf(content.prefill);
  return (
    <PlaceSelect
      id={`q-${name}-prefill`}
      label={words("studio:question.prefill")}
      value={String(prefill[name] ?? "")}
      none={words("studio:question.prefillNone")}
      readable={readable}
      only={(path) => !path.startsWith(`answers.${step}.`) && !path.startsWith("flags.")}
      onValue={(path) => {
        const [file, pointer] = [`flows/${flow}/flow.json`, `/steps/${step}/prefill`];
        const { [name]: _, ...rest } = prefill;
        const next: JsonObject = path === "" ? rest : { ...rest, [name]: path };
        drafting.apply(
          Object.keys(next).length === 0
            ? { op: "remove-value", args: { file, pointer } }
            : { op: "set-value", args: { file, pointer, value: next, before: "next" } },
        );
      }}
    />
  );
}
