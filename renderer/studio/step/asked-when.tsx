import type { FieldCondition } from "../../../engine/flow/form-schema.ts";
import type { Json } from "../../../engine/values/json.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { AskedCases } from "./asked-cases.tsx";
import { decidersOf } from "./asked-conditions.ts";
import { type EditedQuestion, idOf, questionText, spotOf } from "./edited-question.ts";
import { choicesOf } from "./questions-of.ts";

/** Value of the select if no single answer decides. */
const SEVERAL = "several";

/**
 * Settings with which a question is asked only after certain answers to other questions of the same form. One
 * answer is chosen from a list; several answers are put together below it.
 */
export function AskedWhen({ of }: { readonly of: EditedQuestion }) {
  const words = useText();
  const sayOnly = useAskedOnly(of);
  const { field, others, drafting } = of;
  const { when } = field;
  const deciders = decidersOf(field, others);
  if (deciders.length === 0 && when.length === 0) return null;
  const set = (next: readonly FieldCondition[]) =>
    void drafting.apply({ op: "set-asked-when", args: { ...spotOf(of), when: next } });
  const isDecider = (name: string) => deciders.some((one) => one.name === name);
  const isSimple =
    when.length <= 1 && when.every((one) => isOneAnswer(one) && Object.keys(one).every(isDecider));
  return (
    <>
      <ChoiceField
        id={`${idOf(of)}-when`}
        label={words("studio:question.when")}
        value={isSimple ? choiceOf(when[0]) : SEVERAL}
        empty={words("studio:question.always")}
        choices={[
          ...deciders.flatMap(({ name, schema }) =>
            choicesOf(schema).map((choice) => {
              const condition = { [name]: [choice] };
              return [choiceOf(condition), sayOnly([condition])] as const;
            }),
          ),
          ...(isSimple ? [] : [[SEVERAL, words("studio:question.several")] as const]),
        ]}
        onValue={(value) => {
          if (value === "") set([]);
          else if (value !== SEVERAL) set([JSON.parse(value) as FieldCondition]);
        }}
      />
      <details open={!isSimple}>
        <summary>{words("studio:question.bySeveral")}</summary>
        <AskedCases of={of} deciders={deciders} onCases={set} />
      </details>
    </>
  );
}

function isOneAnswer(condition: FieldCondition): boolean {
  const parts = Object.values(condition);
  return parts.length === 1 && parts[0]?.length === 1;
}

/** Returns the value in the select for a condition on one answer; empty if there is none. */
function choiceOf(condition: FieldCondition | undefined): string {
  return condition === undefined ? "" : JSON.stringify(condition);
}

/** The conditions under which a question is asked, as one sentence. */
export function AskedOnly({ of }: { readonly of: EditedQuestion }) {
  const sayOnly = useAskedOnly(of);
  return of.field.when.length === 0 ? null : <p className="small">{sayOnly(of.field.when)}</p>;
}

/** Returns a function that makes the sentence "asked only if" for conditions. One of them is enough. */
function useAskedOnly(of: EditedQuestion) {
  const words = useText();
  const lng = useLanguage();
  const listed = (texts: readonly string[], word: "and" | "or") =>
    texts.reduce((first, second) => words(`studio:question.${word}`, { first, second }));
  const part = ([name, answers]: readonly [string, readonly Json[]]) =>
    words("studio:question.isAnswer", {
      question: questionText(of, lng, { name, part: "label" }) ?? name,
      answer: answers
        .map((value) => questionText(of, lng, { name, part: `options.${value}` }) ?? String(value))
        .join(", "),
    });
  return (conditions: readonly FieldCondition[]) => {
    const cases = conditions.map((condition) => listed(Object.entries(condition).map(part), "and"));
    return words("studio:question.onlyWhen", { what: listed(cases, "or") });
  };
}
