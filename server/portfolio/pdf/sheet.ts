import type { Pen } from "./pen.ts";

/** A document that is filled from top to bottom. Page breaks are automatic. */
export type Sheet = {
  readonly document: PDFKit.PDFDocument;
  readonly pen: Pen;
  /** Root of the document's structure, which screen readers follow. */
  readonly root: PDFKit.PDFStructureElement;
  /** The height at which the next line begins, in points from the top. */
  y: number;
  /** Begins a new page if the rest of this page is lower than `height`. Returns whether a new page began. */
  readonly room: (height: number) => boolean;
  /** Draws a line across the page. */
  readonly rule: () => void;
};

/** Size of an A4 page, in points. */
export const A4 = { width: 595.28, height: 841.89 };
export const MARGIN = 46;
/** Width of the text, in points. */
export const WIDTH = A4.width - 2 * MARGIN;
const BOTTOM = A4.height - MARGIN - 18;
const LINE = "#c9d0cc";

/** Begins an empty sheet. */
export function createSheet(document: PDFKit.PDFDocument, pen: Pen): Sheet {
  const root = document.struct("Document");
  document.addStructure(root);
  const sheet: Sheet = {
    document,
    pen,
    root,
    y: MARGIN,
    room: (height) => {
      if (sheet.y + height <= BOTTOM) return false;
      document.addPage();
      sheet.y = MARGIN;
      return true;
    },
    rule: () => {
      document.markContent("Artifact", { type: "Layout" });
      document
        .moveTo(MARGIN, sheet.y)
        .lineTo(MARGIN + WIDTH, sheet.y)
        .lineWidth(0.6)
        .strokeColor(LINE)
        .stroke()
        .endMarkedContent();
    },
  };
  return sheet;
}
