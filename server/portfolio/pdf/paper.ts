import PDFDocument from "pdfkit";
import { type Language, languageFacts } from "../../../engine/values/languages.ts";
import { createPen, type Look } from "./pen.ts";
import { registerFont } from "./shaped-font.ts";
import { A4, createSheet, MARGIN, type Sheet, WIDTH } from "./sheet.ts";
import { type Column, drawTable } from "./table.ts";

/** Writes a document from top to bottom. Page breaks are automatic. */
export type Paper = {
  readonly title: (text: string) => void;
  readonly heading: (text: string) => void;
  readonly paragraph: (text: string, look?: { readonly quiet?: boolean }) => void;
  /** Writes labels on the left and values on the right. `strong` adds a line above. */
  readonly pairs: (
    of: readonly { readonly label: string; readonly value: string; readonly strong?: boolean }[],
  ) => void;
  readonly table: (columns: readonly Column[], rows: readonly (readonly string[])[]) => void;
  /** Finishes the document; `foot` returns the footer of each page. */
  readonly end: (foot: (page: number, of: number) => string) => Promise<Buffer>;
};

type About = {
  readonly title: string;
  readonly author: string;
  readonly language: Language;
  readonly at: Date;
  /** Called with the code points of characters that the font cannot show. */
  readonly lacks?: (codePoints: readonly string[]) => void;
};

const QUIET = "#55605a";

/**
 * Opens an A4 document in a language. Screen readers can read it, and its text can be searched and copied.
 */
export function openPaper(about: About): Paper {
  const { document, ended } = documentOf(about);
  const sheet = createSheet(document, createPen(document, about.language, about.lacks ?? warnOfLetters));
  return {
    title: (text) =>
      drawBlock(sheet, "H1", text, { look: { size: 19, weight: "SemiBold" }, before: 0, after: 2 }),
    heading: (text) =>
      drawBlock(sheet, "H2", text, { look: { size: 12.5, weight: "SemiBold" }, before: 12, after: 3 }),
    paragraph: (text, { quiet = false } = {}) =>
      drawBlock(sheet, "P", text, {
        look: quiet ? { size: 8.5, colour: QUIET } : { size: 10 },
        before: 0,
        after: 2,
      }),
    pairs: (of) => {
      // Draws a total on the same page as the items before it.
      sheet.room(of.length * 19);
      for (const pair of of) drawPair(sheet, pair);
    },
    table: (columns, rows) =>
      drawTable(sheet, columns, rows, { size: 8.5, weight: "SemiBold", colour: QUIET }),
    end: async (foot) => {
      drawFeet(sheet, foot);
      sheet.root.end();
      document.end();
      return await ended;
    },
  };
}

/** Creates the PDF document. `ended` resolves to its bytes. */
function documentOf(about: About): {
  readonly document: PDFKit.PDFDocument;
  readonly ended: Promise<Buffer>;
} {
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
  return { document, ended };
}

function warnOfLetters(codePoints: readonly string[]): void {
  process.emitWarning(`pdf: the font lacks ${codePoints.join(", ")}; a replacement sign stands for them`);
}

type Pair = Parameters<Paper["pairs"]>[0][number];

function drawBlock(
  sheet: Sheet,
  tag: "H1" | "H2" | "P",
  text: string,
  { look, before, after }: { readonly look: Look; readonly before: number; readonly after: number },
): void {
  const { document, pen } = sheet;
  const lines = pen.linesOf(text, WIDTH, look);
  // Keeps a heading on the same page as the text that follows.
  sheet.room(lines.length * pen.heightOf(look) + before + (tag === "P" ? 0 : 60));
  sheet.y += before;
  const place = { x: MARGIN, y: sheet.y, width: WIDTH };
  sheet.root.add(document.struct(tag, {}, () => pen.write(lines, place, look)));
  sheet.y += lines.length * pen.heightOf(look) + after;
}

function drawPair(sheet: Sheet, { label, value, strong = false }: Pair): void {
  const { document, pen } = sheet;
  const look: Look = { size: 10, weight: strong ? "SemiBold" : "Regular" };
  const lines = pen.linesOf(label, WIDTH * 0.6 - 8, look);
  const values = pen.linesOf(value, WIDTH * 0.4, look);
  const height = Math.max(lines.length, values.length) * pen.heightOf(look) + 3;
  sheet.room(height);
  if (strong) sheet.rule();
  const y = sheet.y + 1.5;
  sheet.root.add(
    document.struct("P", {}, () => {
      pen.write(lines, { x: MARGIN, y, width: WIDTH * 0.6 }, look);
      pen.write(values, { x: MARGIN + WIDTH * 0.6, y, width: WIDTH * 0.4 }, { ...look, right: true });
    }),
  );
  sheet.y += height;
}

function drawFeet({ document, pen }: Sheet, foot: (page: number, of: number) => string): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    document.markContent("Artifact", { type: "Pagination" });
    pen.write(
      [foot(page + 1, count)],
      { x: MARGIN, y: A4.height - MARGIN, width: WIDTH },
      { size: 8, colour: QUIET },
    );
    document.endMarkedContent();
  }
}
