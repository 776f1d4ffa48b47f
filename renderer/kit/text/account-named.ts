import { firstText } from "./i18n.ts";

/**
 * Formats a bank account for display, such as `014 xxx-xxx-1234`: replaces the bank's code by its name, and
 * keeps the number on one line.
 */
export function accountNamed(label: string): string {
  const [, code = "", number = ""] = /^(\d{3}) (.+)$/.exec(label) ?? [];
  const name = bankNamed(code);
  return name === code ? label : `${name} ${number.replaceAll("-", "-\u2060")}`;
}

/** Returns a bank's name by its three-digit code. Returns an unknown code unchanged. */
export function bankNamed(code: string): string {
  return firstText([`form:common.bank-code.options.${code}`]) ?? code;
}
