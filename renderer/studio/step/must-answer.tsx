import type { Field } from "../../../engine/flow/form-schema.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";

/** A setting that makes the answer to a question mandatory. */
export function MustAnswer({
  id,
  at,
  of: { required, requiredWhen },
  drafting,
}: {
  readonly id: string;
  readonly at: { readonly flow: string; readonly step: string; readonly field: string };
  readonly of: Field;
  readonly drafting: Drafting;
}) {
  const words = useText();
  return (
    <label className="tick">
      <input
        type="checkbox"
        id={`${id}-required`}
        checked={required || requiredWhen.length > 0}
        onChange={(event) =>
          drafting.apply({ op: "set-required", args: { ...at, required: event.target.checked } })
        }
      />
      {words("studio:question.mustAnswer")}
    </label>
  );
}
