import { firstText } from "./i18n.ts";

/**
 * A bank account for people: `014 xxx-xxx-1234` with the bank's name instead of its code, and a number that does not
 * wrap.
 */
export function accountNamed(label: string): string {
  const [, code = "", number = ""] = /^(\d{3}) (.+)$/.exec(label) ?? [];
  const name = bankNamed(code);
  return name === code ? label : `${name} ${number.replaceAll("-", "-\u2060")}`;
}

/** A bank's name by its three-digit code; an unknown code is returned as it is. */
export function bankNamed(code: string): string {
  return firstText([`form:common.bank-code.options.${code}`]) ?? code;
}
