import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { focusOn } from "../findings/focus-on.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";
import { AddQuestion } from "./add-question.tsx";
import type { EditedStep } from "./edited-step.ts";
import { QuestionCard } from "./question-card.tsx";
import { neighbourOf, questionsOf } from "./questions-of.ts";
import { sharedLists } from "./shared-lists.ts";

/** The questions of a step. At most one is open. */
export function StepQuestions({
  of: { definition, step, readable, titleOf, drafting },
  open,
  faultsOf,
  mayEdit,
  onOpen,
  onGo,
}: {
  readonly of: EditedStep;
  /** The name of the open question. */
  readonly open: string | undefined;
  readonly faultsOf: (field: string) => number;
  readonly mayEdit: boolean;
  readonly onOpen: (field: string | undefined) => void;
  readonly onGo: (place: FindingSpot) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const questions = questionsOf(definition, step);
  const isForm = definition.flow.steps[step]?.kind === "form";
  if (questions.length === 0 && !isForm) return null;
  return (
    <>
      <h3>{words("studio:question.title")}</h3>
      <ul className="questions">
        {questions.map((field) => (
          <QuestionCard
            key={`${step} ${field.name}`}
            of={{ definition, step, field, others: questions, readable, titleOf, drafting, mayEdit, onGo }}
            isOpen={open === field.name}
            faults={faultsOf(field.name)}
            onRemoved={() => {
              onOpen(undefined);
              focusOn([`question-${neighbourOf(questions, field.name)}`, "step-title"]);
            }}
            onRenamed={onOpen}
            onToggle={() => onOpen(open === field.name ? undefined : field.name)}
          />
        ))}
      </ul>
      {mayEdit && isForm ? (
        <div className="stepbody">
          <AddQuestion
            flow={definition.flow.id}
            step={step}
            lists={sharedLists(drafting.draft, lng)}
            taken={questions.map(({ name }) => name)}
            onAdd={(operations, name) => {
              const done = drafting.apply(...operations);
              if (done) onOpen(name);
              return done;
            }}
          />
        </div>
      ) : null}
    </>
  );
}
