import type { WidgetProps } from "@rjsf/utils";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { schemaAt } from "../../../engine/flow/schema-of-path.ts";
import { Box } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { segmentsOf } from "../schema-place.ts";
import { useControl } from "./control.ts";
import { PasswordRules } from "./password-rules.tsx";

/** A field for a new password; its rules are ticked while the person types. */
export function NewPasswordWidget(props: WidgetProps) {
  const { parts, pointer } = useControl(props.id);
  // RJSF merges `allOf` into one pattern. The definition's own schema still has a separate pattern for each
  // kind of character.
  const schema = schemaAt(parts.definition.schemas[parts.step], segmentsOf(pointer)) ?? {};
  return (
    <>
      <PasswordInput {...props} fallback="new-password" />
      <PasswordRules password={String(props.value ?? "")} schema={schema} />
    </>
  );
}

/** A field for an existing password, or for the repetition of a new one. */
export function PasswordWidget(props: WidgetProps) {
  return <PasswordInput {...props} fallback="current-password" />;
}

function PasswordInput({ id, value, onChange, fallback }: WidgetProps & { readonly fallback: string }) {
  const words = useText();
  const { hints, bad, leave, attributes } = useControl(id);
  const [shown, setShown] = useState(false);
  const Icon = shown ? Eye : EyeOff;
  return (
    <Box
      bad={bad}
      after={
        <button
          type="button"
          className="iconbtn"
          aria-pressed={shown}
          aria-label={words("common:flow.showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      }
    >
      <input
        id={id}
        type={shown ? "text" : "password"}
        defaultValue={value ?? ""}
        autoComplete={hints.autocomplete ?? fallback}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim() || undefined)}
        onBlur={leave}
        {...attributes}
      />
    </Box>
  );
}
