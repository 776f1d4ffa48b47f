import { parse } from "csv-parse/sync";
import { formatUnits, UNIT_SCALE } from "../../domain/units.ts";
import { parseTypedDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import type { Tx } from "../db/index.ts";
import { entryFault, fitFault, type NavEntry, type NavEntryFailure, writeNav } from "./navs.ts";
import type { FundRoom } from "./room.ts";

/** A line of a file, with its error if it has one. Line numbers count from 1, as in spreadsheets. */
export type NavLine = Required<NavEntry> & {
  readonly line: number;
  readonly fault: NavEntryFailure | null;
};

export type NavFileFailure = { readonly code: "nav-file-not-read" | "nav-file-empty" | "nav-file-too-long" };

const MOST_LINES = 1_000;
const HEADS = {
  date: /^(date|nav ?date|วันที่|วันที่ nav)$/i,
  strategy: /^(strategy|code|fund|กลยุทธ์|รหัส)$/i,
  nav: /^(nav|มูลค่า|มูลค่าหน่วย)$/i,
  reason: /^(reason|note|เหตุผล|หมายเหตุ)$/i,
};
type Column = keyof typeof HEADS;
const ORDER = ["date", "strategy", "nav", "reason"] as const satisfies readonly Column[];

/**
 * Parses a file of NAVs (date, strategy, nav, optionally reason) and reports the error of each line. Writes nothing.
 * Accepts commas, semicolons or tabs, a heading in Thai or English, quotation marks, a byte order mark, Thai digits,
 * dates as YYYY-MM-DD or DD/MM/YYYY of either era, and thousands separators.
 */
export async function readNavFile(
  room: FundRoom,
  text: string,
): Promise<Result<readonly NavLine[], NavFileFailure>> {
  // Text that is not UTF-8 has lost letters already, so the user must save the file again.
  if (text.includes("\u0000") || text.includes("\uFFFD")) return fail({ code: "nav-file-not-read" });
  const rows = rowsOf(text.replace(/^\uFEFF/, ""));
  if (rows === null) return fail({ code: "nav-file-not-read" });
  const columns = columnsOf(rows[0]?.cells ?? []);
  const body = columns === null ? rows : rows.slice(1);
  if (body.length === 0) return fail({ code: "nav-file-empty" });
  if (body.length > MOST_LINES) return fail({ code: "nav-file-too-long" });
  if (body.every(({ cells }) => cells.length < 3)) return fail({ code: "nav-file-not-read" });
  const places = columns ?? { date: 0, strategy: 1, nav: 2, reason: 3 };
  const entries = body.map(({ line, cells }) => {
    const cell = (column: Column) => cells[places[column]]?.trim() ?? "";
    return {
      line,
      ...entryOf({
        date: cell("date"),
        strategy: cell("strategy"),
        nav: cell("nav"),
        reason: cell("reason"),
      }),
    };
  });
  return ok(await checked(room, entries));
}

/**
 * Saves all lines of a file or none. Checks them again, because data may have changed since the file was
 * read. Returns the number of saved lines, or the position and error of the first invalid line.
 */
export async function enterNavs(
  room: FundRoom,
  personId: string,
  entries: readonly NavEntry[],
): Promise<Result<{ readonly entered: number }, NavEntryFailure & { readonly at: number }>> {
  const inOrder = entries
    .map((entry, at) => ({ entry, at }))
    .toSorted((one, other) => (one.entry.date < other.entry.date ? -1 : 1));
  for (const { entry, at } of inOrder) {
    const fault = await entryFault(room, entry);
    if (fault !== null) return fail({ ...fault, at });
  }
  const all = async (tx: Tx) => {
    for (const { entry, at } of inOrder) {
      const written = await writeNav(room, tx, personId, entry);
      if (!written.ok) throw new LineRefused({ ...written.error, at });
    }
  };
  try {
    await room.db.transaction().execute(all);
    return ok({ entered: entries.length });
  } catch (error) {
    if (error instanceof LineRefused) return fail(error.failure);
    throw error;
  }
}

/** An error that rolls the transaction back, because a file is saved completely or not at all. */
class LineRefused extends Error {
  readonly failure: NavEntryFailure & { readonly at: number };
  constructor(failure: NavEntryFailure & { readonly at: number }) {
    super(failure.code);
    this.failure = failure;
  }
}

async function checked(
  room: FundRoom,
  entries: readonly Omit<NavLine, "fault">[],
): Promise<readonly NavLine[]> {
  const seen = new Set<string>();
  const lines: NavLine[] = [];
  // Lines are saved by date, because the previous NAV of a line may be in the file itself.
  const byDay = entries.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const latest = new Map<string, string>();
  for (const entry of byDay) {
    const key = `${entry.strategy} ${entry.date}`;
    const twice: NavEntryFailure | null = seen.has(key) ? { code: "nav-twice", field: "date" } : null;
    const fault =
      (await entryFault(room, entry)) ??
      twice ??
      (await fitFault(room.db, entry, latest.get(entry.strategy)));
    seen.add(key);
    if (fault === null || fault.code === "nav-jump") latest.set(entry.strategy, entry.nav);
    lines.push({ ...entry, fault });
  }
  return lines.toSorted((one, other) => one.line - other.line);
}

function entryOf(cells: Readonly<Record<Column, string>>): Required<NavEntry> {
  const typed = normaliseDigits(cells.date);
  const date = parseTypedDate(typed);
  const nav = parseTypedDecimal(cells.nav, UNIT_SCALE, "decimal");
  return {
    date: date.ok ? date.value : typed.slice(0, 10),
    strategy: cells.strategy.toUpperCase(),
    nav: nav.ok ? formatUnits(nav.value) : cells.nav,
    reason: cells.reason,
  };
}

/** Returns the position of each column, found by its heading; `null` if the first row has no headings. */
function columnsOf(cells: readonly string[]): Readonly<Record<Column, number>> | null {
  const found = ORDER.map(
    (column) => [column, cells.findIndex((cell) => HEADS[column].test(cell.trim()))] as const,
  );
  return found.every(([column, at]) => at >= 0 || column === "reason")
    ? (Object.fromEntries(found) as Record<Column, number>)
    : null;
}

/** Returns the rows of a file with their line numbers; `null` if a quotation mark is not closed. */
function rowsOf(
  text: string,
): readonly { readonly line: number; readonly cells: readonly string[] }[] | null {
  const first = text.split(/[\r\n]/).find((line) => line.trim() !== "") ?? "";
  const delimiter = ["\t", ";", ","].find((one) => first.includes(one)) ?? ",";
  try {
    const rows = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
    return rows
      .map(({ record, info }) => ({
        line: info.lines,
        cells: record.map((cell) => cell.replace(/\s+/g, " ")),
      }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  } catch {
    return null;
  }
}
