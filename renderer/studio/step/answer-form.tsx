import type { Field } from "../../../engine/flow/form-schema.ts";
import { type Definition, fieldKeys } from "../../../engine/flow/index.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { changedKind, formErrorsOf, kindOf, kindsFor, OWN, SIGNS } from "./answer-kind.ts";
import { TextPair } from "./text-pair.tsx";
import { groupsOf, patternOf, SIGN_GROUPS } from "./written-signs.ts";

type Answered = {
  readonly id: string;
  readonly at: { readonly flow: string; readonly step: string; readonly field: string };
  readonly definition: Definition;
  readonly of: Field;
  readonly drafting: Drafting;
};

/**
 * What people answer to a question: its kind, the signs that a text may have, and the sentences that people
 * read if their answer has the wrong form.
 */
export function AnswerForm(answered: Answered) {
  const words = useText();
  const { id, at, definition, of, drafting } = answered;
  const kinds = kindsFor(of);
  const kind = kindOf(of.schema);
  const keysOf = (part: string) => fieldKeys(definition, at.step, at.field, part);
  return (
    <>
      {kinds.length < 2 ? null : (
        <ChoiceField
          id={`${id}-kind`}
          label={words("studio:add.kind")}
          value={kind}
          choices={kinds.map((one) => [one, words(`studio:answer.${one}`)])}
          onValue={(to) => {
            const [optionsKey = ""] = keysOf("options");
            if (to !== OWN && to !== kind)
              drafting.apply(...changedKind(at, of.schema, { kind: to, optionsKey }));
          }}
        />
      )}
      {kind === SIGNS ? <Signs {...answered} /> : null}
      {formErrorsOf(of.schema).map((code) => (
        <TextPair
          key={code}
          id={`${id}-errors-${code}`}
          name={words("studio:written.error")}
          keys={keysOf(`errors.${code}`)}
          drafting={drafting}
          mayEdit
          optional
        />
      ))}
    </>
  );
}

/** The groups of signs of which a text may consist. At least one besides spaces stays chosen. */
function Signs({ id, at, of: { schema }, drafting }: Answered) {
  const words = useText();
  const chosen = groupsOf(String(schema.pattern)) ?? [];
  const [only, ...others] = chosen.filter((group) => group !== "space");
  return (
    <fieldset className="field" id={`${id}-pattern`} tabIndex={-1}>
      <legend>{words("studio:written.title")}</legend>
      <div className="ticks">
        {SIGN_GROUPS.map((group) => (
          <label key={group} className="tick">
            <input
              type="checkbox"
              id={`${id}-pattern-${group}`}
              checked={chosen.includes(group)}
              disabled={others.length === 0 && group === only}
              onChange={(event) => {
                const next = event.target.checked
                  ? [...chosen, group]
                  : chosen.filter((one) => one !== group);
                drafting.apply({
                  op: "set-keyword",
                  args: { ...at, keyword: "pattern", value: patternOf(next) },
                });
              }}
            />
            {words(`studio:written.${group}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
