import { baseFormats } from "../engine/rules/base-formats.ts";
import type { Format } from "../engine/rules/format.ts";
import { baht, nav, units } from "./decimals.ts";
import { formatLaserCode, isLaserCode } from "./laser-code.ts";
import { isBaht } from "./money.ts";
import { formatPhone, isThaiMobile, isThaiPhone } from "./phone.ts";
import { formatThaiId, isThaiId } from "./thai-id.ts";
import { isUnits } from "./units.ts";

const decimalPattern = (places: number): string => `^(?=.{1,64}$)(?:0|[1-9]\\d*)\\.\\d{${places}}$`;

/** Every `format` that the project's schemas may use. */
export const formats = {
  ...baseFormats,
  baht: {
    test: isBaht,
    type: { kind: "decimal", of: baht },
    pattern: decimalPattern(baht.places),
    samples: ["10000.00", "50000.00", "100000.00"],
  },
  units: {
    test: isUnits,
    type: { kind: "decimal", of: units },
    pattern: decimalPattern(units.places),
    samples: ["10.0000", "12.3456", "100.0000"],
    // Shown values have the word “units”, because rules compare them with the number of units that a person
    // already holds.
    shown: { unit: { th: "หน่วย", en: "units" } },
  },
  nav: {
    test: isUnits,
    type: { kind: "decimal", of: nav },
    pattern: decimalPattern(nav.places),
    samples: ["10.1234", "9.8765", "12.0000"],
  },
  "basis-points": {
    test: (text) => text.length <= 5 && /^(?:0|[1-9]\d*)$/.test(text),
    type: { kind: "integer" },
    pattern: "^(?:0|[1-9]\\d{0,4})$",
    samples: ["100", "25", "700"],
    shown: { scale: 2, sign: "%", isRate: true },
  },
  year: {
    test: (text) => text.length === 4 && /^[1-9]\d{3}$/.test(text),
    type: { kind: "integer" },
    pattern: "^[1-9]\\d{3}$",
    samples: ["2026", "1990", "2533"],
    shown: { grouped: false },
  },
  "thai-id": {
    test: isThaiId,
    type: { kind: "string" },
    pattern: "^\\d{13}$",
    samples: ["1101700230708", "1234567890121", "3100602345671"],
    shown: { written: formatThaiId },
  },
  "laser-code": {
    test: isLaserCode,
    type: { kind: "string" },
    pattern: "^[A-Z]{2}\\d{10}$",
    samples: ["JT0123456789", "ME1234567890", "AA0000000001"],
    shown: { written: formatLaserCode },
  },
  "thai-phone": {
    test: isThaiPhone,
    type: { kind: "string" },
    pattern: "^(?:0|\\+66)[1-9]\\d{7,8}$",
    samples: ["0812345678", "+66812345678", "0898765432"],
    shown: { written: formatPhone },
  },
  "thai-mobile": {
    test: isThaiMobile,
    type: { kind: "string" },
    pattern: "^(?:0|\\+66)[689]\\d{8}$",
    samples: ["0812345678", "+66612345678", "0998765432"],
    shown: { written: formatPhone },
  },
  "postal-code": {
    test: (text) => text.length === 5 && /^[1-9]\d{4}$/.test(text),
    type: { kind: "string" },
    pattern: "^[1-9]\\d{4}$",
    samples: ["10110", "50000", "83000"],
  },
  pin: {
    test: (text) => text.length === 6 && /^\d{6}$/.test(text),
    type: { kind: "string" },
    pattern: "^\\d{6}$",
    samples: ["482915", "730164", "915824"],
  },
} satisfies { readonly [name: string]: Format };

export type FormatName = keyof typeof formats;
