import type { Json } from "../../../engine/values/json.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { type EditedQuestion, questionText, spotOf } from "./edited-question.ts";
import { choicesOf } from "./questions-of.ts";

/**
 * A setting with which a question is asked only after a certain answer to another question of the same form.
 */
export function AskedWhen({ of }: { readonly of: EditedQuestion }) {
  const words = useText();
  const sayOnly = useAskedOnly(of);
  const { field, others, drafting } = of;
  const deciders = others.filter((other) => other.name !== field.name && choicesOf(other.schema).length > 0);
  const chosen = Object.entries(field.when[0] ?? {})[0];
  if (deciders.length === 0) return null;
  return (
    <ChoiceField
      id={`q-${field.name}-when`}
      label={words("studio:question.when")}
      value={chosen === undefined ? "" : JSON.stringify([chosen[0], chosen[1][0]])}
      empty={words("studio:question.always")}
      choices={deciders.flatMap(({ name, schema }) =>
        choicesOf(schema).map((choice) => [JSON.stringify([name, choice]), sayOnly(name, [choice])] as const),
      )}
      onValue={(value) => {
        const [other, is] = value === "" ? [null, null] : (JSON.parse(value) as [string, Json]);
        drafting.apply({
          op: "set-asked-when",
          args: { ...spotOf(of), when: other === null ? null : { field: other, is: [is] } },
        });
      }}
    />
  );
}

/** The conditions under which a question is asked, as sentences. */
export function AskedOnly({ of }: { readonly of: EditedQuestion }) {
  const sayOnly = useAskedOnly(of);
  return of.field.when
    .flatMap((condition) => Object.entries(condition).map(([other, values]) => sayOnly(other, values)))
    .map((one) => (
      <p key={one} className="small">
        {one}
      </p>
    ));
}

/** Returns a function that makes the sentence "asked only if", for certain answers to another question. */
function useAskedOnly(of: EditedQuestion) {
  const words = useText();
  const lng = useLanguage();
  return (name: string, answers: readonly Json[]) =>
    words("studio:question.onlyWhen", {
      question: questionText(of, lng, { name, part: "label" }) ?? name,
      answer: answers
        .map((value) => questionText(of, lng, { name, part: `options.${value}` }) ?? String(value))
        .join(", "),
    });
}
