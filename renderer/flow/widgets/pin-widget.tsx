import type { WidgetProps } from "@rjsf/utils";
import { textOf } from "../form/templates.tsx";
import { CodeInput } from "./code-input.tsx";
import { useControl } from "./control.ts";

/** A field for a new PIN: six hidden digits. */
export function PinWidget({ id, value, onChange }: WidgetProps) {
  const { parts, pointer, bad, leave, attributes } = useControl(id);
  return (
    <CodeInput
      id={`${id}-input`}
      value={String(value ?? "")}
      label={textOf(parts, pointer, "label") ?? ""}
      hidden
      bad={bad}
      describedBy={attributes["aria-describedby"]}
      onChange={(digits) => onChange(digits === "" ? undefined : digits)}
      onBlur={leave}
    />
  );
}
