import { inflateSync } from "node:zlib";
import { fail, ok, type Result } from "../../engine/values/result.ts";

/** Why a PDF is not taken. */
export type PdfFault = { readonly code: "file-damaged" | "file-pdf-script" | "file-pdf-locked" };

/** Bytes that all lists of objects of one PDF may unpack to; ordinary papers stay far below. */
const MOST_UNPACKED = 64 * 1024 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Takes a PDF as it is, without a byte order mark before it; a few bytes behind its end do no harm. Refuses one that runs a script
 * when it is opened, and one that is locked: nobody can read it, and no scanner looks into it. Objects are looked for in the open and
 * in packed lists; a list that cannot be unpacked counts as one that hides a script.
 */
export function inspectPdf(given: Buffer): Result<Buffer, PdfFault> {
  const bytes = given.subarray(0, 3).equals(BYTE_ORDER_MARK) ? given.subarray(3) : given;
  const whole =
    bytes.subarray(0, 5).toString("latin1") === "%PDF-" && bytes.subarray(-1024).includes("%%EOF");
  if (!whole) return fail({ code: "file-damaged" });
  const text = bytes.toString("latin1");
  if (/\/Encrypt(?![A-Za-z])/.test(plainNames(text))) return fail({ code: "file-pdf-locked" });
  if (plainNames(text).includes(SCRIPT)) return fail({ code: "file-pdf-script" });
  let left = MOST_UNPACKED;
  for (const list of packedLists(bytes, text)) {
    const unpacked = list === null ? null : unpack(list, left);
    if (unpacked === null || plainNames(unpacked.toString("latin1")).includes(SCRIPT))
      return fail({ code: "file-pdf-script" });
    left -= unpacked.length;
  }
  return ok(bytes);
}

const SCRIPT = "/JavaScript";

/** Names may spell any of their letters as a number: `/J#61vaScript`. */
function plainNames(text: string): string {
  if (!text.includes("#")) return text;
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The packed lists of objects; `null` for one that is packed otherwise than every common program does it. */
function* packedLists(bytes: Buffer, text: string): Generator<Buffer | null> {
  for (const match of text.matchAll(/stream\r?\n/g)) {
    // "endstream" ends with the same word.
    if (text.slice(match.index - 3, match.index) === "end") continue;
    const head = plainNames(text.slice(text.lastIndexOf("obj", match.index), match.index));
    if (!head.includes("/ObjStm")) continue;
    const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(head)?.[1]?.replaceAll(/[[\]\s]/g, "");
    if (filter === undefined) continue;
    const begins = match.index + match[0].length;
    const ends = text.indexOf("endstream", begins);
    const isUsual = filter === "/FlateDecode" && !/\/Predictor\s*(?:[2-9]|1\d)/.test(head);
    yield isUsual && ends !== -1 ? bytes.subarray(begins, ends) : null;
  }
}

function unpack(packed: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most), finishFlush: 2 });
  } catch {
    return null;
  }
}
