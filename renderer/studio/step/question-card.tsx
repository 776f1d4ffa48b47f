import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { type EditedQuestion, questionText, spotOf } from "./edited-question.ts";
import { OrderButtons } from "./order-buttons.tsx";
import { QuestionBody } from "./question-body.tsx";
import { answerKindOf } from "./questions-of.ts";

/**
 * A card for a question. A closed card shows the label and kind; an open one shows the texts in both
 * languages and the condition.
 */
export function QuestionCard({
  of,
  isOpen,
  faults,
  onRemoved,
  onRenamed,
  onToggle,
}: {
  readonly of: EditedQuestion;
  readonly isOpen: boolean;
  readonly faults: number;
  readonly onRemoved: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onToggle: () => void;
}) {
  return (
    <li className={isOpen ? "question isopen" : "question"}>
      <QuestionHead of={of} isOpen={isOpen} faults={faults} onToggle={onToggle} />
      {isOpen ? <QuestionBody of={of} onRemoved={onRemoved} onRenamed={onRenamed} /> : null}
    </li>
  );
}

function QuestionHead({
  of,
  isOpen,
  faults,
  onToggle,
}: {
  readonly of: EditedQuestion;
  readonly isOpen: boolean;
  readonly faults: number;
  readonly onToggle: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const { name, schema, required, when } = of.field;
  const heading = questionText(of, lng, { name, part: "label" }) ?? words("studio:question.noLabel");
  const asked = required ? "required" : when.length > 0 ? "sometimes" : "optional";
  return (
    <div className="questionhead">
      <button
        type="button"
        id={`question-${name}`}
        aria-expanded={isOpen}
        aria-controls={`question-${name}-body`}
        onClick={onToggle}
      >
        <b>{heading}</b>
        <span className="small">{words(`studio:answer.${answerKindOf(schema)}`)}</span>
      </button>
      {faults > 0 ? <Badge tone="loss">{words("studio:findings.count", { count: faults })}</Badge> : null}
      <Badge>{words(`studio:question.${asked}`)}</Badge>
      {of.mayEdit ? <QuestionOrder of={of} heading={heading} /> : null}
    </div>
  );
}

/** Buttons that move a question up or down in its form. */
function QuestionOrder({ of, heading }: { readonly of: EditedQuestion; readonly heading: string }) {
  const { field, others, drafting } = of;
  const place = others.findIndex((other) => other.name === field.name);
  const move = (before: number) =>
    drafting.apply({
      op: "move-question",
      args: { ...spotOf(of), before: others[before]?.name ?? null },
    });
  return (
    <span className="order">
      <OrderButtons
        name={heading}
        isFirst={place <= 0}
        isLast={place >= others.length - 1}
        onUp={() => move(place - 1)}
        onDown={() => move(place + 2)}
      />
    </span>
  );
}
