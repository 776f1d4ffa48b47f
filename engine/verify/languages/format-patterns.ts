import type { FormatName } from "../../values/formats.ts";

const MONTH_AND_DAY =
  "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const DATE = `(?!0000)(?:\\d{4}-(?:${MONTH_AND_DAY})|${LEAP_YEAR}-02-29)`;
const INSTANT =
  "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-4]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$";
const HEX = "[0-9a-fA-F]";
const HOST_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const decimal = (places: number): string => `^(?=.{1,64}$)(?:0|[1-9]\\d*)\\.\\d{${places}}$`;

/**
 * A pattern that takes every text of a format, and hardly another: what its sum of digits or its clock would refuse may be
 * among them. So what fits no such pattern fits no such format.
 */
export const FORMAT_PATTERNS: { readonly [format in FormatName]: string } = {
  email: `^(?=.{1,254}$)(?!\\.)(?!.*\\.\\.)(?!.*\\.@)[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${HOST_LABEL}\\.)+(?=[^.]*[A-Za-z][^.]*$)${HOST_LABEL}$`,
  date: `^${DATE}$`,
  "partial-date": `^(?:(?!0000)\\d{4}(?:-(?:0[1-9]|1[0-2]))?|${DATE})$`,
  "date-time": INSTANT,
  instant: INSTANT,
  baht: decimal(2),
  units: decimal(4),
  "thai-id": "^\\d{13}$",
  "laser-code": "^[A-Z]{2}\\d{10}$",
  "thai-phone": "^(?:0|\\+66)[1-9]\\d{7,8}$",
  "thai-mobile": "^(?:0|\\+66)[689]\\d{8}$",
  "postal-code": "^[1-9]\\d{4}$",
  "file-ref": `^${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}$`,
  pin: "^\\d{6}$",
};
