import { Check, Info } from "lucide-react";
import type { Definition, EndStep as EndFile, Position } from "../../../engine/flow/index.ts";
import type { FailedClause } from "../../../engine/rules/rule.ts";
import type { View } from "../../kit/api/answers.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { type Moment, Timeline } from "../../kit/parts/timeline.tsx";
import { firstText, hasText, textTree, useText } from "../../kit/text/i18n.ts";
import { linkAddress, mendAddress } from "../addresses.ts";
import type { LoadedFlow } from "../module.ts";
import { linesOf } from "../show-value.ts";
import { shownGroups, shownValues } from "../shown-groups.ts";
import { tradeParts } from "../trade-parts.ts";
import { walkOf } from "../walk-of.ts";
import { ChangeableLines } from "./changeable-lines.tsx";
import { References } from "./reference-card.tsx";
import { type Read, ShownPanel } from "./shown-panel.tsx";
import { StepFrame } from "./step-frame.tsx";
import { stepText } from "./step-text.ts";
import { Timelines } from "./timelines.tsx";

/**
 * The end screen of a flow. It shows a reference and the next steps, or each missing requirement with a
 * button.
 */
export function EndStep({
  view,
  at,
  flow,
  back,
  again,
  changeStep,
}: {
  readonly view: View;
  readonly at: Extract<Position, { kind: "end" }>;
  readonly flow: LoadedFlow;
  readonly back: string;
  /** Restarts the same flow. */
  readonly again: () => void;
  /** Returns a function that opens the question of an answer; `null` if the answer may not be changed. */
  readonly changeStep: (step: string) => (() => void) | null;
}) {
  const words = useText();
  const { definition } = flow.compiled;
  const file = definition.flow.steps[at.step] as EndFile;
  const walk = walkOf(flow.compiled, view);
  const read: Read = (path) => walk?.read(path);
  const links = file.links ?? [];
  return (
    <StepFrame
      definition={definition}
      step={at.step}
      progress={null}
      close={back}
      before={<Sign outcome={at.outcome} />}
      dock={
        links.length > 0
          ? links.map((link, index) => (
              <EndLink
                key={link}
                link={link}
                main={index === 0}
                flow={view.flow}
                again={again}
                label={stepText(definition, at.step, `links.${index}`) ?? linkLabel(link, words)}
              />
            ))
          : undefined
      }
    >
      <References definition={definition} step={at.step} read={read} />
      <ShownPanel definition={definition} groups={shownGroups(definition, at.step)} read={read} />
      {at.explanation.length > 0 ? <Missing clauses={at.explanation} flow={view.flow} /> : null}
      <MayChange at={at} flow={flow} read={read} changeStep={changeStep} />
      <WhatIsNext definition={definition} step={at.step} read={read} />
    </StepFrame>
  );
}

/** What happens next: the shown timeline, or else the list in the texts, or else one sentence. */
function WhatIsNext({
  definition,
  step,
  read,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly read: Read;
}) {
  const words = useText();
  if (shownValues(definition, step).some(({ role }) => role === "timeline"))
    return <Timelines definition={definition} step={step} read={read} />;
  const moments = momentsOf(definition.flow.namespace, definition.flow.id, step);
  if (moments)
    return (
      <section aria-labelledby="next">
        <div className="sechead">
          <h2 id="next">{words("common:flow.next")}</h2>
        </div>
        <Timeline of={moments} />
      </section>
    );
  const next = stepText(definition, step, "next");
  return next ? <p className="mut shown">{next}</p> : null;
}

function Sign({ outcome }: { readonly outcome: "done" | "stopped" | "provisional" }) {
  const Icon = outcome === "done" ? Check : Info;
  return (
    <span
      className={outcome === "done" ? "ava ava--round ava--gain endsign" : "ava ava--round ava--warn endsign"}
    >
      <Icon size={24} strokeWidth={2.25} aria-hidden="true" />
    </span>
  );
}

/** The answers that led to this end and may be changed, each with a link to its question. */
function MayChange({
  at,
  flow,
  read,
  changeStep,
}: {
  readonly at: Extract<Position, { kind: "end" }>;
  readonly flow: LoadedFlow;
  readonly read: Read;
  readonly changeStep: (step: string) => (() => void) | null;
}) {
  const words = useText();
  const { definition } = flow.compiled;
  const rows = at.mayChange.map(({ step, field }) => {
    const path = `answers.${step}.${field}`;
    return { path, step, lines: linesOf(definition, path, read(path)) };
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="may-change">
      <div className="sechead">
        <h2 id="may-change">{words("common:flow.mayChange")}</h2>
      </div>
      <dl className="card cya">
        {rows.map(({ path, step, lines }) => (
          <ChangeableLines key={path} lines={lines} change={changeStep(step)} />
        ))}
      </dl>
    </section>
  );
}

/** The missing requirements, in order, each with a button that leads to its page. */
function Missing({ clauses, flow }: { readonly clauses: readonly FailedClause[]; readonly flow: string }) {
  const words = useText();
  const hrefs = clauses.map(({ mend }) => mendAddress(mend, flow, tradeParts().pages));
  return (
    <ol className="card missing shown">
      {clauses.map((clause, index) => {
        // If several requirements lead to the same page, only the first of them links to it. The page asks
        // for everything that is missing.
        const href = hrefs.indexOf(hrefs[index] ?? null) === index ? hrefs[index] : null;
        const reason = firstText([clause.reason]) ?? clause.id;
        return (
          <li key={clause.id}>
            <span className="dot" aria-hidden="true">
              {index + 1}
            </span>
            <b>{reason}</b>
            {href ? (
              <ButtonLink kind="soft" small href={href}>
                {linkLabel(clause.mend, words, "button:begin")}
                <span className="sr">: {reason}</span>
              </ButtonLink>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function EndLink({
  link,
  main,
  flow,
  again,
  label,
}: {
  readonly link: string;
  readonly main: boolean;
  readonly flow: string;
  readonly again: () => void;
  readonly label: string;
}) {
  const kind = main ? "main" : "plain";
  // A link to the same flow restarts it.
  if (link === `flow:${flow}`)
    return (
      <Button kind={kind} wide onClick={again}>
        {label}
      </Button>
    );
  return (
    <ButtonLink kind={kind} wide href={linkAddress(link, tradeParts().pages)}>
      {label}
    </ButtonLink>
  );
}

function linkLabel(link: string, words: (key: string) => string, otherwise = "button:open"): string {
  const key = `common:flow.link.${link.replace(/^flow:|^\//g, "").replace(/\W/g, "-") || "home"}`;
  return words(hasText(key) ? key : otherwise);
}

/**
 * Returns the step's text `next` as a timeline, if that text is a list of titles and details. Returns `null`
 * if it is one sentence.
 */
function momentsOf(namespace: string, flow: string, step: string): readonly Moment[] | null {
  const tree = textTree(`${namespace}:${flow}.${step}.next`);
  if (typeof tree !== "object" || tree === null) return null;
  return Object.entries(tree as Record<string, unknown>).map(([key, part], index) => {
    const { title, detail } = (typeof part === "object" && part !== null ? part : { title: part }) as {
      title?: unknown;
      detail?: unknown;
    };
    return {
      key,
      state: index === 0 ? "now" : "later",
      title: String(title ?? ""),
      ...(typeof detail === "string" ? { detail } : {}),
    };
  });
}
