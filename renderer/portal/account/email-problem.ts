import { isEmail } from "../../../engine/values/email.ts";

/** Returns the text key of the error in a typed e-mail address; `null` if the address is valid. */
export function emailProblem(typed: string): string | null {
  if (typed === "") return "common:login.emailMissing";
  return isEmail(typed) ? null : "common:login.emailWrong";
}
