import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { type EditedStep, setInStep, stepContent } from "./edited-step.ts";
import { listOf } from "./step-file.ts";

/** The rules that the answers of a step must satisfy. */
export function StepChecks({ of }: { readonly of: EditedStep }) {
  const words = useText();
  const { rules } = of.readable;
  const checks = listOf(stepContent(of).check).map(String);
  return (
    <>
      <h3>{words("studio:setting.check")}</h3>
      <ul className="ways">
        {checks.map((rule, at) => (
          <li key={rule} className="way rowwrap" id={`s-check-${at}`} tabIndex={-1}>
            <span className="grow">{rules.find(({ id }) => id === rule)?.title ?? rule}</span>
            <Button
              small
              onClick={() =>
                setInStep(of, "check", checks.length === 1 ? undefined : checks.filter((one) => one !== rule))
              }
            >
              {words("studio:blocks.remove")}
            </Button>
          </li>
        ))}
        <li className="way">
          <ChoiceField
            id="s-check"
            label={words("studio:setting.addCheck")}
            value=""
            empty={words("studio:blocks.choose")}
            choices={rules.filter(({ id }) => !checks.includes(id)).map(({ id, title }) => [id, title])}
            onValue={(rule) => rule !== "" && setInStep(of, "check", [...checks, rule])}
          />
        </li>
      </ul>
    </>
  );
}
