import { isEmail } from "../values/email.ts";
import { isUuid } from "../values/id.ts";
import { isInstant } from "../values/instant.ts";
import { isLocalDate, isPartialDate } from "../values/local-date.ts";
import type { Format } from "./format.ts";

const MONTH_AND_DAY =
  "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const DATE = `(?!0000)(?:\\d{4}-(?:${MONTH_AND_DAY})|${LEAP_YEAR}-02-29)`;
const HEX = "[0-9a-fA-F]";
const HOST_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

const instant: Format = {
  test: isInstant,
  type: { kind: "instant" },
  pattern:
    "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-4]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$",
  samples: ["2026-11-24T07:00:00Z", "2026-11-25T07:00:00Z", "2026-11-26T07:00:00Z"],
};

/**
 * Formats that exist in every trade. Dates, instants and files have their own types in rules, and every user
 * has an e-mail address. A trade adds further formats.
 */
export const baseFormats = {
  email: {
    test: isEmail,
    type: { kind: "string" },
    pattern: `^(?=.{1,254}$)(?!\\.)(?!.*\\.\\.)(?!.*\\.@)[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${HOST_LABEL}\\.)+(?=[^.]*[A-Za-z][^.]*$)${HOST_LABEL}$`,
    samples: ["malee@example.com", "somchai@example.com", "anan@example.com"],
  },
  date: {
    test: (text) => isLocalDate(text),
    type: { kind: "date" },
    pattern: `^${DATE}$`,
    samples: ["2026-11-24", "2026-11-25", "2027-01-04"],
  },
  "partial-date": {
    test: (text) => isPartialDate(text),
    type: { kind: "string" },
    pattern: `^(?:(?!0000)\\d{4}(?:-(?:0[1-9]|1[0-2]))?|${DATE})$`,
    samples: ["1990-05-17", "1985", "1962-03"],
  },
  "date-time": instant,
  instant,
  "file-ref": {
    test: isUuid,
    type: { kind: "file" },
    pattern: `^${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}$`,
    samples: [
      "7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80",
      "0b5b3a52-3f43-4a5c-9b2e-0d6a1f7f3c11",
      "c0ffee00-1111-4222-8333-444455556666",
    ],
  },
} satisfies { readonly [name: string]: Format };
