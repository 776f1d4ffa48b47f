import { maskEmail } from "../accounts/index.ts";
import type { Field, Shown } from "./access.ts";

const ENDS = 4;

/**
 * Returns the visible part of a value. When masked, it is enough to recognise what a caller says, but too
 * little to be used.
 */
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
      // Only the last characters are shown. A value that is not longer than these is masked completely.
      return value.length <= ENDS
        ? "•".repeat(value.length)
        : `${"•".repeat(value.length - ENDS)}${value.slice(-ENDS)}`;
  }
}
