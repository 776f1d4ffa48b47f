import { type Definition, type Step, stepKeys } from "../../../engine/flow/index.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { WayOn } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";
import { ruleTitle } from "../rules/rule-title.ts";
import { AddQuestion } from "./add-question.tsx";
import { AddStep } from "./add-step.tsx";
import { QuestionCard } from "./question-card.tsx";
import { questionsOf } from "./questions-of.ts";
import { RemoveStep } from "./remove-step.tsx";
import { StepMore } from "./step-more.tsx";
import { StepSettings } from "./step-settings.tsx";
import { TextPair } from "./text-pair.tsx";
import { Ways } from "./ways.tsx";

/** The texts of a step by its kind; optional ones are marked. */
const TEXTS: { readonly [kind in Step["kind"]]: readonly (readonly [part: string, optional: boolean])[] } = {
  form: [
    ["title", false],
    ["intro", true],
    ["submit", true],
  ],
  review: [
    ["title", false],
    ["intro", true],
    ["submit", true],
    ["inAll", true],
  ],
  challenge: [
    ["title", false],
    ["intro", true],
    ["submit", true],
  ],
  effect: [
    ["title", true],
    ["intro", true],
  ],
  wait: [
    ["title", false],
    ["intro", true],
  ],
  decide: [],
  end: [
    ["title", false],
    ["intro", true],
    ["next", true],
  ],
};

/** One step: purpose, texts, questions and next steps. */
export function StepPanel({
  definition,
  ways,
  step,
  field,
  titleOf,
  faultsOf,
  studied,
  readable,
  drafting,
  mayEdit,
  onField,
  onGo,
  onStep,
}: {
  readonly definition: Definition;
  readonly ways: readonly WayOn[];
  readonly step: string;
  readonly field: string | undefined;
  readonly titleOf: (step: string) => string;
  readonly faultsOf: (field: string) => number;
  readonly studied: Studied;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  readonly onField: (field: string | undefined) => void;
  /** Leads to the control of a place, on another page too. */
  readonly onGo: (place: FindingSpot) => void;
  readonly onStep: (step: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const titleOfRule = (rule: string) =>
    ruleTitle(drafting.draft, { rule, lng, unnamed: words("studio:rules.unnamed") });
  const file = definition.flow.steps[step];
  if (file === undefined) return null;
  const questions = questionsOf(definition, step);
  const onward = ways.filter(({ from }) => from === step);
  const rules = "check" in file ? (file.check ?? []) : [];
  const named =
    file.kind === "end"
      ? []
      : (file.next ?? []).flatMap(({ when }) => (typeof when === "string" ? [when] : []));
  const flow = definition.flow.id;
  return (
    <section className="studiopanel studiostep" aria-labelledby="step-title">
      <header>
        <h2 id="step-title" tabIndex={-1}>
          {titleOf(step)}
        </h2>
        <Badge>{words(`studio:kind.${file.kind}`)}</Badge>
        {questions.length > 0 ? (
          <span className="small">{words("studio:question.count", { count: questions.length })}</span>
        ) : null}
      </header>
      <div className="stepbody">
        <p className="small">{words(`studio:about.${file.kind}`)}</p>
        {TEXTS[file.kind].map(([part, optional]) => (
          <TextPair
            key={`${step} ${part}`}
            id={`t-${part}`}
            name={words(`studio:text.${part}`)}
            keys={stepKeys(definition, step, part)}
            drafting={drafting}
            mayEdit={mayEdit}
            long={part === "intro" || part === "next"}
            optional={optional}
          />
        ))}
      </div>
      {questions.length > 0 || file.kind === "form" ? (
        <>
          <h3>{words("studio:question.title")}</h3>
          <ul className="questions">
            {questions.map((one) => (
              <QuestionCard
                key={`${step} ${one.name}`}
                definition={definition}
                step={step}
                field={one}
                others={questions}
                isOpen={field === one.name}
                faults={faultsOf(one.name)}
                readable={readable}
                drafting={drafting}
                mayEdit={mayEdit}
                onRemoved={() => {
                  onField(undefined);
                  document.getElementById("step-title")?.focus();
                }}
                onRenamed={onField}
                onToggle={() => onField(field === one.name ? undefined : one.name)}
              />
            ))}
          </ul>
          {mayEdit && file.kind === "form" ? (
            <div className="stepbody">
              <AddQuestion
                flow={flow}
                step={step}
                taken={questions.map(({ name }) => name)}
                onAdd={(operation, name) => {
                  const done = drafting.apply(operation);
                  if (done) onField(name);
                  return done;
                }}
              />
            </div>
          ) : null}
        </>
      ) : null}
      {mayEdit ? (
        <StepSettings
          key={step}
          definition={definition}
          step={step}
          titleOf={titleOf}
          readable={readable}
          drafting={drafting}
        />
      ) : null}
      {mayEdit && file.kind !== "end" ? (
        <>
          <h3>{words("studio:onward.title")}</h3>
          <Ways
            key={step}
            flow={flow}
            step={step}
            titleOf={titleOf}
            sentences={studied.sentences}
            readable={readable}
            drafting={drafting}
            onStep={onStep}
          />
        </>
      ) : null}
      {onward.length > 0 && !mayEdit ? (
        <>
          <h3>{words("studio:onward.title")}</h3>
          <ul className="onward">
            {onward.map((way, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two ways may lead to the same step.
              <li key={at}>
                <button type="button" className="link" onClick={() => onStep(way.to)}>
                  {titleOf(way.to)}
                </button>
                <span className="small">
                  {way.how === "next"
                    ? way.when === null
                      ? words(
                          onward.some(({ when }) => when !== null)
                            ? "studio:onward.else"
                            : "studio:onward.always",
                        )
                      : words("studio:onward.when", { when: way.when[lng] })
                    : words(`studio:onward.${way.how}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {[...new Set([...rules, ...named])].length > 0 ? (
        <>
          <h3>{words("studio:rules.title")}</h3>
          <ul className="onward">
            {[...new Set([...rules, ...named])].map((rule) => (
              <li key={rule}>
                <PageLink className="link" to="/studio/flows/$flow/rules/$rule" params={{ flow, rule }}>
                  {titleOfRule(rule)}
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {mayEdit ? (
        <div className="stepbody">
          <StepMore
            key={step}
            flow={flow}
            step={step}
            titleOf={titleOf}
            drafting={drafting}
            onRenamed={onStep}
          />
        </div>
      ) : null}
      {mayEdit ? (
        <div className="stepbody rowwrap stepacts">
          <AddStep
            key={step}
            flow={flow}
            step={step}
            titleOf={titleOf}
            places={studied.places}
            readable={readable}
            drafting={drafting}
            onAdded={onStep}
          />
          {Object.keys(definition.flow.steps).length < 2 ? null : (
            <RemoveStep
              key={`remove ${step}`}
              definition={definition}
              step={step}
              titleOf={titleOf}
              places={studied.places}
              drafting={drafting}
              onGo={onGo}
              onRemoved={() => onStep(onward[0]?.to ?? definition.flow.start)}
            />
          )}
        </div>
      ) : null}
    </section>
  );
}
