import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { fieldsOf } from "../../../engine/flow/form-schema.ts";
import type { EffectStep, FormStep as FormStepFile } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { dropDraft } from "../../kit/api/drafts.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { differencesOf } from "../changed-elsewhere.ts";
import { afterPress } from "../form/after-press.ts";
import { ErrorSummary } from "../form/error-summary.tsx";
import { createErrorStore, type ErrorStore } from "../form/errors.ts";
import { type LoadedFlow, shownErrors, walkWithDraft } from "../module.ts";
import { screenOrder } from "../schema-place.ts";
import { isAnswer, shownGroups } from "../shown-groups.ts";
import { sayFailure } from "../use-flow.ts";
import { firstDraft } from "../view.ts";
import { Ahead } from "./ahead.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { AnswerLines, LimitLine, type Read, ShownPanel } from "./shown-panel.tsx";
import { FORM_ID, StepForm } from "./step-form.tsx";
import { StepFrame } from "./step-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { stepText } from "./step-text.ts";
import { TimeLeft } from "./time-left.tsx";

/** A screen with a form. The form asks for an answer, or for secrets that an effect needs. */
export function FormStep(props: FormStepProps) {
  const { view, definition, flow, step, progress, busy, back, initial, below, changeStep } = props;
  const file = definition.flow.steps[step] as FormStepFile | EffectStep;
  const errors = useMemo(
    () => createErrorStore(screenOrder(definition.schemas[step], definition.fieldOrder[step])),
    [definition, step],
  );
  const [draft, draftSoon] = useDraft(() => firstDraft(view, step, initial));
  const { refusals, contested, refuse, send } = useSubmission(props, errors);
  const { shows, answers, others, read } = useShownBeside(props, draft);
  // The text to agree to is shown above its checkbox.
  const above = fieldsOf(definition.schemas[step] ?? {}).every((field) => field.schema.const === true);

  return (
    <StepFrame
      definition={definition}
      step={step}
      progress={progress}
      back={back}
      before={<ErrorSummary errors={errors} shown={refusals} />}
      dock={
        <>
          <TimeLeft definition={definition} values={shows} read={read} now={view.now} onOver={props.onOver} />
          <Button kind="main" wide type="submit" form={FORM_ID} busy={busy}>
            {stepText(definition, step, "submit")}
          </Button>
        </>
      }
    >
      <NewVersionNote hash={view.hash} />
      {contested === null ? null : <Contested {...props} mine={contested} />}
      <AnswerLines definition={definition} values={answers} read={read} onChange={changeStep} />
      {above ? <ShownPanel definition={definition} groups={others} read={read} /> : null}
      <LimitLine definition={definition} values={shows} read={read} />
      <StepForm
        view={view}
        flow={flow}
        step={step}
        errors={errors}
        {...(initial ? { initial } : {})}
        onDraft={draftSoon}
        onRefused={refuse}
        onAnswer={(answer) => void send(answer)}
      />
      {above ? null : <ShownPanel definition={definition} groups={others} read={read} />}
      {file.kind === "form" ? <Ahead definition={definition} step={step} progress={progress} /> : null}
      {below ? <div className="shown">{below}</div> : null}
      {file.kind === "form" && stepText(definition, step, "next") ? (
        <Note>{stepText(definition, step, "next")}</Note>
      ) : null}
    </StepFrame>
  );
}

type FormStepProps = StepProps & {
  readonly flow: LoadedFlow;
  readonly step: string;
  readonly initial?: JsonObject;
  /** Content shown under the form, such as a log-in link. */
  readonly below?: ReactNode;
};

/**
 * Holds the current input, from which the values beside the form are computed. They are computed again when
 * the person pauses, so that typing stays fast.
 */
function useDraft(first: () => JsonObject) {
  const [draft, setDraft] = useState<JsonObject>(first);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pending.current), []);
  const draftSoon = (next: JsonObject) => {
    clearTimeout(pending.current);
    pending.current = setTimeout(() => afterPress(() => setDraft(next)), 120);
  };
  return [draft, draftSoon] as const;
}

/**
 * Sends the answer, and shows why it was rejected. `refusals` counts the rejections; each one moves the focus
 * to the errors.
 */
function useSubmission({ view, flow, step, submit, onTaken }: FormStepProps, errors: ErrorStore) {
  const words = useText();
  const { compiled } = flow;
  const [refusals, setRefusals] = useState(0);
  // The answer that the person sent from this window, after another window had stored a different one.
  const [contested, setContested] = useState<JsonObject | null>(null);

  // If errors from the server reopened this step, the fields show these errors from the start.
  useEffect(() => {
    const { at } = view;
    if ((at.kind === "form" || at.kind === "effect") && at.step === step) {
      const contested = shownErrors(compiled, step, at.errors).filter((error) => !isJustMissing(error.code));
      if (contested.length > 0) {
        errors.show(contested.map((error) => ({ ...error, byServer: true })));
        setRefusals((count) => count + 1);
      }
    }
  }, [view, compiled, step, errors]);

  const send = async (answer: JsonObject) => {
    const outcome = await submit(step, { answer });
    if (outcome === null) return;
    if (outcome.kind === "taken") return onTaken(outcome.view);
    if (outcome.kind === "failed") {
      const { failure } = outcome;
      if (failure.kind !== "refused" || failure.code !== "changed-elsewhere") return sayFailure(failure);
      setContested(answer);
      scrollTo(0, 0);
      return;
    }
    const list =
      outcome.errors.length > 0 ? outcome.errors : [{ pointer: "", code: "refused", text: outcome.message }];
    errors.show(list.map((error) => ({ ...error, byServer: true })));
    setRefusals((count) => count + 1);
  };
  const refuse = () => {
    setRefusals((count) => count + 1);
    // Specification, section 8: missing input is also reported in a toast.
    if (errors.all().some(({ code }) => isJustMissing(code)))
      toast({ id: "submit", tone: "loss", text: words("form:summary.missing") });
  };
  return { refusals, contested, refuse, send };
}

/** The values that are shown beside the form, computed from the current input. */
function useShownBeside({ view, flow, step }: FormStepProps, draft: JsonObject) {
  const { compiled } = flow;
  const groups = useMemo(() => shownGroups(compiled.definition, step), [compiled, step]);
  const walk = useMemo(
    () => (groups.length === 0 ? null : walkWithDraft({ compiled, view, step, draft })),
    [compiled, view, step, draft, groups.length],
  );
  const shows = groups.flatMap(({ values }) => values);
  // Earlier answers are shown above the form. Answers to this form are shown in its own fields.
  const answers = shows.filter((shown) => isAnswer(shown) && shown.role === null);
  const others = groups.map(({ heading, values }) => ({
    heading,
    values: values.filter((shown) => !answers.includes(shown)),
  }));
  const read: Read = (path) => walk?.read(path);
  return { shows, answers, others, read };
}

/** Shows the rejected answer beside the different answer that another window had sent. */
function Contested({ view, definition, step, onTaken, mine }: FormStepProps & { readonly mine: JsonObject }) {
  return (
    <ChangedElsewhere
      differences={differencesOf(definition, step, {
        here: mine,
        there: view.instance.answers[step]?.value as JsonObject | undefined,
      })}
      onOther={() => {
        dropDraft(view.id, step);
        onTaken(view);
      }}
    />
  );
}

/**
 * Reports that a new version was published while the form was open. The draft continues in the new version.
 */
function NewVersionNote({ hash }: { readonly hash: string }) {
  const words = useText();
  const [begunOn] = useState(hash);
  return hash === begunOn ? null : (
    <div className="shown">
      <Note tone="warn" role="status">
        {words("common:flow.stale")}
      </Note>
    </div>
  );
}

/** Whether an error only reports an empty field. A form that nobody has touched must not show such errors. */
function isJustMissing(code: string): boolean {
  return code === "required" || code === "type" || code === "minItems";
}
