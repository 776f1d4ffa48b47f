import { randomInt } from "node:crypto";

/** Returns a random national ID with a valid check digit. */
export function newNationalId(): string {
  const digits = `1${String(randomInt(10 ** 11)).padStart(11, "0")}`;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (13 - at), 0);
  return `${digits}${(11 - (sum % 11)) % 10}`;
}
