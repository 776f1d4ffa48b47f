import { fail, ok, type Result } from "../engine/values/result.ts";

/** One field of an EMVCo code. The text contains two digits of id, two digits of length, then the value. */
export type EmvField = readonly [id: string, value: string];

const ID_AND_LENGTH = 4;
const LONGEST = 99;
const CRC_DIGITS = 4;

/**
 * Writes the fields one after the other.
 * @throws if an id does not have two digits, or a value is longer than 99 characters.
 */
export function emvText(fields: readonly EmvField[]): string {
  return fields
    .map(([id, value]) => {
      if (!/^\d{2}$/.test(id) || value.length > LONGEST) throw new Error(`emvText: field ${id}: ${value}`);
      return `${id}${String(value.length).padStart(2, "0")}${value}`;
    })
    .join("");
}

/**
 * Reads the fields of an EMVCo code. Fails with `malformed` if a length goes past the end, or an id appears
 * twice.
 */
export function emvFields(text: string): Result<ReadonlyMap<string, string>, { readonly code: "malformed" }> {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + ID_AND_LENGTH);
    const end = at + ID_AND_LENGTH + Number(head.slice(2));
    if (!/^\d{4}$/.test(head) || end > text.length || fields.has(head.slice(0, 2)))
      return fail({ code: "malformed" });
    fields.set(head.slice(0, 2), text.slice(at + ID_AND_LENGTH, end));
    at = end;
  }
  return ok(fields);
}

/** Appends the checksum as the field with this id. Source: EMVCo QR, Merchant-Presented Mode, 4.7.3. */
export function withCrc(text: string, id: string): string {
  const signed = `${text}${id}0${CRC_DIGITS}`;
  return signed + crc16(signed);
}

/**
 * Returns true if a code ends with its checksum, in the field with this id. The comparison of hexadecimal
 * digits ignores case.
 */
export function hasCrc(text: string, id: string): boolean {
  const signed = text.slice(0, -CRC_DIGITS);
  return signed.endsWith(`${id}0${CRC_DIGITS}`) && crc16(signed) === text.slice(-CRC_DIGITS).toUpperCase();
}

/**
 * Returns the CRC-16/CCITT-FALSE of the UTF-8 bytes (polynomial 0x1021, initial value 0xFFFF), as four
 * hexadecimal digits.
 */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(CRC_DIGITS, "0");
}
