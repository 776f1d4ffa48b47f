/** A rule that a password breaks; each has its words under `form:common.password.errors`. */
export type PasswordProblem = "length" | "lowercase" | "uppercase" | "number" | "symbol" | "characters";

/**
 * The rules of section 5 that this password breaks, none for a good one. A symbol is any printable
 * ASCII character that is neither letter, digit nor space; other characters (a space, Thai letters) are refused,
 * since a keyboard in another language would type them differently.
 */
export function passwordProblems(password: string): readonly PasswordProblem[] {
  const length = [...password].length;
  const problems: PasswordProblem[] = [];
  if (length < 8 || length > 16) problems.push("length");
  if (!/[a-z]/.test(password)) problems.push("lowercase");
  if (!/[A-Z]/.test(password)) problems.push("uppercase");
  if (!/[0-9]/.test(password)) problems.push("number");
  if (!/[!-/:-@[-`{-~]/.test(password)) problems.push("symbol");
  if (!/^[!-~]*$/.test(password)) problems.push("characters");
  return problems;
}
