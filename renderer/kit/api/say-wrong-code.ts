import { t } from "../text/i18n.ts";
import { type ApiFailure, failureText } from "./client.ts";
import { toast } from "./toast-store.ts";

/** Error codes that section 8 of the specification shows in a toast. */
const TOASTS: ReadonlySet<string> = new Set([
  "code-wrong",
  "login-code-wrong",
  "two-factor-wrong",
  "sms-failed",
]);

/**
 * Shows a toast if a code was wrong or could not be sent, in addition to the error at the field. Other
 * failures show no toast.
 */
export function sayWrongCode(failure: ApiFailure): void {
  if (failure.kind === "refused" && TOASTS.has(failure.code))
    toast({ id: "code", tone: "loss", text: failureText(failure, t) });
}
