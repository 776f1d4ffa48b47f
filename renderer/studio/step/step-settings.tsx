import { flowKeys } from "../../../engine/flow/text-keys.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ChallengeSettings } from "./challenge-settings.tsx";
import { type EditedStep, stepContent } from "./edited-step.ts";
import { EffectSettings } from "./effect-settings.tsx";
import { EndSettings } from "./end-settings.tsx";
import { ShownList } from "./shown-list.tsx";
import { StepChecks } from "./step-checks.tsx";
import { StepChoice } from "./step-choice.tsx";
import { WaitSettings } from "./wait-settings.tsx";

/**
 * The settings of a step by its kind, in addition to its texts and questions. The values of each setting come
 * from a closed list.
 */
export function StepSettings(of: EditedStep) {
  const { definition, step, readable, drafting } = of;
  const { kind, form } = stepContent(of);
  return (
    <>
      {kind === "form" || (kind === "effect" && form === true) ? <StepChecks of={of} /> : null}
      {kind === "effect" ? <EffectSettings of={of} /> : null}
      {kind === "challenge" ? <ChallengeSettings of={of} /> : null}
      {kind === "wait" ? <WaitSettings of={of} /> : null}
      {kind === "end" ? <EndSettings of={of} /> : null}
      {kind === "decide" ? null : (
        <>
          <ShownList definition={definition} step={step} readable={readable} drafting={drafting} />
          <StepGroup of={of} />
        </>
      )}
    </>
  );
}

/** A field to choose the stage of the progress bar to which the step belongs. */
function StepGroup({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { definition } = of;
  const groups = definition.flow.groups ?? [];
  if (groups.length === 0) return null;
  return (
    <div className="stepbody">
      <StepChoice
        of={of}
        name="group"
        choices={groups.map((one) => [one, words(flowKeys(definition, `groups.${one}`)[0] ?? one)])}
        none={words("studio:setting.none")}
      />
    </div>
  );
}
