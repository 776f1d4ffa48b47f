import { useState } from "react";
import type { JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { type Choice, ChoiceField } from "../choice-field.tsx";
import { changedFlow, type EditedFlow } from "./edited-flow.ts";
import { flowInDraft, listOf, objectOf, stepsInDraft } from "./step-file.ts";

/**
 * The invariants of a flow. Each invariant is a rule that must hold before a certain step, on every path to
 * that step.
 */
export function FlowInvariants({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  const { definition, titleOf, readable, drafting } = of;
  const flow = definition.flow.id;
  const invariants = listOf(flowInDraft(drafting.draft, flow).invariants).map(objectOf);
  const set = (next: readonly JsonObject[]) => void drafting.apply(changedFlow(of, "invariants", next));
  return (
    <>
      <h3>{words("studio:whole.invariants")}</h3>
      <ul className="ways">
        {invariants.map(({ before, rule }, at) => (
          <li key={`${before} ${rule}`} className="way rowwrap" id={`f-invariants-${at}`} tabIndex={-1}>
            <span className="grow">
              {words("studio:whole.invariant", {
                step: titleOf(String(before)),
                rule: readable.rules.find(({ id }) => id === rule)?.title ?? String(rule),
              })}
            </span>
            <Button small onClick={() => set(invariants.filter((_, index) => index !== at))}>
              {words("studio:blocks.remove")}
            </Button>
          </li>
        ))}
        <li className="way">
          <AddInvariant
            steps={stepsInDraft(drafting.draft, flow).map(([id]) => [id, titleOf(id)])}
            rules={readable.rules}
            onAdd={(one) => set([...invariants, one])}
          />
        </li>
      </ul>
    </>
  );
}

/** A form that adds an invariant: first the step, then the rule. */
function AddInvariant({
  steps,
  rules,
  onAdd,
}: {
  readonly steps: readonly Choice[];
  readonly rules: Readable["rules"];
  readonly onAdd: (one: JsonObject) => void;
}) {
  const words = useText();
  const [before, setBefore] = useState("");
  return (
    <>
      <ChoiceField
        id="f-invariants"
        label={words("studio:whole.addInvariant")}
        value={before}
        empty={words("studio:blocks.choose")}
        choices={steps}
        onValue={setBefore}
      />
      {before === "" ? null : (
        <ChoiceField
          id="f-invariants-rule"
          label={words("studio:whole.invariantRule")}
          value=""
          empty={words("studio:blocks.choose")}
          choices={rules.map(({ id, title }) => [id, title])}
          onValue={(rule) => {
            if (rule === "") return;
            onAdd({ before, rule });
            setBefore("");
          }}
        />
      )}
    </>
  );
}
