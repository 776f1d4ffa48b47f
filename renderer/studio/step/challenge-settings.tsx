import { CHANNEL_CODES } from "../../../domain/channels.ts";
import { stepKeys } from "../../../engine/flow/text-keys.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { SelectField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type EditedStep, otherSteps, setInStep, stepContent } from "./edited-step.ts";
import { PlaceSelect } from "./place-select.tsx";
import { RouteOptions, routeFrom, routeSaid } from "./route-options.tsx";
import { StepChoice } from "./step-choice.tsx";
import { objectOf } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** Settings of a challenge: how people prove their identity, and what follows the last failed attempt. */
export function ChallengeSettings({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { definition, step, drafting } = of;
  const { challenge, errors } = stepContent(of);
  return (
    <div className="stepbody">
      <StepChoice
        of={of}
        name="challenge"
        choices={["pin", "otp", "totp"].map((one) => [one, words(`studio:challenge.${one}`)])}
      />
      <StepChoice of={of} name="binds" choices={otherSteps(of, "review")} />
      {challenge === "otp" ? <CodeSettings of={of} /> : null}
      <SelectField
        id="s-errors-exhausted"
        label={words("studio:setting.exhausted")}
        value={routeSaid(objectOf(errors).exhausted)}
        onValue={(value) => setInStep(of, "errors", { exhausted: routeFrom(value) })}
      >
        <RouteOptions of={of} />
      </SelectField>
      <TextPair
        id="t-errors-exhausted"
        name={words("studio:setting.exhaustedSays")}
        keys={[...stepKeys(definition, step, "errors.exhausted"), "warning:errors.exhausted"]}
        drafting={drafting}
        mayEdit
      />
    </div>
  );
}

/** Settings of a code by e-mail or SMS: its purpose, how it is sent, and to whom. */
function CodeSettings({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { to } = stepContent(of);
  return (
    <>
      <StepChoice
        of={of}
        name="action"
        choices={names.actions.map((one) => [one, words(`studio:action.${one}`)])}
      />
      <StepChoice
        of={of}
        name="channel"
        choices={CHANNEL_CODES.map((one) => [one, words(`studio:channel.${one}`)])}
      />
      <PlaceSelect
        id="s-to"
        label={words("studio:setting.codeTo")}
        value={String(to ?? "")}
        none={words("studio:setting.codeToKnown")}
        readable={of.readable}
        only={(path) => path.startsWith("answers.")}
        onValue={(path) => setInStep(of, "to", path === "" ? undefined : path)}
      />
    </>
  );
}
