import type { JsonObject } from "../../../engine/values/json.ts";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { Checklists } from "./checklists.tsx";
import { type EditedStep, setInStep, stepContent } from "./edited-step.ts";
import { EffectInputs } from "./effect-inputs.tsx";
import { effectsIn } from "./new-step.ts";
import { otherReaders } from "./other-answers.ts";
import { PreparedLetters } from "./prepared-letters.tsx";
import { RouteOptions, routeFrom, routeSaid } from "./route-options.tsx";
import { StepChoice } from "./step-choice.tsx";
import { objectOf } from "./step-file.ts";

/**
 * Settings of an effect step: its inputs, the texts that it prepares for the desk, and the next step for each
 * error.
 */
export function EffectSettings({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { definition, step, readable, drafting } = of;
  const around = { definition, step, readable, drafting };
  const { effect } = stepContent(of);
  const readers = otherReaders(definition, step);
  // An effect that the flow may no longer use is still listed. A finding explains why it must be replaced.
  const offered = [...new Set([...effectsIn(drafting.draft, definition.flow.id), String(effect)])];
  return (
    <>
      <div className="stepbody">
        <StepChoice
          of={of}
          name="effect"
          choices={offered.map((id) => [id, words(`definition:effects.${id}`)])}
        />
      </div>
      <EffectInputs {...around} />
      {readers === null ? null : <p className="small">{words(`studio:input.others.${readers}`)}</p>}
      <Checklists {...around} />
      <PreparedLetters {...around} />
      <ErrorRoutes of={of} />
    </>
  );
}

/** The next step for each error of the effect. */
function ErrorRoutes({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { effect, errors } = stepContent(of);
  const signature = objectOf(readFile(of.drafting.draft, `schemas/effects/${effect}.json`));
  const routes = objectOf(errors);
  const codes = Object.keys(objectOf(signature.errors));
  if (codes.length === 0) return null;
  return (
    <>
      <h3>{words("studio:setting.errors")}</h3>
      <div className="stepbody">
        {codes.map((code) => (
          <SelectField
            key={code}
            id={`s-errors-${code}`}
            label={words(`studio:errorCode.${code}`)}
            value={routeSaid(routes[code])}
            onValue={(value) =>
              setInStep(of, "errors", { ...routes, [code]: routeFrom(value) } satisfies JsonObject)
            }
          >
            <option value="">{words("studio:blocks.choose")}</option>
            <RouteOptions of={of} mayRetry />
          </SelectField>
        ))}
      </div>
    </>
  );
}
