import { inflateSync } from "node:zlib";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { listed, type Opening, type PdfObject, pdfObjects, plainNames } from "./pdf-objects.ts";

/** Reason why a PDF is refused. */
export type PdfFault = { readonly code: "file-damaged" | "file-pdf-script" | "file-pdf-locked" };

/** Maximum number of unpacked bytes of all object lists in a PDF. Normal documents are far below. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** Names of PDF objects that execute, send, open or embed something. */
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
 * Accepts a PDF unchanged; a few bytes after its end are harmless. Refuses a PDF with active content or
 * embedded files. Refuses a locked PDF, because neither people nor scanners can read it. Searches plain and
 * packed objects. An object that cannot be parsed is treated as hidden active content.
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

/** Returns whether any object of a PDF is active or unreadable. */
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
      // A later part of the file can define an object again. The object is a position in the document only if
      // all its definitions are.
      for (const [number, isPlace] of object.places)
        places.set(number, (places.get(number) ?? true) && isPlace);
      links ||= object.names.has("URI");
      if (object.data === null || !object.names.has("First")) continue;
      // Only a list of packed objects has the name "First". The type that the object states is not trusted.
      const list = object.isPackedAsUsual ? unpack(bytes.subarray(object.data), left) : null;
      if (list === null || object.first === null) return true;
      left -= list.length;
      if (hasActive([listed(list.toString("latin1"), object.first)])) return true;
    }
    return false;
  };
  if (hasActive(pdfObjects(text))) return true;
  // The open action may go to a position in the document, but not to another address.
  return links && opens.some((one) => one.kind === "action" || places.get(one.number) !== true);
}

/**
 * Unpacks a stream from its start to its own end. Returns null if that fails or gives more than `most` bytes.
 */
function unpack(packed: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most), finishFlush: 2 });
  } catch {
    return null;
  }
}
