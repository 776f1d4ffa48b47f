import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { type EditedStep, otherSteps, setInStep, stepContent } from "./edited-step.ts";
import { effectsIn } from "./new-step.ts";
import { PlaceSelect } from "./place-select.tsx";
import { StepChoice } from "./step-choice.tsx";
import { objectOf } from "./step-file.ts";

/** Settings of a waiting step: the event, the time limit, and what follows a timeout. */
export function WaitSettings({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { definition, readable, drafting } = of;
  const { within, until, onTimeout } = stepContent(of);
  const events = effectsIn(drafting.draft, definition.flow.id, "events");
  return (
    <div className="stepbody">
      <StepChoice of={of} name="for" choices={events.map((id) => [id, words(`studio:events.${id}`)])} />
      <StepChoice of={of} name="since" choices={otherSteps(of, "effect", "challenge", "wait")} />
      <TextField
        id="s-within"
        label={words("studio:setting.within")}
        inputMode="numeric"
        value={/^P(\d+)D$/.exec(String(within ?? ""))?.[1] ?? ""}
        onValue={(days) => /^[1-9]\d{0,2}$/.test(days) && setInStep(of, "within", `P${days}D`)}
      />
      <PlaceSelect
        id="s-until"
        label={words("studio:setting.until")}
        value={String(until ?? "")}
        none={words("studio:setting.none")}
        readable={readable}
        only={(path) => readable.places.some((one) => one.path === path && one.kind === "instant")}
        onValue={(path) => setInStep(of, "until", path === "" ? undefined : path)}
      />
      <ChoiceField
        id="s-onTimeout-to"
        label={words("studio:setting.onTimeout")}
        value={String(objectOf(onTimeout).to ?? "")}
        choices={otherSteps(of)}
        onValue={(to) => setInStep(of, "onTimeout", { to })}
      />
    </div>
  );
}
