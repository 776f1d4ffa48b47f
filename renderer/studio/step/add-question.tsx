import { Plus } from "lucide-react";
import { useState } from "react";
import type { Operation } from "../../../engine/edits/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type Choice, ChoiceField } from "../choice-field.tsx";
import {
  addedQuestion,
  hasChoices,
  hasQuestions,
  isFromList,
  type NewQuestion,
  nameFor,
  newKinds,
} from "./new-question.ts";
import { EMPTY_PAIR, isFilled, type Pair, PairFields, trimmed } from "./pair-fields.tsx";
import { haveSameNames, sameNames } from "./same-choice.ts";

/** A form that adds a question, with its texts in both languages, its choices, and its first inner question. */
export function AddQuestion({
  flow,
  step,
  within = null,
  taken,
  lists,
  onAdd,
}: {
  readonly flow: string;
  readonly step: string;
  /** Path of the group or list that the question is added to; `null` for the form itself. */
  readonly within?: string | null;
  /** Names of the existing questions of the form, group or list. */
  readonly taken: readonly string[];
  /** Lists that forms share. */
  readonly lists: readonly Choice[];
  readonly onAdd: (operations: readonly Operation[], name: string) => boolean;
}) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState(EMPTY);
  const isReady = isComplete(asked);
  const close = () => {
    setOpen(false);
    setAsked({ ...EMPTY, kind: asked.kind });
  };
  const add = () => {
    if (!isReady) return;
    const { kind, label, choices, first, list } = asked;
    const name = nameFor(label.en, taken);
    const field = within === null ? name : `${within}.${name}`;
    const choiceTexts = choices.filter(isFilled).map(trimmed);
    const question = { kind, label: trimmed(label), choices: choiceTexts, first: trimmed(first), list };
    if (onAdd(addedQuestion({ flow, step, field }, question), name)) close();
  };
  return (
    <>
      <Button small kind="soft" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:add.open")}
      </Button>
      {isOpen ? (
        <Sheet
          title={words("studio:add.open")}
          onClose={close}
          footer={
            <Button kind="main" wide disabled={!isReady} onClick={add}>
              {words("studio:add.add")}
            </Button>
          }
        >
          <QuestionFields asked={asked} isInside={within !== null} lists={lists} onAsked={setAsked} />
        </Sheet>
      ) : null}
    </>
  );
}

const EMPTY: NewQuestion = {
  kind: "choice",
  label: EMPTY_PAIR,
  choices: [EMPTY_PAIR, EMPTY_PAIR],
  first: EMPTY_PAIR,
  list: "",
};

/** Whether a new question has all texts that its kind needs. */
function isComplete({ kind, label, choices, first, list }: NewQuestion): boolean {
  return (
    isFilled(label) &&
    (!hasChoices(kind) || (choices.filter(isFilled).length >= 2 && !haveSameNames(choices))) &&
    (!hasQuestions(kind) || isFilled(first)) &&
    (!isFromList(kind) || list !== "")
  );
}

/** Fields for the kind of a new question, and for the texts that the kind needs. */
function QuestionFields({
  asked,
  isInside,
  lists,
  onAsked,
}: {
  readonly asked: NewQuestion;
  readonly isInside: boolean;
  readonly lists: readonly Choice[];
  readonly onAsked: (asked: NewQuestion) => void;
}) {
  const words = useText();
  const { kind, label, choices, first } = asked;
  return (
    <>
      <p className="small">{words(kind === "agreement" ? "studio:add.consent" : "studio:add.intro")}</p>
      <ChoiceField
        id="add-kind"
        label={words("studio:add.kind")}
        value={kind}
        choices={newKinds({ isInside }).map((one) => [one, words(`studio:answer.${one}`)])}
        onValue={(value) => onAsked({ ...asked, kind: value })}
      />
      <PairFields
        id="add-label"
        name={words("studio:text.label")}
        value={label}
        onValue={(value) => onAsked({ ...asked, label: value })}
      />
      {isFromList(kind) ? (
        <ChoiceField
          id="add-list"
          label={words("studio:add.list")}
          hint={words("studio:add.listHint")}
          value={asked.list}
          empty={words("studio:blocks.choose")}
          choices={lists}
          onValue={(list) => onAsked({ ...asked, list })}
        />
      ) : null}
      {kind === "scored" ? <p className="small">{words("studio:add.scores")}</p> : null}
      {hasChoices(kind) ? (
        <NewChoices of={choices} onValue={(value) => onAsked({ ...asked, choices: value })} />
      ) : null}
      {hasQuestions(kind) ? (
        <PairFields
          id="add-first"
          name={words("studio:add.first")}
          value={first}
          onValue={(value) => onAsked({ ...asked, first: value })}
        />
      ) : null}
    </>
  );
}

/** Fields for the texts of a new question's choices. */
function NewChoices({
  of,
  onValue,
}: {
  readonly of: readonly Pair[];
  readonly onValue: (choices: readonly Pair[]) => void;
}) {
  const words = useText();
  return (
    <>
      {of.map((choice, at) => (
        <PairFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no name before it is added.
          key={at}
          id={`add-choice-${at}`}
          name={words("studio:text.choice", { number: at + 1 })}
          value={choice}
          same={sameNames(choice, of.slice(0, at))}
          onValue={(value) => onValue(of.map((one, index) => (index === at ? value : one)))}
        />
      ))}
      <Button small onClick={() => onValue([...of, EMPTY_PAIR])}>
        {words("studio:add.choice")}
      </Button>
    </>
  );
}
