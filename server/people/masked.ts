import { maskEmail } from "../accounts/index.ts";
import type { Field, Shown } from "./access.ts";

const ENDS = 4;

/**
 * Returns the visible part of a value. If it is masked, staff can compare it with what a caller says, but
 * cannot use it.
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
      // Only the last characters are shown. If the value has no more characters than these, all are masked.
      return value.length <= ENDS
        ? "•".repeat(value.length)
        : `${"•".repeat(value.length - ENDS)}${value.slice(-ENDS)}`;
  }
}
