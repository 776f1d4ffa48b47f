import type { Language } from "../../../engine/values/languages.ts";
import { printable, type Weight } from "./shaped-font.ts";

/** The appearance of text: size in points, and whether it is aligned right. */
export type Look = {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly right?: boolean;
};

/** Measures and writes lines of text in a document. */
export type Pen = {
  readonly heightOf: (look: Look) => number;
  /** Returns a function that measures the width of texts with this appearance. */
  readonly measure: (look: Look) => (text: string) => number;
  /**
   * Breaks text into lines, at spaces and between Thai words. A piece that is wider than a line is broken
   * between letters; vowels and tone marks stay with their letter.
   */
  readonly linesOf: (text: string, width: number, look: Look) => readonly string[];
  readonly write: (
    lines: readonly string[],
    at: { readonly x: number; readonly y: number; readonly width: number },
    look: Look,
  ) => void;
};

const INK = "#17211c";

/**
 * Creates the pen for a language. It calls `lacks` with the code points of characters that the font cannot
 * show.
 */
export function createPen(
  document: PDFKit.PDFDocument,
  language: Language,
  lacks: (codePoints: readonly string[]) => void,
): Pen {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const letters = new Intl.Segmenter(language, { granularity: "grapheme" });
  const set = ({ size, weight = "Regular", colour = INK }: Look) =>
    document.font(weight).fontSize(size).fillColor(colour);
  const heightOf = (look: Look) => look.size * 1.55;
  return {
    heightOf,
    measure: (look) => {
      set(look);
      return (text) => document.widthOfString(text);
    },
    linesOf: (given, width, look) => {
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
    },
    write: (lines, at, look) => {
      set(look);
      lines.forEach((line, index) => {
        if (line === "") return;
        const x = look.right ? at.x + at.width - document.widthOfString(line) : at.x;
        document.text(line, x, at.y + index * heightOf(look), { lineBreak: false });
      });
    },
  };
}

/** Splits a text into pieces that must not be broken. It is split after spaces and between Thai words. */
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
