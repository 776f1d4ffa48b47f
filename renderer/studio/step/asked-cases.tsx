import type { Field, FieldCondition } from "../../../engine/flow/form-schema.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { NamedButton } from "../named-button.tsx";
import { withAnswers, withQuestion } from "./asked-conditions.ts";
import { type EditedQuestion, idOf, questionText } from "./edited-question.ts";
import { choicesOf } from "./questions-of.ts";

type Cases = {
  readonly of: EditedQuestion;
  /** Questions of the form whose answers can decide. */
  readonly deciders: readonly Field[];
  readonly onCases: (cases: readonly FieldCondition[]) => void;
};

/**
 * The cases in which a question is asked. One case is enough. In a case, each question has one of the ticked
 * answers.
 */
export function AskedCases(cases: Cases) {
  const words = useText();
  const { of, deciders, onCases } = cases;
  const { when } = of.field;
  const [first] = deciders;
  return (
    <div className="gap12" id={`${idOf(of)}-cases`}>
      {when.map((condition, at) => (
        <AskedCase
          // biome-ignore lint/suspicious/noArrayIndexKey: a case has no name; its content changes with each tick.
          key={at}
          {...cases}
          at={at}
          condition={condition}
        />
      ))}
      {first === undefined ? null : (
        <Button
          small
          id={`${idOf(of)}-case-add`}
          onClick={() =>
            onCases(withAnswers(when, { at: when.length, question: first.name, answers: firstAnswer(first) }))
          }
        >
          {words(when.length === 0 ? "studio:question.addCase" : "studio:question.orCase")}
        </Button>
      )}
    </div>
  );
}

/** The questions of one case, all of which must have one of their ticked answers. */
function AskedCase({
  at,
  condition,
  ...cases
}: Cases & { readonly at: number; readonly condition: FieldCondition }) {
  const words = useText();
  const { of, deciders, onCases } = cases;
  const { when } = of.field;
  const unused = deciders.find((one) => !Object.hasOwn(condition, one.name));
  return (
    <fieldset className="blockgroup">
      <legend>{words(at === 0 ? "studio:question.case" : "studio:question.otherCase")}</legend>
      {Object.entries(condition).map(([question, answers], index) => (
        <AskedPart
          key={question}
          {...cases}
          id={`${idOf(of)}-case-${at}-${index}`}
          at={at}
          question={question}
          answers={answers}
        />
      ))}
      {unused === undefined ? null : (
        <Button
          small
          id={`${idOf(of)}-case-${at}-and`}
          onClick={() =>
            onCases(withAnswers(when, { at, question: unused.name, answers: firstAnswer(unused) }))
          }
        >
          {words("studio:question.andAnswer")}
        </Button>
      )}
    </fieldset>
  );
}

/** One question of a case, and the answers of which it must have one. */
function AskedPart({
  id,
  at,
  question,
  answers,
  of,
  deciders,
  onCases,
}: Cases & {
  readonly id: string;
  readonly at: number;
  readonly question: string;
  readonly answers: readonly Json[];
}) {
  const words = useText();
  const lng = useLanguage();
  const { when } = of.field;
  const taken = Object.keys(when[at] ?? {});
  const nameOf = (name: string) => questionText(of, lng, { name, part: "label" }) ?? name;
  const choices = choicesOf(deciders.find(({ name }) => name === question)?.schema ?? {});
  const set = (next: readonly Json[]) => onCases(withAnswers(when, { at, question, answers: next }));
  return (
    <div className="ruleblock">
      <ChoiceField
        id={id}
        label={words("studio:question.decides")}
        value={question}
        choices={[...new Set([question, ...deciders.map(({ name }) => name)])]
          .filter((name) => name === question || !taken.includes(name))
          .map((name) => [name, nameOf(name)])}
        onValue={(to) => {
          const chosen = deciders.find(({ name }) => name === to);
          if (chosen !== undefined)
            onCases(withQuestion(when, { at, from: question, to, answers: firstAnswer(chosen) }));
        }}
      />
      <div className="ticks">
        {choices.map((choice) => (
          <label key={String(choice)} className="tick">
            <input
              type="checkbox"
              id={`${id}-${choice}`}
              checked={answers.includes(choice)}
              disabled={answers.length === 1 && answers.includes(choice)}
              onChange={(event) =>
                set(choices.filter((one) => (one === choice ? event.target.checked : answers.includes(one))))
              }
            />
            {questionText(of, lng, { name: question, part: `options.${choice}` }) ?? String(choice)}
          </label>
        ))}
      </div>
      <NamedButton says={words("studio:blocks.remove")} name={nameOf(question)} onClick={() => set([])} />
    </div>
  );
}

function firstAnswer({ schema }: Field): readonly Json[] {
  return choicesOf(schema).slice(0, 1);
}
