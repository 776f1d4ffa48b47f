import { randomBytes } from "node:crypto";

/**
 * Returns a new id (UUID version 7). It begins with the wall-clock time, so that new rows are adjacent in the
 * index.
 */
export function newId(wallMs = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(wallMs, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
