import { isEmail } from "../../engine/values/email.ts";
import { AppError, type ErrorField } from "../http/index.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordProblems } from "./password-rules.ts";

/** Returns the fault of an e-mail address; `null` if the address is valid. */
export function emailFault(email: string): ErrorField | null {
  if (isEmail(email.trim())) return null;
  return { pointer: "/email", code: "email", message: "form:common.email.errors.email" };
}

/**
 * Returns the fault of a new password; `null` if none. Checks the length first, because its message helps the
 * user most.
 */
export function passwordFault(password: string): ErrorField | null {
  const problems = passwordProblems(password);
  if (problems.length === 0) return null;
  const length = [...password].length;
  const code = length < 8 ? "minLength" : length > 16 ? "maxLength" : "pattern";
  return { pointer: "/password", code, message: `form:common.password.errors.${code}` };
}

/** Returns the fault of a new password that is easy to guess. `names`: the person's e-mail and company. */
export function guessableFault(password: string, names: readonly string[]): ErrorField | null {
  if (!isCommonPassword(password, names)) return null;
  return { pointer: "/password", code: "password-common" };
}

/** The fault of a sale code that is not well-formed or not valid today. */
export const SALE_CODE_FAULT: ErrorField = {
  pointer: "/saleCode",
  code: "pattern",
  message: "form:common.sale-code.errors.pattern",
};

/** Returns the fault of a sale code that is not well-formed; `null` if none. */
export function saleCodeFault(saleCode: string | undefined): ErrorField | null {
  if (saleCode === undefined || saleCode === "" || /^[A-Za-z0-9]{4,12}$/.test(saleCode)) return null;
  return SALE_CODE_FAULT;
}

/** Throws `not-valid` with all faults; does nothing if there are none. */
export function refuseFaults(faults: readonly (ErrorField | null)[]): void {
  const fields = faults.filter((fault) => fault !== null);
  if (fields.length > 0) throw new AppError("not-valid", { fields });
}
