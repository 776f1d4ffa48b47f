import { useText } from "../../kit/text/i18n.ts";
import { type Choice, ChoiceField } from "../choice-field.tsx";
import { type EditedStep, setInStep, stepContent } from "./edited-step.ts";

/** A setting of a step: one of a closed list. */
export function StepChoice({
  of,
  name,
  choices,
  none,
}: {
  readonly of: EditedStep;
  /** The setting's name in the step's file. */
  readonly name: string;
  readonly choices: readonly Choice[];
  /** The label of "none"; without it a choice is required. */
  readonly none?: string;
}) {
  const words = useText();
  const value = stepContent(of)[name];
  return (
    <ChoiceField
      id={`s-${name}`}
      label={words(`studio:setting.${name}`)}
      value={String(value ?? "")}
      empty={none ?? (value === undefined ? words("studio:blocks.choose") : null)}
      choices={choices}
      onValue={(next) => setInStep(of, name, next === "" ? undefined : next)}
    />
  );
}
