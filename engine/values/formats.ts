import { isEmail } from "./email.ts";
import { isUuid } from "./id.ts";
import { isInstant } from "./instant.ts";
import { isLaserCode } from "./laser-code.ts";
import { isLocalDate, isPartialDate } from "./local-date.ts";
import { isBaht } from "./money.ts";
import { isThaiMobile, isThaiPhone } from "./phone.ts";
import { isThaiId } from "./thai-id.ts";
import { isUnits } from "./units.ts";

/**
 * Every `format` that a schema of ours may name. Each is pure and takes time linear in the text (most refuse by length
 * at once), so that a field cannot be used to hold a process. Compiled validators import this table.
 */
export const formats = {
  email: isEmail,
  date: (text: string): boolean => isLocalDate(text),
  "partial-date": (text: string): boolean => isPartialDate(text),
  "date-time": isInstant,
  instant: isInstant,
  baht: isBaht,
  units: isUnits,
  "thai-id": isThaiId,
  "laser-code": isLaserCode,
  "thai-phone": isThaiPhone,
  "thai-mobile": isThaiMobile,
  "postal-code": (text: string): boolean => text.length === 5 && /^[1-9]\d{4}$/.test(text),
  "file-ref": isUuid,
  pin: (text: string): boolean => text.length === 6 && /^\d{6}$/.test(text),
} as const satisfies { readonly [name: string]: (text: string) => boolean };

/** Name of a format in the table. */
export type FormatName = keyof typeof formats;
