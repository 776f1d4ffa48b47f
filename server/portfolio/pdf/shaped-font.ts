import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { Blob, Face, Font, Buffer as Run, shape } from "harfbuzzjs";
import { codePointName } from "../../../engine/values/unseen.ts";

/** The glyphs of a piece of text with their positions, in pdfkit's format. */
type Layout = {
  readonly glyphs: readonly {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }[];
  readonly positions: readonly {
    readonly xAdvance: number;
    readonly yAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }[];
  readonly advanceWidth: number;
};

/** The part of pdfkit's font object that this file uses. */
type ReadFont = {
  readonly characterSet: readonly number[];
  readonly glyphForCodePoint: (code: number) => { readonly id: number };
  readonly getGlyph: (id: number) => { readonly advanceWidth: number };
  layout: (text: string) => Layout;
};

export type Weight = "Regular" | "SemiBold";

/**
 * Registers IBM Plex Sans Thai under the name of its weight. HarfBuzz does the layout, because pdfkit's own
 * layout misplaces Thai tone marks.
 */
export function registerFont(document: PDFKit.PDFDocument, weight: Weight): void {
  const { bytes, shaper } = fileOf(weight);
  document.registerFont(weight, bytes);
  document.font(weight);
  const font = currentFont(document);
  const meant = new Map(font.characterSet.map((code) => [font.glyphForCodePoint(code).id, code]));
  font.layout = (text) => {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    shape(shaper, run);
    const infos = run.getGlyphInfos();
    // pdfkit changes positions while it scales them. So each caller gets its own copy.
    const positions = run.getGlyphPositions().map((position) => ({ ...position }));
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
    // Letters of a cluster for which no glyph is known to stand. They have special forms, which appear in the
    // same sequence as the letters.
    const unnamed = new Map(
      starts.map((start, at) => {
        const named = infos.flatMap(({ codepoint, cluster }) =>
          cluster === start ? (meant.get(codepoint) ?? []) : [],
        );
        const shaped = shapedOf(text.slice(start, starts[at + 1] ?? text.length));
        return [start, shaped.filter((code) => !named.includes(code))] as const;
      }),
    );
    return {
      glyphs: infos.map(({ codepoint: id, cluster }) => {
        const code = meant.get(id) ?? unnamed.get(cluster)?.shift();
        return {
          id,
          advanceWidth: font.getGlyph(id).advanceWidth,
          codePoints: code === undefined ? [] : [code],
        };
      }),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
}

/** Replacement for characters that the font does not have, such as Chinese characters and emoji. */
export const REPLACEMENT = "\u25CA";

/**
 * Replaces each character that the font does not have, with its combining marks. `lacks` receives only code
 * points, because the text may be a name.
 */
export function printable(
  document: PDFKit.PDFDocument,
  text: string,
  lacks: (codePoints: readonly string[]) => void,
): string {
  document.font("Regular");
  const font = currentFont(document);
  const missing = new Set<string>();
  const isThere = (letter: string) =>
    /\s/.test(letter) || font.glyphForCodePoint(letter.codePointAt(0) ?? 0).id !== 0;
  const shown = [...graphemes.segment(text)]
    .map(({ segment }) => {
      const absent = [...segment].filter((letter) => !isThere(letter));
      for (const letter of absent) missing.add(codePointName(letter));
      return absent.length === 0 ? segment : REPLACEMENT;
    })
    .join("");
  if (missing.size > 0) lacks([...missing]);
  return shown;
}

/** The font that a document writes with now. pdfkit's types leave it out. */
function currentFont(document: PDFKit.PDFDocument): ReadFont {
  return (document as unknown as { readonly _font: { readonly font: ReadFont } })._font.font;
}

const graphemes = new Intl.Segmenter("th", { granularity: "grapheme" });

const files = new Map<Weight, { readonly bytes: Buffer; readonly shaper: Font }>();

function fileOf(weight: Weight): { readonly bytes: Buffer; readonly shaper: Font } {
  const known = files.get(weight);
  if (known !== undefined) return known;
  const bytes = sfntOf(readFileSync(join(import.meta.dirname, "fonts", `IBMPlexSansThai-${weight}.woff`)));
  const file = { bytes, shaper: new Font(new Face(new Blob(bytes))) };
  files.set(weight, file);
  return file;
}

/**
 * Returns the letters of a cluster that have special forms, in sequence. They are vowels above and below,
 * tones, and ญ ฎ ฏ ฐ, which lose their foot before a vowel below.
 */
function shapedOf(cluster: string): number[] {
  return [...cluster]
    .map((letter) => letter.codePointAt(0) as number)
    .filter(
      (code) =>
        (code >= 0x0e0d && code <= 0x0e10) ||
        code === 0x0e31 ||
        (code >= 0x0e34 && code <= 0x0e3a) ||
        (code >= 0x0e47 && code <= 0x0e4e),
    );
}

/** Unpacks a WOFF file to the font format that HarfBuzz reads, which has the same tables, uncompressed. */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("sfntOf: no WOFF file");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + at * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = 12 + at * 16;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}
