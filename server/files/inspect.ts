import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inspectPdf } from "./inspect-pdf.ts";
import type { Purpose } from "./purposes.ts";

/** The bytes of a cleaned upload, and the type of their content. */
export type Inspected = {
  readonly bytes: Buffer;
  readonly type: "image/jpeg" | "application/pdf";
  readonly width: number | null;
  readonly height: number | null;
};

export type Refusal = {
  readonly code:
    | "file-empty"
    | "file-too-large"
    | "file-kind"
    | "file-pixels"
    | "file-small"
    | "file-damaged"
    | "file-pdf-script"
    | "file-pdf-locked";
  readonly params: { readonly [name: string]: number | string };
};

/**
 * Maximum number of pixels, which limits the memory that a small file can need. No phone camera makes more.
 */
export const MOST_PIXELS = 60_000_000;
/**
 * Maximum length in pixels of a stored image's longer side: large enough to read a card, small enough to
 * store for years.
 */
export const LONGEST_SIDE = 3_000;

/** Byte order mark, which some programs write before every file that they send. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const IMAGES = new Set(["image/jpeg", "image/png", "image/webp"]);

/**
 * Inspects the bytes of an upload, never its name or declared type. Encodes images again as JPEG, which
 * removes location, camera and hidden data. Leaves a PDF without scripts and password unchanged, because it
 * is only offered as a download.
 */
export async function inspect(given: Buffer, purpose: Purpose): Promise<Result<Inspected, Refusal>> {
  const kinds = purpose.pdf ? "JPG, PNG, WebP, PDF" : "JPG, PNG, WebP";
  const bytes = given.subarray(0, 3).equals(BYTE_ORDER_MARK) ? given.subarray(3) : given;
  if (bytes.length === 0) return fail({ code: "file-empty", params: {} });
  if (given.length > purpose.maxBytes) return fail(tooLarge(purpose));
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
  if (mime === "application/pdf" && purpose.pdf) {
    const pdf = inspectPdf(bytes);
    return pdf.ok
      ? ok({ bytes: pdf.value, type: "application/pdf", width: null, height: null })
      : fail({ ...pdf.error, params: { kinds } });
  }
  if (mime === undefined || !IMAGES.has(mime)) return fail({ code: "file-kind", params: { kinds } });
  return await redraw(bytes, { ...purpose, kinds });
}

/** Returns the error for a file that is larger than its purpose allows. */
export function tooLarge(purpose: Purpose): Refusal {
  return { code: "file-too-large", params: { megabytes: Math.floor(purpose.maxBytes / 1024 / 1024) } };
}

/** Returns a small JPEG of an image, for its owner's screen. Throws if the bytes are no image. */
export async function previewOf(bytes: Buffer): Promise<Buffer> {
  return await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .resize({ width: 800, height: 800, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function redraw(
  bytes: Buffer,
  { leastSide, kinds }: Purpose & { readonly kinds: string },
): Promise<Result<Inspected, Refusal>> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 });
    const { width, height } = await picture.metadata();
    if (width * height > MOST_PIXELS) return fail(tooManyPixels());
    if (Math.min(width, height) < leastSide) return fail({ code: "file-small", params: { leastSide } });
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 90, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    return ok({ bytes: data, type: "image/jpeg", width: info.width, height: info.height });
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) return fail(tooManyPixels());
    return fail({ code: "file-damaged", params: { kinds } });
  }
}

function tooManyPixels(): Refusal {
  return { code: "file-pixels", params: { megapixels: MOST_PIXELS / 1_000_000 } };
}
