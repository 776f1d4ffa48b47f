import { firstText } from "./i18n.ts";

/** An account as people know it: `014 xxx-xxx-1234` with the bank's name in the place of its code, its number never broken by a line. */
export function accountNamed(label: string): string {
  const [, code = "", number = ""] = /^(\d{3}) (.+)$/.exec(label) ?? [];
  const name = bankNamed(code);
  return name === code ? label : `${name} ${number.replaceAll("-", "-\u2060")}`;
}

/** A bank's name by its code of three digits; the code itself where it is none that we know. */
export function bankNamed(code: string): string {
  return firstText([`form:common.bank-code.options.${code}`]) ?? code;
}
