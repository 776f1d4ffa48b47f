import { csvOf } from "../../../domain/csv.ts";
import type { Draft, Operation } from "../../../engine/edits/index.ts";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { type TextPlace, writeText } from "./text-places.ts";
import { keyInDraft, textOfDraft } from "./texts-of-draft.ts";

/** Names of the table's columns: the place of a text, and the text in each language. */
const COLUMNS = ["text", ...LANGUAGES] as const;

/** Returns the texts of a flow as CSV for translators, one line for each place. */
export function textsTable(draft: Draft, places: readonly TextPlace[]): string {
  const rows = places.map(({ keys }) => {
    const key = keyInDraft(draft, keys);
    return [keys[0] ?? "", ...LANGUAGES.map((lng) => (key === null ? null : textOfDraft(draft, lng, key)))];
  });
  return csvOf([COLUMNS, ...rows]);
}

/** What a filled-in table changes in a draft. */
export type TextsTaken = {
  readonly operations: readonly Operation[];
  /** Lines, counted from 1, that name a text the flow does not have, or one that an earlier line names. */
  readonly skipped: readonly number[];
  /** Empty cells of texts that the draft has. Their texts stay. */
  readonly empty: readonly Cell[];
  /** Cells with a formula or the error of one, as a spreadsheet writes them by mistake. Their texts stay. */
  readonly formulas: readonly Cell[];
};

/** A cell of the table. Lines are counted from 1, with the line that names the columns. */
export type Cell = { readonly line: number; readonly column: Language };

/**
 * Returns the operations that write the texts of a table into a draft. An empty cell or a formula leaves its text
 * unchanged.
 * Error `columns`: the first line does not name the columns. Error `lines`: the text is not CSV.
 */
export async function readTextsTable(
  text: string,
  draft: Draft,
  places: readonly TextPlace[],
): Promise<Result<TextsTaken, "columns" | "lines">> {
  const rows = await readCsv(text);
  if (rows === null) return fail("lines");
  const [head = [], ...lines] = rows;
  const columns = COLUMNS.map((name) => head.findIndex((cell) => cell.trim().toLowerCase() === name));
  const [own = -1, ...inLanguages] = columns;
  if (columns.includes(-1)) return fail("columns");
  const open = new Map(places.map((place) => [place.keys[0] ?? "", place]));
  const operations: Operation[] = [];
  const [skipped, empty, formulas]: [number[], Cell[], Cell[]] = [[], [], []];
  for (const [index, line] of lines.entries()) {
    const name = line[own]?.trim() ?? "";
    const place = open.get(name);
    if (place === undefined) {
      if (line.some((cell) => cell.trim() !== "")) skipped.push(index + 2);
      continue;
    }
    open.delete(name);
    const key = keyInDraft(draft, place.keys);
    const written = LANGUAGES.flatMap((lng, at) => {
      const raw = line[inLanguages[at] ?? -1] ?? "";
      const cell = plainCell(raw);
      const before = key === null ? null : textOfDraft(draft, lng, key);
      const where = { line: index + 2, column: lng };
      if (cell.trim() === "") {
        if (before !== null && before !== "") empty.push(where);
        return [];
      }
      if (FORMULA.test(raw)) {
        formulas.push(where);
        return [];
      }
      return cell === before ? [] : [[lng, cell] as const];
    });
    if (written.length > 0) operations.push(writeText(draft, place.keys, Object.fromEntries(written)));
  }
  return ok({ operations, skipped, empty, formulas });
}

// A text that begins like a formula has an apostrophe before it in the table.
const FORMULA = /^(=|#(REF|NAME|VALUE|N\/A|DIV\/0|NUM|NULL|ERROR)\b)/;

/** Parses CSV with commas, semicolons or tabs, whichever its first line has; `null` if that is not possible. */
async function readCsv(text: string): Promise<readonly (readonly string[])[] | null> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const [first = ""] = text.split(/\r?\n/, 1);
  const delimiter = [";", "\t"].find((one) => first.includes(one)) ?? ",";
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return null;
  }
}

/** Returns a cell without the apostrophe that `csvOf` puts before a formula, and with plain line breaks. */
function plainCell(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, "").replaceAll("\r\n", "\n");
}
