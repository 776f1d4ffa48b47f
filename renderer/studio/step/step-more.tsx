import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { Rename } from "./rename.tsx";
import { stepsInDraft } from "./step-file.ts";

/** Controls for rare actions on a step: moving or renaming it. */
export function StepMore({
  flow,
  step,
  titleOf,
  drafting,
  onRenamed,
}: {
  readonly flow: string;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly drafting: Drafting;
  readonly onRenamed: (step: string) => void;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const others = stepsInDraft(draft, flow).filter(([id, { kind }]) => id !== step && kind !== "end");
  return (
    <details className="questionmore">
      <summary>{words("studio:stepMore.title")}</summary>
      <div className="gap12">
        <ChoiceField
          id="move-step"
          label={words("studio:stepMore.after")}
          hint={words("studio:stepMore.afterHint")}
          value=""
          empty={words("studio:blocks.choose")}
          choices={others.map(([id]) => [id, titleOf(id)])}
          onValue={(after) => after !== "" && apply({ op: "move-step", args: { flow, step, after } })}
        />
        <Rename
          id="rename-step"
          name={step}
          renaming={(to) => ({ op: "rename-step", args: { flow, step, to } })}
          drafting={drafting}
          onRenamed={onRenamed}
        />
      </div>
    </details>
  );
}
