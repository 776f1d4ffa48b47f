/** A rule that a password violates. Its message is under `form:common.password.errors`. */
export type PasswordProblem = "length" | "lowercase" | "uppercase" | "number" | "symbol" | "characters";

/**
 * Returns the rules of section 5 that a password violates. A symbol is any printable ASCII character except
 * letters, digits and space. Other characters (a space, Thai letters) are rejected, because another keyboard
 * layout would type them differently.
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
