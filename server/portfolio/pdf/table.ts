import type { Look, Pen } from "./pen.ts";
import { MARGIN, type Sheet, WIDTH } from "./sheet.ts";

/** A table column: heading, share of the width, and whether it contains figures. */
export type Column = { readonly name: string; readonly share: number; readonly figures?: boolean };

/** Font size of table cells, in points. It is reduced if long figures need more space. */
const CELL = 8.8;
/** Space between the text of a cell and the next column, in points. */
const GAP = 8;

/** Draws a table. The row of headings is repeated on each page. */
export function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  heading: Look,
): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const placed: readonly Placed[] = columns.map((column) => ({
    ...column,
    width: (WIDTH * column.share) / shares,
  }));
  const size = sizeFor(sheet.pen, placed, rows);
  const table = sheet.document.struct("Table");
  sheet.root.add(table);
  const head = () =>
    drawRow(sheet, table, {
      columns: placed,
      cells: columns.map(({ name }) => name),
      tag: "TH",
      look: heading,
    });
  // Keeps the row of headings on the same page as at least one row of the table.
  sheet.room(60);
  head();
  for (const cells of rows)
    drawRow(sheet, table, { columns: placed, cells, tag: "TD", look: { size }, head });
  sheet.y += 4;
}

type Placed = Column & { readonly width: number };

/** Returns the font size at which every figure fits on one line. A broken figure could be misread. */
function sizeFor(pen: Pen, columns: readonly Placed[], rows: readonly (readonly string[])[]): number {
  const widthOf = pen.measure({ size: CELL });
  const tooWide = rows.flatMap((cells) =>
    cells.map((cell, at) => {
      const column = columns[at];
      return column?.figures ? widthOf(cell) / (column.width - GAP) : 0;
    }),
  );
  return Math.floor((CELL / Math.max(1, ...tooWide)) * 10) / 10;
}

function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  {
    columns,
    cells,
    tag,
    look,
    head,
  }: {
    readonly columns: readonly Placed[];
    readonly cells: readonly string[];
    readonly tag: "TH" | "TD";
    readonly look: Look;
    /** Draws the row of headings again at the top of a new page. */
    readonly head?: () => void;
  },
): void {
  const { document, pen } = sheet;
  const widthAt = (at: number) => (columns[at] as Placed).width;
  const lines = cells.map((cell, at) => pen.linesOf(cell, widthAt(at) - GAP, look));
  const height = Math.max(...lines.map(({ length }) => length)) * pen.heightOf(look) + 5;
  if (sheet.room(height)) head?.();
  const row = document.struct("TR");
  table.add(row);
  let x = MARGIN;
  lines.forEach((cell, at) => {
    const right = columns[at]?.figures ?? false;
    const place = { x: x + (right ? GAP : 0), y: sheet.y + 2, width: widthAt(at) - GAP };
    row.add(document.struct(tag, {}, () => pen.write(cell, place, { ...look, right })));
    x += widthAt(at);
  });
  sheet.y += height;
  sheet.rule();
}
