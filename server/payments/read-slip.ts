import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { readSlipCode } from "../../domain/slip-code.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { SlipCodeState } from "./tables.ts";

/** The decoded code of a slip, with bank and reference if it could be read. */
export type SlipRead = {
  readonly code: SlipCodeState;
  readonly bank: string | null;
  readonly reference: string | null;
};

/**
 * Lengths of the longer side, in pixels, at which a picture is searched: the stored size, and a small size in
 * which photo noise disappears.
 */
const SIDES = [1_800, 1_000] as const;

/**
 * Searches a picture for the code of a transfer slip. A slip without a readable code is also valid: a person
 * reads it.
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
    // The library throws if it finds no code, so there is none.
    return null;
  }
}
