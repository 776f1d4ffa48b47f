import PDFDocument from "pdfkit";
import { type Language, languageFacts } from "../../../engine/values/languages.ts";
import { printable, registerFont, type Weight } from "./shaped-font.ts";

/** A table column: heading, share of the width, and whether it contains figures. */
export type Column = { readonly name: string; readonly share: number; readonly figures?: boolean };

/** A page writer from top to bottom, with automatic page breaks. */
export type Paper = {
  readonly title: (text: string) => void;
  readonly heading: (text: string) => void;
  readonly paragraph: (text: string, look?: { readonly quiet?: boolean }) => void;
  /** Labels on the left, values on the right. `strong` adds a line above. */
  readonly pairs: (
    of: readonly { readonly label: string; readonly value: string; readonly strong?: boolean }[],
  ) => void;
  readonly table: (columns: readonly Column[], rows: readonly (readonly string[])[]) => void;
  /** Finishes the document; `foot` returns the footer of each page. */
  readonly end: (foot: (page: number, of: number) => string) => Promise<Buffer>;
};

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 46;
const WIDTH = A4.width - 2 * MARGIN;
const BOTTOM = A4.height - MARGIN - 18;
/** Font size of table cells. Smaller if long figures need it. */
const CELL = 8.8;
const INK = "#17211c";
const QUIET = "#55605a";
const LINE = "#c9d0cc";

type Look = {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly right?: boolean;
};

/** Opens an A4 document in a language. It is tagged for screen readers, searchable and copyable. */
export function openPaper(about: {
  readonly title: string;
  readonly author: string;
  readonly language: Language;
  readonly at: Date;
  /** Receives the code points of characters that the font lacks. */
  readonly lacks?: (codePoints: readonly string[]) => void;
}): Paper {
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    lang: languageFacts(about.language).tag,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  });
  const bytes: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (part: Buffer) => bytes.push(part));
    document.on("end", () => resolve(Buffer.concat(bytes)));
    document.on("error", reject);
  });
  for (const weight of ["Regular", "SemiBold"] as const) registerFont(document, weight);
  const root = document.struct("Document");
  document.addStructure(root);
  const segmenter = new Intl.Segmenter(about.language, { granularity: "word" });
  const letters = new Intl.Segmenter(about.language, { granularity: "grapheme" });
  const { lacks = warnOfLetters } = about;
  let y = MARGIN;

  const set = ({ size, weight = "Regular", colour = INK }: Look) =>
    document.font(weight).fontSize(size).fillColor(colour);
  const heightOf = (look: Look) => look.size * 1.55;

  /**
   * Breaks text into lines at spaces and between Thai words. A piece wider than the line is broken between letters,
   * with their vowels and tones.
   */
  const linesOf = (given: string, width: number, look: Look): readonly string[] => {
    const text = printable(document, given, lacks);
    set(look);
    const lines: string[] = [];
    let line = "";
    for (const piece of piecesOf(text, segmenter)) {
      const parts =
        document.widthOfString(piece.trimEnd()) > width
          ? [...letters.segment(piece)].map(({ segment }) => segment)
          : [piece];
      for (const part of parts)
        if (document.widthOfString((line + part).trimEnd()) <= width) line += part;
        else {
          lines.push(line.trimEnd());
          line = part.trimStart();
        }
    }
    return [...lines, line.trimEnd()];
  };
  /** Returns the font size at which every figure fits on one line. A broken figure could be misread. */
  const sizeFor = (
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    widths: readonly number[],
  ): number => {
    set({ size: CELL });
    const tooWide = rows.flatMap((cells) =>
      cells.map((cell, at) =>
        columns[at]?.figures ? document.widthOfString(cell) / ((widths[at] as number) - 8) : 0,
      ),
    );
    return Math.floor((CELL / Math.max(1, ...tooWide)) * 10) / 10;
  };
  const write = (lines: readonly string[], at: { x: number; y: number; width: number }, look: Look) => {
    set(look);
    lines.forEach((line, index) => {
      if (line === "") return;
      const x = look.right ? at.x + at.width - document.widthOfString(line) : at.x;
      document.text(line, x, at.y + index * heightOf(look), { lineBreak: false });
    });
  };
  const room = (height: number) => {
    if (y + height <= BOTTOM) return false;
    document.addPage();
    y = MARGIN;
    return true;
  };
  const rule = (colour = LINE) =>
    document.markContent("Artifact", { type: "Layout" }) &&
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.6)
      .strokeColor(colour)
      .stroke()
      .endMarkedContent();
  const block = (tag: string, text: string, look: Look, space: { before: number; after: number }) => {
    const lines = linesOf(text, WIDTH, look);
    // Keeps a heading with the following text.
    room(lines.length * heightOf(look) + space.before + (tag === "P" ? 0 : 60));
    y += space.before;
    root.add(document.struct(tag, {}, () => write(lines, { x: MARGIN, y, width: WIDTH }, look)));
    y += lines.length * heightOf(look) + space.after;
  };

  return {
    title: (text) => block("H1", text, { size: 19, weight: "SemiBold" }, { before: 0, after: 2 }),
    heading: (text) => block("H2", text, { size: 12.5, weight: "SemiBold" }, { before: 12, after: 3 }),
    paragraph: (text, { quiet = false } = {}) =>
      block("P", text, quiet ? { size: 8.5, colour: QUIET } : { size: 10 }, { before: 0, after: 2 }),
    pairs: (of) => {
      // Keeps a sum with its items.
      room(of.length * 19);
      for (const { label, value, strong = false } of of) {
        const look: Look = { size: 10, weight: strong ? "SemiBold" : "Regular" };
        const lines = linesOf(label, WIDTH * 0.6 - 8, look);
        const values = linesOf(value, WIDTH * 0.4, look);
        const height = Math.max(lines.length, values.length) * heightOf(look) + 3;
        room(height);
        if (strong) rule();
        root.add(
          document.struct("P", {}, () => {
            write(lines, { x: MARGIN, y: y + 1.5, width: WIDTH * 0.6 }, look);
            write(
              values,
              { x: MARGIN + WIDTH * 0.6, y: y + 1.5, width: WIDTH * 0.4 },
              { ...look, right: true },
            );
          }),
        );
        y += height;
      }
    },
    table: (columns, rows) => {
      const shares = columns.reduce((sum, { share }) => sum + share, 0);
      const widths = columns.map(({ share }) => (WIDTH * share) / shares);
      const size = sizeFor(columns, rows, widths);
      const table = document.struct("Table");
      root.add(table);
      const row = (cells: readonly string[], tag: "TH" | "TD") => {
        const look: Look = tag === "TH" ? { size: 8.5, weight: "SemiBold", colour: QUIET } : { size };
        const lines = cells.map((cell, at) => linesOf(cell, (widths[at] as number) - 8, look));
        const height = Math.max(...lines.map(({ length }) => length)) * heightOf(look) + 5;
        if (room(height) && tag === "TD") head();
        const line = document.struct("TR");
        table.add(line);
        let x = MARGIN;
        lines.forEach((cell, at) => {
          const width = (widths[at] as number) - 8;
          const right = columns[at]?.figures ?? false;
          const left = x + (right ? 8 : 0);
          line.add(
            document.struct(tag, {}, () => write(cell, { x: left, y: y + 2, width }, { ...look, right })),
          );
          x += widths[at] as number;
        });
        y += height;
        rule();
      };
      const head = () =>
        row(
          columns.map(({ name }) => name),
          "TH",
        );
      // Keeps the heading with at least one row.
      room(60);
      head();
      for (const cells of rows) row(cells, "TD");
      y += 4;
    },
    end: async (foot) => {
      const { count } = document.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        document.switchToPage(page);
        document.markContent("Artifact", { type: "Pagination" });
        write(
          [foot(page + 1, count)],
          { x: MARGIN, y: A4.height - MARGIN, width: WIDTH },
          { size: 8, colour: QUIET },
        );
        document.endMarkedContent();
      }
      root.end();
      document.end();
      return await ended;
    },
  };
}

function warnOfLetters(codePoints: readonly string[]): void {
  process.emitWarning(`pdf: the font lacks ${codePoints.join(", ")}; a replacement sign stands for them`);
}

/** Splits a text into unbreakable pieces: after spaces and between Thai words. */
function piecesOf(text: string, segmenter: Intl.Segmenter): readonly string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const apart = last === undefined || /\s$/.test(last) || (THAI_END.test(last) && THAI_BEGIN.test(segment));
    if (apart) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

const THAI_END = /[\u0E00-\u0E7F]$/;
const THAI_BEGIN = /^[\u0E00-\u0E7F]/;
