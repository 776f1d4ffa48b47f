import { described } from "../../kit/parts/fields.tsx";
import { useErrorAt } from "../form/errors.ts";
import { hintsOf, pointerOf, useFormParts } from "../form/parts.ts";
import { textOf } from "../form/templates.tsx";

/** Returns what every control has in common: hints, error, and the ARIA attributes for both. */
export function useControl(id: string) {
  const parts = useFormParts();
  const pointer = pointerOf(id);
  const error = useErrorAt(parts.errors, pointer);
  const hints = hintsOf(parts, pointer);
  return {
    parts,
    pointer,
    hints,
    bad: error !== null,
    error,
    leave: () => parts.leave(pointer),
    settle: () => parts.settle(pointer),
    attributes: {
      "aria-invalid": error !== null || undefined,
      "aria-describedby": described({
        id,
        hint: textOf(parts, pointer, "hint") !== null,
        error: error !== null,
      }),
    },
  };
}
