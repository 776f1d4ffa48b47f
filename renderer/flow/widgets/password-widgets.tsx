import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import { schemaAt } from "../../../engine/flow/schema-of-path.ts";
import { Box, ShowPassword } from "../../kit/parts/fields.tsx";
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
  const { hints, bad, leave, attributes } = useControl(id);
  const [shown, setShown] = useState(false);
  return (
    <Box bad={bad} after={<ShowPassword shown={shown} onShown={setShown} />}>
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
