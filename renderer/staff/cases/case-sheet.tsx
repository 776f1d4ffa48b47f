import { useQuery } from "@tanstack/react-query";
import { LETTER_BLANK } from "../../../domain/letter-blank.ts";
import type { Case } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { PreparedAnswers } from "./prepared-answers.tsx";
import {
  type CaseAnswer,
  type Outcome,
  type Recipient,
  type SheetStep,
  useCaseAnswer,
} from "./use-case-answer.ts";

/**
 * A dialog for an action on a case. It asks for a text, the outcome of an answer, or the recipient of a
 * handover.
 */
export function CaseSheet({
  of,
  step,
  onClose,
}: {
  readonly of: Case;
  readonly step: SheetStep;
  readonly onClose: () => void;
}) {
  const words = useText();
  const answer = useCaseAnswer({ of, step, onClose });
  const { outcome, sending, said } = answer;
  return (
    <Sheet
      title={said("title", { reference: of.reference })}
      onClose={onClose}
      footer={
        <>
          <Button kind="main" wide busy={sending.busy} onClick={answer.send}>
            {step === "answer" && of.deciders === 2 ? words("staff:cases.do.propose") : said("send")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{said("text")}</p>
      {step === "answer" && of.outcomes.length > 1 ? <OutcomeField of={of} answer={answer} /> : null}
      {step === "hand-on" ? <To desks={of.desks} to={answer.to} onTo={answer.setTo} /> : null}
      {(step === "answer" && outcome !== "done") || step === "ask" ? (
        <p className="small">{words(`staff:cases.sheet.in.${of.language}`)}</p>
      ) : null}
      <Letter of={of} answer={answer} />
      {step === "approve" ? (
        <p className="written">{of.entries.findLast(({ kind }) => kind === "proposed")?.text}</p>
      ) : (
        <LetterField answer={answer} />
      )}
      {of.follows !== null && (step === "approve" ? of.outcome : outcome) === "granted" ? (
        <Note tone="warn">{words(`staff:cases.follows.${of.follows}`)}</Note>
      ) : null}
      <FaultNote fault={sending.fault} />
    </Sheet>
  );
}

type AnswerProps = { readonly of: Case; readonly answer: CaseAnswer };

function OutcomeField({ of, answer }: AnswerProps) {
  const words = useText();
  const unticked = of.checklist.some(({ done }) => done === null);
  return (
    <SelectField
      id="case-outcome"
      label={words("staff:cases.sheet.answer.outcome")}
      value={answer.outcome}
      error={answer.tried && answer.noOutcome ? words("staff:cases.sheet.answer.outcomeMissing") : null}
      onValue={(value) => answer.choose(value as Outcome | "")}
    >
      <option value="" />
      <option value="granted" disabled={unticked}>
        {words(unticked ? "staff:cases.sheet.answer.notTicked" : "staff:cases.outcome.granted")}
      </option>
      <option value="refused">{words("staff:cases.outcome.refused")}</option>
    </SelectField>
  );
}

/** The prepared answers for the chosen outcome, if there are any. */
function Letter({ of, answer }: AnswerProps) {
  const lng = useLanguage();
  if (answer.prepared.length === 0) return null;
  return (
    <PreparedAnswers
      key={answer.outcome}
      of={answer.prepared}
      language={answer.outcome === "done" ? lng : of.language}
      text={answer.text}
      filled={answer.filled}
      onFill={answer.fill}
    />
  );
}

function LetterField({
  answer: { said, text, write, tried, isShort, isBlank },
}: Pick<AnswerProps, "answer">) {
  const words = useText();
  const fillIn = words("staff:cases.prepared.fillIn", { blank: LETTER_BLANK });
  return (
    <TextAreaField
      id="case-text"
      label={said("label")}
      value={text}
      maxLength={4000}
      rows={8}
      hint={isBlank && !tried ? fillIn : undefined}
      error={tried && isShort ? words("staff:cases.writeSomething") : tried && isBlank ? fillIn : null}
      onValue={write}
    />
  );
}

/** Fields to choose the desk that takes the case over, and a colleague at that desk. */
function To({
  desks,
  to: { desk, colleague },
  onTo,
}: {
  readonly desks: Case["desks"];
  readonly to: Recipient;
  readonly onTo: (to: Recipient) => void;
}) {
  const words = useText();
  const { data } = useQuery(get("/cases"));
  return (
    <>
      <SelectField
        id="case-desk"
        label={words("staff:cases.sheet.hand-on.desk")}
        value={desk}
        onValue={(value) => onTo({ desk: value as typeof desk, colleague: "" })}
      >
        {desks.map((one) => (
          <option key={one} value={one}>
            {words(`staff:cases.desk.${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="case-colleague"
        label={words("staff:cases.sheet.hand-on.colleague")}
        value={colleague}
        onValue={(chosen) => onTo({ desk, colleague: chosen })}
      >
        <option value="">{words("staff:cases.sheet.hand-on.anybody")}</option>
        {(data?.colleagues ?? [])
          .filter((one) => one.desk === desk)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.email}
            </option>
          ))}
      </SelectField>
    </>
  );
}
