import { inflateSync } from "node:zlib";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { listed, type Opening, type PdfObject, pdfObjects, plainNames } from "./pdf-objects.ts";

/** Why a PDF is not taken. */
export type PdfFault = { readonly code: "file-damaged" | "file-pdf-script" | "file-pdf-locked" };

/** Bytes that all lists of objects of one PDF may unpack to; ordinary papers stay far below. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** Names of what runs, sends, opens another file or carries one along. */
const ACTIVE = new Set([
  "JavaScript",
  "JS",
  "AA",
  "Launch",
  "SubmitForm",
  "ImportData",
  "GoToR",
  "GoToE",
  "RichMedia",
  "EmbeddedFiles",
  "EmbeddedFile",
  "XFA",
]);

/**
 * Takes a PDF as it is; a few bytes behind its end do no harm. Refuses one that does something by
 * itself or carries another file along, and one that is locked: nobody can read it, and no scanner looks into it. Objects are looked
 * for in the open and in packed lists; what cannot be read to its end counts as hiding something.
 */
export function inspectPdf(bytes: Buffer): Result<Buffer, PdfFault> {
  const whole =
    bytes.subarray(0, 5).toString("latin1") === "%PDF-" && bytes.subarray(-1024).includes("%%EOF");
  if (!whole) return fail({ code: "file-damaged" });
  const text = bytes.toString("latin1");
  const plain = plainNames(text);
  if (/\/Encrypt(?![A-Za-z])/.test(plain)) return fail({ code: "file-pdf-locked" });
  return plain.includes("/JavaScript") || isActive(bytes, text)
    ? fail({ code: "file-pdf-script" })
    : ok(bytes);
}

/** Whether anything in it is active, or cannot be read. */
function isActive(bytes: Buffer, text: string): boolean {
  let left = MOST_UNPACKED;
  const opens: Opening[] = [];
  const places = new Map<string, boolean>();
  let links = false;
  const hasActive = (objects: Iterable<PdfObject | null>): boolean => {
    for (const object of objects) {
      if (object === null) return true;
      for (const name of object.names) if (ACTIVE.has(name)) return true;
      opens.push(...object.opens);
      // An object may be written anew behind itself: each of them counts.
      for (const [number, isPlace] of object.places)
        places.set(number, (places.get(number) ?? true) && isPlace);
      links ||= object.names.has("URI");
      if (object.data === null || !object.names.has("First")) continue;
      // Only a list of objects has a "First", whatever it says its type is.
      const list = object.isPackedAsUsual ? unpack(bytes.subarray(object.data), left) : null;
      if (list === null || object.first === null) return true;
      left -= list.length;
      if (hasActive([listed(list.toString("latin1"), object.first)])) return true;
    }
    return false;
  };
  if (hasActive(pdfObjects(text))) return true;
  // What happens when it is opened may be a place in it, and no address elsewhere.
  return links && opens.some((one) => one.kind === "action" || places.get(one.number) !== true);
}

/** Unpacks what begins here; its own end counts, whatever words stand in it. */
function unpack(packed: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most), finishFlush: 2 });
  } catch {
    return null;
  }
}
