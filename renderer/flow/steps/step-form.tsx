import Form from "@rjsf/core";
import { type FormEvent, useMemo } from "react";
import { submit as judge, tradeOf } from "../../../engine/flow/index.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import type { View } from "../../kit/api/answers.ts";
import { keepDraft } from "../../kit/api/drafts.ts";
import type { ErrorStore, ShownError } from "../form/errors.ts";
import { groupErrors } from "../form/groups.ts";
import { FormPartsProvider, ID_PREFIX, pointerOf } from "../form/parts.ts";
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  ObjectFieldTemplate,
} from "../form/templates.tsx";
import { useFieldChecks } from "../form/use-field-checks.ts";
import { useFormInput } from "../form/use-form-input.ts";
import { usePendingUploads } from "../form/use-pending-uploads.ts";
import { useRjsf } from "../form/use-rjsf.ts";
import { withReadings } from "../form/with-readings.ts";
import { type LoadedFlow, shownErrors } from "../module.ts";
import { secretFields } from "../schema-place.ts";

/** Element id of the form, for submit buttons outside it. */
export const FORM_ID = "step";

const TEMPLATES = { FieldTemplate, ObjectFieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate };

// Without `constAsDefaults`, RJSF would preselect the first choice of a `oneOf` and tick every consent.
const DEFAULTS = {
  constAsDefaults: "never",
  emptyObjectFields: "skipDefaults",
  arrayMinItems: { populate: "requiredOnly" },
} as const;

/**
 * One RJSF form for one step. A field is validated when it is left after a change; all fields are validated
 * on submit. The page uses the same engine and validators as the server, and the server validates again.
 */
export function StepForm(props: StepFormProps) {
  const { view, flow, step, errors } = props;
  const { compiled } = flow;
  const { data, onChange, onSubmit, parts } = useStepForm(props);
  const rjsf = useRjsf(flow, step);
  return (
    <FormPartsProvider value={{ ...parts, definition: compiled.definition, step, errors }}>
      <Form
        key={`${step}:${view.hash}`}
        id={FORM_ID}
        className="stepform"
        {...rjsf}
        // If a newer version of the form is loaded, the form continues with the current input.
        initialFormData={data.current}
        idPrefix={ID_PREFIX}
        idSeparator="/"
        templates={TEMPLATES}
        showErrorList={false}
        noHtml5Validate
        noValidate
        omitExtraData
        experimental_defaultFormStateBehavior={DEFAULTS}
        onChange={({ formData }, id) => onChange(formData, id ? pointerOf(id) : null)}
        onSubmit={({ formData }: { formData?: unknown }, event: FormEvent) => {
          event.preventDefault();
          onSubmit(formData);
        }}
      >
        {/* This hidden button makes Enter submit the form, because the visible button is outside the form. */}
        <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
      </Form>
    </FormPartsProvider>
  );
}

type StepFormProps = {
  readonly view: View;
  readonly flow: LoadedFlow;
  readonly step: string;
  readonly errors: ErrorStore;
  /** Initial values of unanswered fields, such as the strategy whose page the person came from. */
  readonly initial?: JsonObject;
  readonly onDraft: (draft: JsonObject) => void;
  /** Called when the answer is not valid; the store then has the errors. */
  readonly onRefused: () => void;
  readonly onAnswer: (answer: JsonObject) => void;
};

/** Holds the input of the form, and handles its changes, its submission and the reports of its fields. */
function useStepForm({ view, flow, step, errors, initial, onDraft, onRefused, onAnswer }: StepFormProps) {
  const schema = flow.compiled.definition.schemas[step] as JsonSchema;
  const secrets = useMemo(() => secretFields(schema), [schema]);
  const { data, take } = useFormInput({ view, step, schema, initial });
  const faults = () => faultsOf(flow, view, { step, answer: data.current });
  const { change, forget, settle, leave } = useFieldChecks(errors, faults);
  const uploads = usePendingUploads(FORM_ID);
  const onChange = (formData: unknown, pointer: string | null) => {
    take(formData);
    change(pointer);
    keepDraft({ instance: view.id, step, data: data.current, secrets });
    onDraft(data.current);
  };
  const onSubmit = (formData: unknown) => {
    take(formData);
    // The submission waits for files that are still being sent.
    const files = uploads.errors();
    const wrong = faults().filter(({ pointer }) => !uploads.isSending(pointer));
    uploads.submitAfterwards(files.length > 0 && wrong.length === 0);
    const found = [...wrong, ...files];
    forget();
    errors.show(found);
    if (found.length > 0) onRefused();
    else onAnswer(data.current);
  };
  return { data, onChange, onSubmit, parts: { upload: uploads.report, settle, leave } };
}

/** Returns the errors that the engine finds in an answer, as texts. */
function faultsOf(
  { compiled }: LoadedFlow,
  view: View,
  { step, answer }: { readonly step: string; readonly answer: JsonObject },
): readonly ShownError[] {
  const { definition } = compiled;
  const decision = judge(compiled, view.instance, view.facts, view.flags, { step, answer });
  const found = decision.kind === "refused" ? shownErrors(compiled, step, decision.errors) : [];
  return [
    ...found.map((error) => withReadings(error, answer, tradeOf(definition).formats)),
    ...groupErrors(definition, step, answer),
  ];
}
