import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import type { Readable } from "../blocks/readable.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { KINDS, type NewKind } from "./new-step.ts";
import { PairFields } from "./pair-fields.tsx";
import { type NewStepForm, useNewStep } from "./use-new-step.ts";

/**
 * A form that adds a step: its kind, title and position. If the step is not for everyone, it also needs a
 * condition.
 */
export function AddStep({
  flow,
  step,
  titleOf,
  places,
  readable,
  drafting,
  onAdded,
}: {
  readonly flow: string;
  /** Identifier of the current step. The new step is placed on one of its transitions. */
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly places: readonly ReadablePlace[];
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly onAdded: (step: string) => void;
}) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const form = useNewStep({ flow, step, places, drafting });
  const close = () => {
    setOpen(false);
    form.clear();
  };
  const add = () => {
    const id = form.add();
    if (id === null) return;
    close();
    onAdded(id);
  };
  return (
    <>
      <Button small kind="soft" id="add-step" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:addStep.open")}
      </Button>
      {isOpen ? (
        <Sheet
          title={words("studio:addStep.open")}
          onClose={close}
          footer={
            <Button kind="main" wide disabled={!form.isReady} onClick={add}>
              {words("studio:addStep.add")}
            </Button>
          }
        >
          <KindFields of={form} />
          <SpotField of={form} from={titleOf(step)} titleOf={titleOf} />
          {form.chosen.where === "branch" ? <BranchCondition of={form} readable={readable} /> : null}
        </Sheet>
      ) : null}
    </>
  );
}

/** Fields for the kind of the new step, and for what a step of this kind needs. */
function KindFields({ of: { chosen, set, effects, needsTitle } }: { readonly of: NewStepForm }) {
  const words = useText();
  const { kind, title, effect, challenge } = chosen;
  const isWait = kind === "wait";
  return (
    <>
      <ChoiceField
        id="add-step-kind"
        label={words("studio:addStep.kind")}
        hint={words(`studio:about.${kind}`)}
        value={kind}
        choices={KINDS.map((one) => [one, words(`studio:kind.${one}`)])}
        onValue={(value) => set({ kind: value as NewKind })}
      />
      {kind === "effect" || isWait ? (
        <ChoiceField
          id="add-step-effect"
          label={words(`studio:setting.${isWait ? "for" : "effect"}`)}
          value={effect}
          choices={effects.map((one) => [
            one,
            words(isWait ? `studio:events.${one}` : `definition:effects.${one}`),
          ])}
          onValue={(value) => set({ effect: value })}
        />
      ) : null}
      {kind === "challenge" ? (
        <ChoiceField
          id="add-step-challenge"
          label={words("studio:setting.challenge")}
          value={challenge}
          choices={["pin", "otp", "totp"].map((one) => [one, words(`studio:challenge.${one}`)])}
          onValue={(value) => set({ challenge: value })}
        />
      ) : null}
      {needsTitle ? (
        <PairFields
          id="add-step-title"
          name={words("studio:text.title")}
          value={title}
          onValue={(value) => set({ title: value })}
        />
      ) : null}
    </>
  );
}

function SpotField({
  of: { chosen, set, spots },
  from,
  titleOf,
}: {
  readonly of: NewStepForm;
  /** Title of the current step. */
  readonly from: string;
  readonly titleOf: (step: string) => string;
}) {
  const words = useText();
  return (
    <ChoiceField
      id="add-step-where"
      label={words("studio:addStep.where")}
      value={chosen.where}
      choices={spots.map(({ where, to }) => [
        where,
        to === null
          ? words(`studio:addStep.${where}`, { from })
          : words("studio:addStep.between", { from, to: titleOf(to) }),
      ])}
      onValue={(where) => set({ where })}
    />
  );
}

/** A field for the condition under which people take a new branch. */
function BranchCondition({
  of: { chosen, set, spots },
  readable,
}: {
  readonly of: NewStepForm;
  readonly readable: Readable;
}) {
  const words = useText();
  if (chosen.when === null)
    return (
      <ComparisonForm
        was={null}
        rule={null}
        readable={readable}
        onSet={(when) => set({ when })}
        onClose={() => set({ where: spots[0]?.where ?? "" })}
      />
    );
  return (
    <p className="small" role="status">
      {words("studio:addStep.condition")}{" "}
      <Button small onClick={() => set({ when: null })}>
        {words("studio:blocks.change")}
      </Button>
    </p>
  );
}
