import { isEmail } from "../../../engine/values/email.ts";

/** Key of the sentence for what is wrong with a typed e-mail address, or `null`. */
export function emailProblem(typed: string): string | null {
  if (typed === "") return "common:login.emailMissing";
  return isEmail(typed) ? null : "common:login.emailWrong";
}
