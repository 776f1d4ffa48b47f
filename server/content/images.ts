import { createHash } from "node:crypto";
import sharp from "sharp";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Room } from "./room.ts";
import "./tables.ts";
import type { FindPicture } from "./blocks-text.ts";
import type { Picture } from "./types.ts";

const WIDTHS = [480, 960, 1600] as const;
const MOST_PIXELS = 40_000_000;
/** Maximum size of an uploaded picture, in bytes. */
export const MOST_IMAGE_BYTES = 12 * 1024 * 1024;
const FOLDER = "/api/content-images/";

/** A stored picture: the address and size of its largest version. */
export type StoredImage = { readonly src: string; readonly width: number; readonly height: number };

/**
 * Stores a picture: rotated upright, without metadata (location, camera), encoded in each width, and named by
 * its hash. Storing an equal picture again adds nothing.
 */
export async function storeImage(
  room: Room,
  bytes: Buffer,
  personId: string | null,
): Promise<Result<StoredImage, { readonly code: "content-image" }>> {
  const made = await encode(bytes).catch(() => null);
  const [largest] = made?.toReversed() ?? [];
  if (made === null || largest === undefined) return fail({ code: "content-image" });
  const picture = createHash("sha256").update(largest.data).digest("hex").slice(0, 32);
  const uploaded_at = room.clock.now().toJSDate();
  await room.db
    .insertInto("content_images")
    .values(
      made.map(({ data, width, height }) => ({
        name: `${picture}-${width}.webp`,
        picture,
        width,
        height,
        bytes: data,
        uploaded_by: personId,
        uploaded_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { width, height } = largest;
  return ok({ src: `${FOLDER}${picture}-${width}.webp`, width, height });
}

/** Returns the bytes of a picture in one width; null if unknown. */
export async function imageBytes({ db }: Pick<Room, "db">, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom("content_images")
    .select("bytes")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Returns a function that finds a stored picture by the address of any of its widths. */
export async function picturesOf({ db }: Pick<Room, "db">): Promise<FindPicture> {
  const rows = await db
    .selectFrom("content_images")
    .select(["name", "picture", "width", "height"])
    .orderBy("picture")
    .orderBy("width")
    .execute();
  return (src, alt): Picture | null => {
    const picture = rows.find(({ name }) => src === `${FOLDER}${name}`)?.picture;
    const widths = rows.filter((row) => row.picture === picture);
    const largest = widths.at(-1);
    if (largest === undefined) return null;
    return {
      src: `${FOLDER}${largest.name}`,
      alt,
      width: largest.width,
      height: largest.height,
      srcset: widths.map(({ name, width }) => ({ src: `${FOLDER}${name}`, width })),
    };
  };
}

async function encode(bytes: Buffer) {
  const read = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 }).rotate();
  const {
    format,
    width: sent = 0,
    height: high = 0,
  } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  if (!["jpeg", "png", "webp", "avif", "heif"].includes(format ?? "")) throw new Error("no picture of ours");
  const widest = Math.max(sent, high);
  const widths = WIDTHS.filter((width, at) => at === 0 || width <= widest);
  const made: { readonly data: Buffer; readonly width: number; readonly height: number }[] = [];
  for (const width of widths) {
    const { data, info } = await read()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    if (!made.some((one) => one.width === info.width))
      made.push({ data, width: info.width, height: info.height });
  }
  return made;
}
