import { useText } from "../../kit/text/i18n.ts";
import { type Choice, ChoiceField } from "../choice-field.tsx";
import { type EditedStep, setInStep, stepContent } from "./edited-step.ts";

/** A setting of a step whose value comes from a closed list. */
export function StepChoice({
  of,
  name,
  choices,
  none,
}: {
  readonly of: EditedStep;
  /** Name of the setting in the step's file. */
  readonly name: string;
  readonly choices: readonly Choice[];
  /** Label of the option "none". If it is not given, a person must choose a value. */
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
