import { type ApiFailure, failureText } from "../../kit/api/client.ts";
import type { Language } from "../../kit/text/i18n.ts";
import type { FormErrors } from "./account-form.tsx";

/**
 * Returns the errors of a form for a new password. An error belongs to the password field if the server
 * rejected the password, or else to the whole form.
 */
export function passwordErrors(
  failure: ApiFailure,
  words: Parameters<typeof failureText>[1],
  lng: Language,
): FormErrors {
  const fault =
    failure.kind === "refused" ? failure.fields.find(({ pointer }) => pointer === "/password") : undefined;
  const text = failureText(failure, words);
  return fault === undefined ? { form: text } : { password: fault.message?.[lng] ?? text };
}
