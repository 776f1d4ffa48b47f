import { Fragment } from "react";
import type { Definition, Position, Progress } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { View } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { firstText, useLanguage, useText } from "../../kit/text/i18n.ts";
import { type LoadedFlow, shownErrors } from "../module.ts";
import { labelOf, linesOf, type ShownLine } from "../show-value.ts";
import { tradeParts } from "../trade-parts.ts";
import { type Submitted, sayFailure } from "../use-flow.ts";
import type { StepBody } from "../view.ts";
import { ChangeableLines } from "./changeable-lines.tsx";
import { pairsOf } from "./shown-panel.tsx";
import { StepFrame, stepText } from "./step-frame.tsx";

type ReviewPosition = Extract<Position, { kind: "review" }>;

/** Check your answers: every value that will be submitted, each with a way to change it. What is sent is what was shown. */
export function ReviewStep({
  view,
  at,
  flow,
  definition,
  progress,
  busy,
  back,
  submit,
  onTaken,
  changeStep,
}: {
  readonly view: View;
  readonly at: ReviewPosition;
  readonly flow: LoadedFlow;
  readonly definition: Definition;
  readonly progress: Progress;
  readonly busy: boolean;
  readonly back: (() => void) | string | undefined;
  readonly submit: (step: string, body: StepBody) => Promise<Submitted | null>;
  readonly onTaken: (view: View) => void;
  readonly changeStep: (step: string) => (() => void) | null;
}) {
  const words = useText();
  // What put the review in doubt says more than that something is another.
  const contested = shownErrors(flow.compiled, at.step, at.errors).map(({ text }) => text);
  const why = contested.length > 0 ? contested : at.changed ? [words("common:flow.valuesChanged")] : [];
  const paths = Object.keys(at.values);
  tradeParts().useShownGroups(paths, useLanguage());
  const sections = sectionsOf(definition, at.values);
  const rest = pairsOf(
    definition,
    paths.filter((path) => !path.startsWith("answers.")),
    (path) => at.values[path],
  );
  // The file's order: a result that it names first is read first, its reasons after it.
  const resultFirst = paths[0]?.startsWith("answers.") === false;
  const panel =
    rest.length === 0 ? null : (
      <section className={resultFirst ? "card card--pad shown result" : "card card--pad shown"}>
        <Pairs of={rest} />
      </section>
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
          <Total definition={definition} values={at.values} />
          <Button kind="main" wide busy={busy} onClick={() => void send()}>
            {stepText(definition, at.step, "submit") ?? words("button:confirm")}
          </Button>
        </>
      }
    >
      {why.length > 0 ? (
        <div className="shown">
          {why.map((text) => (
            <Note key={text} tone="warn" role="status">
              {text}
            </Note>
          ))}
        </div>
      ) : null}
      {resultFirst ? panel : null}
      {sections.map(({ group, title, steps }) => (
        <section key={group} aria-label={title || undefined}>
          {title ? (
            <div className="sechead">
              <h2>{title}</h2>
            </div>
          ) : null}
          <dl className={title ? "card cya" : "card cya shown"}>
            {steps.map(({ step, lines }) => (
              <Fragment key={step}>
                <ChangeableLines lines={lines} change={changeStep(step)} />
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      {resultFirst ? null : panel}
      {view.blocking.length > 0 ? (
        <div className="shown">
          {view.blocking.map((clause) => (
            <Note key={clause.id} tone="warn">
              {firstText([clause.reason]) ?? clause.id}
            </Note>
          ))}
        </div>
      ) : null}
    </StepFrame>
  );
}

/** So many lines are read at a glance and need no headings. */
const FEW_LINES = 14;

type Section = {
  readonly group: string;
  readonly title: string;
  readonly steps: readonly { readonly step: string; readonly lines: readonly ShownLine[] }[];
};

/** What is shown, step by step under the heading of the group that the steps belong to. */
function sectionsOf(definition: Definition, values: Readonly<Record<string, Json>>): readonly Section[] {
  const { namespace, id, steps } = definition.flow;
  const paths = Object.keys(values).filter((path) => path.startsWith("answers."));
  const names = [...new Set(paths.map((path) => path.split(".")[1] ?? ""))];
  const sections = new Map<string, { title: string; steps: Section["steps"][number][] }>();
  for (const step of names) {
    const lines = paths
      .filter((path) => path.split(".")[1] === step)
      .flatMap((path) => linesOf(definition, path, values[path]));
    if (lines.length === 0) continue;
    const group = steps[step]?.group ?? step;
    const title =
      firstText([`${namespace}:${id}.groups.${group}`]) ?? stepText(definition, step, "title") ?? step;
    const section = sections.get(group) ?? { title, steps: [] };
    section.steps.push({ step, lines });
    sections.set(group, section);
  }
  const parts = [...sections].map(([group, section]) => ({ group, ...section }));
  const count = parts.flatMap(({ steps: of }) => of.flatMap(({ lines }) => lines)).length;
  return count > FEW_LINES
    ? parts
    : [{ group: "all", title: "", steps: parts.flatMap((part) => part.steps) }];
}

/** What she pays in all, over the button, where the review shows exactly one amount that she entered. */
function Total({
  definition,
  values,
}: {
  readonly definition: Definition;
  readonly values: Readonly<Record<string, Json>>;
}) {
  const words = useText();
  const amounts = Object.keys(values).filter(
    (path) => path.startsWith("answers.") && path.endsWith(".amount") && typeof values[path] === "string",
  );
  const [path] = amounts;
  if (amounts.length !== 1 || path === undefined) return null;
  const [line] = linesOf(definition, path, values[path]);
  return line ? (
    <p className="docknote">
      <span>{words("common:flow.youPay", { what: labelOf(definition, path) })}</span>
      <b className="num s18">{line.value}</b>
    </p>
  ) : null;
}
