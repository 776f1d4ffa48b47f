import Form from "@rjsf/core";
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { type FormEvent, useEffect, useMemo, useRef } from "react";
import { fieldsOf } from "../../../engine/flow/form-schema.ts";
import { submit as judge, tradeOf } from "../../../engine/flow/index.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import type { View } from "../../kit/api/answers.ts";
import { keepDraft } from "../../kit/api/drafts.ts";
import { useText } from "../../kit/text/i18n.ts";
import { afterPress } from "../form/after-press.ts";
import { type ErrorStore, isAt } from "../form/errors.ts";
import { groupErrors } from "../form/groups.ts";
import { FormPartsProvider, ID_PREFIX } from "../form/parts.ts";
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  ObjectFieldTemplate,
} from "../form/templates.tsx";
import { uiSchemaOf } from "../form/ui-schema.ts";
import { withReadings } from "../form/with-readings.ts";
import { type LoadedFlow, shownErrors } from "../module.ts";
import { secretFields } from "../schema-place.ts";
import { type TradeParts, tradeParts } from "../trade-parts.ts";
import { firstDraft } from "../view.ts";
import { widgets } from "../widgets/index.ts";

/** The form's id, for submit buttons outside it. */
export const FORM_ID = "step";

const TEMPLATES = { FieldTemplate, ObjectFieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate };

// constAsDefaults: otherwise RJSF would preselect the first choice of a oneOf and tick every consent.
const DEFAULTS = {
  constAsDefaults: "never",
  emptyObjectFields: "skipDefaults",
  arrayMinItems: { populate: "requiredOnly" },
} as const;

/**
 * One RJSF form for one step. A field is validated when it is left after a change, and all fields on submit, by the
 * same engine and validators as on the server; the server validates again.
 */
export function StepForm({
  view,
  flow,
  step,
  errors,
  initial,
  onDraft,
  onRefused,
  onAnswer,
}: {
  readonly view: View;
  readonly flow: LoadedFlow;
  readonly step: string;
  readonly errors: ErrorStore;
  /** Initial values of unanswered fields, such as the strategy the person came from. */
  readonly initial?: JsonObject;
  readonly onDraft: (draft: JsonObject) => void;
  /** The answer is not valid; the errors are in the store. */
  readonly onRefused: () => void;
  readonly onAnswer: (answer: JsonObject) => void;
}) {
  const words = useText();
  const { compiled, validateFns, validatorOf } = flow;
  const registered = useMemo(() => registeredBy(tradeParts()), []);
  const schema = compiled.definition.schemas[step] as JsonSchema;
  const rjsfSchema = schema as RJSFSchema;
  const secrets = useMemo(() => secretFields(schema), [schema]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once per step and version; later views must not overwrite what is typed, and a new version begins with the draft.
  const begun = useMemo<JsonObject>(() => firstDraft(view, step, initial), [view.id, step, view.hash]);
  const groups = useMemo(
    () =>
      Object.fromEntries(
        fieldsOf(schema)
          .filter((field) => field.schema.type === "object" && isRequired(schema, field.name))
          .map((field) => [field.name, {}]),
      ),
    [schema],
  );
  const data = useRef<JsonObject>({ ...groups, ...begun });
  const version = useRef(view.hash);
  if (version.current !== view.hash) {
    version.current = view.hash;
    data.current = { ...groups, ...begun };
  }
  const changed = useRef(new Set<string>());
  const validator = useMemo(
    () =>
      validatorOf === undefined
        ? createPrecompiledValidator(validateFns as never, rjsfSchema)
        : interpreted(validatorOf),
    [validateFns, validatorOf, rjsfSchema],
  );
  const uiSchema = useMemo(() => {
    const found = compiled.definition.flow.steps[step];
    const hints = found && "ui" in found ? (found.ui ?? {}) : {};
    return {
      ...uiSchemaOf(schema, hints, compiled.definition.fieldOrder[step]),
      "ui:submitButtonOptions": { norender: true },
    };
  }, [compiled, schema, step]);

  // Untouched groups are sent as empty objects, so that each of their missing fields gets its error.
  const whole = (formData: unknown): JsonObject => ({ ...groups, ...(formData as JsonObject | undefined) });
  const faults = () => {
    const decision = judge(compiled, view.instance, view.facts, view.flags, {
      step,
      answer: data.current,
    });
    const found = decision.kind === "refused" ? shownErrors(compiled, step, decision.errors) : [];
    return [
      ...found.map((error) => withReadings(error, data.current, tradeOf(compiled.definition).formats)),
      ...groupErrors(compiled.definition, step, data.current),
    ];
  };
  const waiting = useRef(new Set<string>());
  const judgeWaiting = () => {
    if (waiting.current.size === 0) return;
    const found = faults();
    for (const pointer of waiting.current)
      errors.showAt(
        pointer,
        found.filter((error) => isAt(error, pointer)),
      );
    waiting.current.clear();
  };
  const settle = (pointer: string) => {
    // RJSF reports a change after the widget made it; the field is validated then, or soon if nothing changed.
    waiting.current.add(pointer);
    setTimeout(() => afterPress(judgeWaiting), 60);
  };
  // A fixed error disappears while typing; a new one appears only when the field is left.
  const mending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(mending.current), []);
  const touched = useRef(new Set<string>());
  const dropMended = () => {
    errors.dropMended(faults(), touched.current);
    touched.current.clear();
  };
  const clearMended = () => {
    clearTimeout(mending.current);
    if (errors.all().length === 0) return;
    mending.current = setTimeout(() => afterPress(dropMended), 200);
  };
  const uploads = useRef(new Set<string>());
  const goesOnAfterUpload = useRef(false);
  const uploadErrors = () =>
    [...uploads.current].map((pointer) => ({ pointer, code: "file-ref", text: words("common:upload.wait") }));
  const upload = (pointer: string, state: "sending" | "failed" | null) => {
    if (state === "sending") uploads.current.add(pointer);
    else uploads.current.delete(pointer);
    // The field shows the error; a second press continues without the file if it is optional.
    if (state === "failed") goesOnAfterUpload.current = false;
    if (!goesOnAfterUpload.current || uploads.current.size > 0) return;
    goesOnAfterUpload.current = false;
    // RJSF passes the file on after the widget reported it.
    setTimeout(() => {
      const form = document.getElementById(FORM_ID);
      if (form instanceof HTMLFormElement) form.requestSubmit();
    }, 60);
  };
  const parts = {
    upload,
    definition: compiled.definition,
    step,
    errors,
    settle,
    leave: (pointer: string) => {
      if (changed.current.delete(pointer)) settle(pointer);
    },
  };

  return (
    <FormPartsProvider value={parts}>
      <Form
        key={`${step}:${view.hash}`}
        id={FORM_ID}
        className="stepform"
        schema={rjsfSchema}
        uiSchema={uiSchema}
        validator={validator}
        // A newer version of the form starts with the current input.
        initialFormData={data.current}
        idPrefix={ID_PREFIX}
        idSeparator="/"
        templates={TEMPLATES}
        {...registered}
        showErrorList={false}
        noHtml5Validate
        noValidate
        omitExtraData
        experimental_defaultFormStateBehavior={DEFAULTS}
        onChange={({ formData }, id) => {
          data.current = whole(formData);
          if (id) {
            changed.current.add(id.slice(ID_PREFIX.length));
            touched.current.add(id.slice(ID_PREFIX.length));
          }
          afterPress(judgeWaiting);
          clearMended();
          keepDraft({ instance: view.id, step, data: data.current, secrets });
          onDraft(data.current);
        }}
        onSubmit={({ formData }: { formData?: unknown }, event: FormEvent) => {
          event.preventDefault();
          data.current = whole(formData);
          // Submitting waits for files that are still being sent.
          const files = uploadErrors();
          goesOnAfterUpload.current = files.length > 0;
          const wrong = faults().filter(({ pointer }) => !uploads.current.has(pointer));
          const found = [...wrong, ...files];
          if (wrong.length > 0) goesOnAfterUpload.current = false;
          // Everything is validated now: a pending check of a field must not clear the server's errors.
          for (const left of [waiting, changed, touched]) left.current.clear();
          clearTimeout(mending.current);
          errors.show(found);
          if (found.length > 0) onRefused();
          else onAnswer(data.current);
        }}
      >
        {/* Enter in a field submits, although the visible button is outside the form. */}
        <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
      </Form>
    </FormPartsProvider>
  );
}

/** RJSF's question about a draft: does a schema condition hold? Errors come from the engine. */
function interpreted(validatorOf: NonNullable<LoadedFlow["validatorOf"]>): ValidatorType {
  return {
    isValid: (schema, formData) => validatorOf(schema as JsonSchema)(formData),
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  };
}

/** The fields and widgets that RJSF finds by name. */
function registeredBy(parts: TradeParts) {
  const groups = Object.entries(parts.groups).map(([name, { field }]) => [name, field] as const);
  return { fields: Object.fromEntries(groups), widgets: { ...widgets, ...parts.widgets } };
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && (schema.required as readonly unknown[]).includes(name);
}
