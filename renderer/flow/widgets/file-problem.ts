import names from "../../../schemas/names.json" with { type: "json" };

type Purpose = { readonly pdf: boolean; readonly megabytes: number; readonly leastSide?: number };

/**
 * Returns what the server accepts for an upload purpose, such as file types and size. The server supplies
 * these rules and checks every file again.
 */
export function purposeOf(name: string): Purpose {
  return (names.purposes as Readonly<Record<string, Purpose>>)[name] ?? { pdf: true, megabytes: 10 };
}

/** Returns the accepted kinds of files as readable text. */
export function kindsOf({ pdf }: Pick<Purpose, "pdf">): string {
  return pdf ? "JPG, PNG, WebP, PDF" : "JPG, PNG, WebP";
}

/** Checks a file before it is sent. Returns the problem, or `null` if the file can be sent. */
export function problemOf(
  file: { readonly type: string; readonly size: number },
  { accept, megabytes }: { readonly accept: string; readonly megabytes: number },
): "tooLarge" | "wrongType" | "emptyFile" | null {
  if (file.size === 0) return "emptyFile";
  if (file.size > megabytes * 1024 * 1024) return "tooLarge";
  return LABELS_OF_NOTHING.has(file.type) || accept.split(",").includes(file.type) ? null : "wrongType";
}

/**
 * MIME types that phones, scanners and old programs give to files of any kind. A file with such a type is
 * sent, because the server checks the content.
 */
const LABELS_OF_NOTHING = new Set([
  ...["", "application/octet-stream", "binary/octet-stream"],
  ...["image/jpg", "image/pjpeg", "image/x-png", "application/x-pdf"],
]);

/** Returns the size of a picture in pixels; `null` if the browser cannot open it. */
export async function sidesOf(
  file: Blob,
): Promise<{ readonly width: number; readonly height: number } | null> {
  if (!file.type.startsWith("image/")) return null;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}
