import { maskEmail } from "../accounts/index.ts";
import type { Field, Shown } from "./access.ts";

const ENDS = 4;

/** As much of a value as may be shown: enough to recognise what somebody says on the telephone, never enough to use it. */
export function shownOf(field: Field, shown: Shown, value: string | null): string | null {
  if (value === null || shown === "hidden") return null;
  return shown === "full" ? value : masked(field, value);
}

function masked(field: Field, value: string): string {
  switch (field) {
    case "email":
      return maskEmail(value);
    case "name":
    case "nameEn":
      return value
        .split(" ")
        .map((part) => `${[...part][0] ?? ""}•••`)
        .join(" ");
    default:
      // The last digits; what is not longer than them tells nothing.
      return value.length <= ENDS
        ? "•".repeat(value.length)
        : `${"•".repeat(value.length - ENDS)}${value.slice(-ENDS)}`;
  }
}
