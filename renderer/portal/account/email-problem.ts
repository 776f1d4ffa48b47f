import { isEmail } from "../../../engine/values/email.ts";

/** The text key of the error in a typed e-mail address, or `null`. */
export function emailProblem(typed: string): string | null {
  if (typed === "") return "common:login.emailMissing";
  return isEmail(typed) ? null : "common:login.emailWrong";
}
