import type { Definition, Position, ShownValue } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { View } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { firstText, useLanguage, useText } from "../../kit/text/i18n.ts";
import { type LoadedFlow, shownErrors } from "../module.ts";
import { linesOf, widgetOf } from "../show-value.ts";
import { isAnswer, shownGroups } from "../shown-groups.ts";
import { tradeParts } from "../trade-parts.ts";
import { sayFailure } from "../use-flow.ts";
import { ChangeableLines } from "./changeable-lines.tsx";
import { type Read, ShownCard, Total } from "./shown-panel.tsx";
import { StepFrame } from "./step-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { stepText } from "./step-text.ts";
import { TimeLeft } from "./time-left.tsx";

type ReviewPosition = Extract<Position, { kind: "review" }>;

/**
 * The screen "check your answers": every value that will be submitted, each answer with a Change link. The
 * page submits exactly the values that it showed.
 */
export function ReviewStep(props: ReviewStepProps) {
  const { view, at, definition, progress, busy, back, submit, onTaken, changeStep, onOver } = props;
  const groups = shownGroups(definition, at.step).filter(({ values }) =>
    values.some(({ path }) => Object.hasOwn(at.values, path)),
  );
  const shows = groups.flatMap(({ values }) => values);
  const read: Read = (path) => at.values[path];
  // Answers store place names in Thai. To show these names in another language, the page may have to load the
  // list of places.
  tradeParts().useShownGroups(
    shows.flatMap(({ path }) => widgetOf(definition, path) ?? []),
    useLanguage(),
  );
  const send = async () => {
    const outcome = await submit(at.step, {
      answer: { values: at.values as { readonly [path: string]: Json } },
    });
    if (outcome?.kind === "taken") onTaken(outcome.view);
    else if (outcome) sayFailure(outcome.failure);
  };
  return (
    <StepFrame
      definition={definition}
      step={at.step}
      progress={progress}
      back={back}
      dock={
        <>
          <TimeLeft definition={definition} values={shows} read={read} now={view.now} onOver={onOver} />
          <Total definition={definition} step={at.step} values={shows} read={read} />
          <Button kind="main" wide busy={busy} onClick={() => void send()}>
            {stepText(definition, at.step, "submit")}
          </Button>
        </>
      }
    >
      <WhyAgain {...props} />
      {groups.some(({ heading }) => heading !== null) ? (
        groups.map((group) => (
          <section key={group.values[0]?.path} aria-label={group.heading ?? undefined}>
            {group.heading ? (
              <div className="sechead">
                <h2>{group.heading}</h2>
              </div>
            ) : null}
            <InOrder definition={definition} values={group.values} read={read} changeStep={changeStep} />
          </section>
        ))
      ) : (
        <InOrder definition={definition} values={shows} read={read} changeStep={changeStep} />
      )}
      <Blocking clauses={view.blocking} />
    </StepFrame>
  );
}

type ReviewStepProps = StepProps & { readonly at: ReviewPosition; readonly flow: LoadedFlow };

/** Explains why the person must check the values again. */
function WhyAgain({ at, flow }: ReviewStepProps) {
  const words = useText();
  // The errors of the review are more precise than a general "something changed".
  const contested = shownErrors(flow.compiled, at.step, at.errors).map(({ text }) => text);
  const why = contested.length > 0 ? contested : at.changed ? [words("common:flow.valuesChanged")] : [];
  return why.length > 0 ? (
    <div className="shown">
      {why.map((text) => (
        <Note key={text} tone="warn" role="status">
          {text}
        </Note>
      ))}
    </div>
  ) : null;
}

/** The conditions that prevent the submission. */
function Blocking({ clauses }: { readonly clauses: View["blocking"] }) {
  return clauses.length > 0 ? (
    <div className="shown">
      {clauses.map((clause) => (
        <Note key={clause.id} tone="warn">
          {firstText([clause.reason]) ?? clause.id}
        </Note>
      ))}
    </div>
  ) : null;
}

/** Shows the values in file order: answers with Change links, and the other values in cards between them. */
function InOrder({
  definition,
  values,
  read,
  changeStep,
}: {
  readonly definition: Definition;
  readonly values: readonly ShownValue[];
  readonly read: Read;
  readonly changeStep: (step: string) => (() => void) | null;
}) {
  return runsOf(values).map(({ answers, run }, index) => {
    const key = run[0]?.path;
    if (!answers)
      return (
        <ShownCard
          key={key}
          definition={definition}
          values={run}
          read={read}
          // The first group of values is drawn as the result, because the groups after it explain it.
          look={index === 0 && values.length > run.length ? "result" : ""}
        />
      );
    const lines = run.map((shown) => ({
      step: shown.path.split(".")[1] ?? "",
      of: linesOf(definition, shown.path, read(shown.path), shown),
    }));
    return lines.every(({ of }) => of.length === 0) ? null : (
      <dl key={key} className="card cya shown">
        {lines.map(({ step, of }) => (
          <ChangeableLines key={of[0]?.path ?? step} lines={of} change={changeStep(step)} />
        ))}
      </dl>
    );
  });
}

type Run = { readonly answers: boolean; readonly run: ShownValue[] };

function runsOf(values: readonly ShownValue[]): readonly Run[] {
  const runs: Run[] = [];
  for (const shown of values) {
    const answers = isAnswer(shown);
    const last = runs.at(-1);
    if (last?.answers === answers) last.run.push(shown);
    else runs.push({ answers, run: [shown] });
  }
  return runs;
}
