import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { readSlipCode } from "../../domain/slip-code.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { SlipCodeState } from "./tables.ts";

/** What was found of the code on a slip. It has the bank and the reference if the code could be read. */
export type SlipRead = {
  readonly code: SlipCodeState;
  readonly bank: string | null;
  readonly reference: string | null;
};

/**
 * The sizes in which a picture is searched for the code: lengths of the longer side, in pixels. First comes
 * the stored size, then a small size in which the noise of a photo disappears.
 */
const SIDES = [1_800, 1_000] as const;

/**
 * Searches a picture of a transfer slip for its code. A slip without a readable code is valid too; then a
 * person reads it.
 */
export async function readSlip(picture: Buffer): Promise<SlipRead> {
  refuseWhileHolding("a picture");
  for (const side of SIDES) {
    const text = await codeIn(picture, side);
    if (text === null) continue;
    const read = readSlipCode(text);
    if (read.ok) return { code: "read", ...read.value };
    return { code: read.error.code === "checksum" ? "damaged" : "none", bank: null, reference: null };
  }
  return { code: "none", bank: null, reference: null };
}

async function codeIn(picture: Buffer, side: number): Promise<string | null> {
  const { data, info } = await sharp(picture)
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  try {
    return decodeQR({ width: info.width, height: info.height, data });
  } catch {
    // The library throws an error if the picture contains no code.
    return null;
  }
}
