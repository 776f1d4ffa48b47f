import { t } from "../text/i18n.ts";
import { type ApiFailure, failureText } from "./client.ts";
import { toast } from "./toast-store.ts";

/** Failures of codes that the specification's section 8 calls toasts. */
const TOASTS: ReadonlySet<string> = new Set([
  "code-wrong",
  "login-code-wrong",
  "two-factor-wrong",
  "sms-failed",
]);

/** Shows a toast for a wrong or unsendable code, besides the error at its field. Other failures show nothing. */
export function sayWrongCode(failure: ApiFailure): void {
  if (failure.kind === "refused" && TOASTS.has(failure.code))
    toast({ id: "code", tone: "loss", text: failureText(failure, t) });
}
