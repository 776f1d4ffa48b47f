import { type Step, stepKeys } from "../../../engine/flow/index.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { WayOn } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";
import { AddStep } from "./add-step.tsx";
import type { EditedStep } from "./edited-step.ts";
import { OnwardList } from "./onward-list.tsx";
import { questionsOf } from "./questions-of.ts";
import { RemoveStep } from "./remove-step.tsx";
import { StepMore } from "./step-more.tsx";
import { StepQuestions } from "./step-questions.tsx";
import { StepRules } from "./step-rules.tsx";
import { StepSettings } from "./step-settings.tsx";
import { TextPair } from "./text-pair.tsx";
import { Ways } from "./ways.tsx";

/** The panel of one step: its purpose, texts, questions and next steps. */
export function StepPanel({
  of,
  field,
  faultsOf,
  studied,
  mayEdit,
  onField,
  onGo,
  onStep,
}: {
  readonly of: EditedStep;
  /** Name of the question that is open. */
  readonly field: string | undefined;
  readonly faultsOf: (field: string) => number;
  readonly studied: Studied;
  readonly mayEdit: boolean;
  readonly onField: (field: string | undefined) => void;
  /** Goes to the control that fixes a finding, even on another page. */
  readonly onGo: (place: FindingSpot) => void;
  readonly onStep: (step: string) => void;
}) {
  const { definition, step, titleOf, drafting } = of;
  const flow = definition.flow.id;
  const file = definition.flow.steps[step];
  if (file === undefined) return null;
  const onward = studied.ways.filter(({ from }) => from === step);
  return (
    <section className="studiopanel studiostep" aria-labelledby="step-title">
      <StepHead of={of} kind={file.kind} />
      <StepTexts of={of} kind={file.kind} mayEdit={mayEdit} />
      <StepQuestions
        of={of}
        open={field}
        faultsOf={faultsOf}
        mayEdit={mayEdit}
        onOpen={onField}
        onGo={onGo}
      />
      {mayEdit ? <StepSettings key={step} {...of} /> : null}
      {mayEdit && file.kind !== "end" ? (
        <>
          <OnwardTitle />
          <Ways key={step} flow={flow} {...of} sentences={studied.sentences} onStep={onStep} />
        </>
      ) : null}
      {onward.length > 0 && !mayEdit ? (
        <>
          <OnwardTitle />
          <OnwardList ways={onward} titleOf={titleOf} onStep={onStep} />
        </>
      ) : null}
      <StepRules flow={flow} of={file} draft={drafting.draft} />
      {mayEdit ? <StepActs of={of} studied={studied} onward={onward} onGo={onGo} onStep={onStep} /> : null}
    </section>
  );
}

function StepHead({
  of: { definition, step, titleOf },
  kind,
}: {
  readonly of: EditedStep;
  readonly kind: Step["kind"];
}) {
  const words = useText();
  const { length: count } = questionsOf(definition, step);
  return (
    <header>
      <h2 id="step-title" tabIndex={-1}>
        {titleOf(step)}
      </h2>
      <Badge>{words(`studio:kind.${kind}`)}</Badge>
      {count > 0 ? <span className="small">{words("studio:question.count", { count })}</span> : null}
    </header>
  );
}

/** The texts of a step, by its kind. Optional texts are marked. */
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

/** The purpose of a step, and its texts in both languages. */
function StepTexts({
  of: { definition, step, drafting },
  kind,
  mayEdit,
}: {
  readonly of: EditedStep;
  readonly kind: Step["kind"];
  readonly mayEdit: boolean;
}) {
  const words = useText();
  return (
    <div className="stepbody">
      <p className="small">{words(`studio:about.${kind}`)}</p>
      {TEXTS[kind].map(([part, optional]) => (
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
  );
}

function OnwardTitle() {
  const words = useText();
  return <h3>{words("studio:onward.title")}</h3>;
}

/** Controls that move, rename or remove a step, or add a step beside it. */
function StepActs({
  of: { definition, step, titleOf, readable, drafting },
  studied: { places },
  onward,
  onGo,
  onStep,
}: {
  readonly of: EditedStep;
  readonly studied: Studied;
  /** Transitions from the step to the next steps. */
  readonly onward: readonly WayOn[];
  readonly onGo: (place: FindingSpot) => void;
  readonly onStep: (step: string) => void;
}) {
  const { id: flow, steps, start } = definition.flow;
  const around = { step, titleOf, drafting };
  return (
    <>
      <div className="stepbody">
        <StepMore key={step} flow={flow} {...around} onRenamed={onStep} />
      </div>
      <div className="stepbody rowwrap stepacts">
        <AddStep key={step} flow={flow} {...around} places={places} readable={readable} onAdded={onStep} />
        {Object.keys(steps).length < 2 ? null : (
          <RemoveStep
            key={`remove ${step}`}
            definition={definition}
            {...around}
            places={places}
            onGo={onGo}
            onRemoved={() => onStep(onward[0]?.to ?? start)}
          />
        )}
      </div>
    </>
  );
}
