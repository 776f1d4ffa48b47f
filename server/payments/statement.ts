import { parse } from "csv-parse/sync";
import { DateTime } from "luxon";
import { BAHT_SCALE, formatBaht } from "../../domain/money.ts";
import { parseTypedDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import { ZONE } from "../clock/index.ts";
import type { Payer } from "./receive-payment.ts";
import { plainReference } from "./transfer-names.ts";

/**
 * The statement of one bank account, in a form that does not depend on the file format. Amounts are in baht
 * with two decimals.
 */
export type Statement = {
  readonly bank: string;
  readonly account: string;
  readonly opening: string;
  readonly closing: string;
  readonly lines: readonly StatementLine[];
};

export type StatementLine = {
  readonly line: number;
  readonly at: DateTime<true>;
  readonly reference: string;
  readonly ref1: string | null;
  readonly ref2: string | null;
  readonly payer: Payer;
  readonly credit: string | null;
  readonly debit: string | null;
  readonly balance: string;
};

/** What is wrong with a file, and in which line. */
export type StatementFault = {
  readonly code:
    | "statement-header"
    | "statement-empty"
    | "statement-account"
    | "statement-not-ours"
    | "statement-date"
    | "statement-ahead"
    | "statement-reference"
    | "statement-twice"
    | "statement-amount"
    | "statement-two-readings"
    | "statement-balance";
  readonly line: number;
};

/** Reads a statement file. Each bank's format needs its own reader. */
export type StatementReader = (file: string, now: DateTime<true>) => Result<Statement, StatementFault>;

/** The columns of the default format, in this order. `docs/fund.md` describes them. */
export const STATEMENT_COLUMNS = [
  "bank",
  "account",
  "date",
  "time",
  "reference",
  "ref1",
  "ref2",
  "payer_bank",
  "payer_account",
  "payer_name",
  "credit",
  "debit",
  "balance",
] as const;
type Row = Record<(typeof STATEMENT_COLUMNS)[number], string>;

/**
 * Reads a statement in the default format. Each line must be incoming or outgoing money. Its balance must be
 * the balance of the line before, plus or minus its amount.
 */
export const readStatement: StatementReader = (file, now) => {
  const rows = rowsOf(file);
  if (rows === null) return fail({ code: "statement-header", line: 1 });
  const [first] = rows;
  if (first === undefined) return fail({ code: "statement-empty", line: 1 });
  const references = new Set<string>();
  const lines: StatementLine[] = [];
  let before: bigint | null = null;
  let opening = 0n;
  for (const { line, row } of rows) {
    if (!/^\d{3}$/.test(row.bank) || !/^\d{10,16}$/.test(row.account) || row.account !== first.row.account)
      return fail({ code: "statement-account", line });
    const day = parseTypedDate(row.date);
    const moment = DateTime.fromISO(`${day.ok ? day.value : ""}T${row.time}`, { zone: ZONE });
    if (!moment.isValid) return fail({ code: "statement-date", line });
    if (moment > now) return fail({ code: "statement-ahead", line });
    if (!/^[A-Za-z0-9-]{1,40}$/.test(row.reference)) return fail({ code: "statement-reference", line });
    const reference = plainReference(row.reference);
    if (references.has(reference)) return fail({ code: "statement-twice", line });
    references.add(reference);
    const credit = amountOf(row.credit);
    const debit = amountOf(row.debit);
    const balance = signedAmountOf(row.balance);
    if (credit === "two-readings" || debit === "two-readings" || balance === "two-readings")
      return fail({ code: "statement-two-readings", line });
    if (
      credit === "wrong" ||
      debit === "wrong" ||
      (credit === null) === (debit === null) ||
      balance === "wrong"
    )
      return fail({ code: "statement-amount", line });
    const moved: bigint = (credit ?? 0n) - (debit ?? 0n);
    if (before === null) opening = balance - moved;
    else if (before + moved !== balance) return fail({ code: "statement-balance", line });
    before = balance;
    lines.push({
      line,
      at: moment as DateTime<true>,
      reference: row.reference,
      ref1: row.ref1 || null,
      ref2: row.ref2 || null,
      payer: {
        bank: row.payer_bank || null,
        account: row.payer_account || null,
        name: row.payer_name || null,
      },
      credit: credit === null ? null : formatBaht(credit),
      debit: debit === null ? null : formatBaht(debit),
      balance: formatBaht(balance),
    });
  }
  return ok({
    bank: first.row.bank,
    account: first.row.account,
    opening: formatBaht(opening),
    closing: formatBaht(before ?? 0n),
    lines,
  });
};

/**
 * Returns the rows of a file with their line numbers. A quoted value can contain line breaks; then the number
 * is that of the row's last line.
 */
function rowsOf(file: string): readonly { readonly line: number; readonly row: Row }[] | null {
  try {
    const [head, ...rows] = parse(normaliseDigits(file), {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
    if (head?.record.join(",") !== STATEMENT_COLUMNS.join(",")) return null;
    return rows.map(({ record, info }) => ({
      line: info.lines,
      row: withZeros(
        Object.fromEntries(
          STATEMENT_COLUMNS.map((name, at) => [name, (record[at] ?? "").replace(/\s+/g, " ")]),
        ) as Row,
      ),
    }));
  } catch {
    // Rows have different numbers of columns, or a quotation mark has no counterpart.
    return null;
  }
}

/**
 * Adds the leading zeros that spreadsheet programs remove. A bank code has three digits, an account number at
 * least ten.
 */
function withZeros(row: Row): Row {
  const digits = (text: string, least: number) => {
    const plain = text.replace(/[ -]/g, "");
    return /^\d+$/.test(plain) ? plain.padStart(least, "0") : text;
  };
  return { ...row, bank: digits(row.bank, 3), account: digits(row.account, 10) };
}

/** Parses an amount; returns `null` if the cell is empty. */
function amountOf(text: string): bigint | null | "wrong" | "two-readings" {
  if (text === "") return null;
  const read = parseTypedDecimal(text, BAHT_SCALE, "decimal");
  if (!read.ok) return read.error.code === "two-readings" ? "two-readings" : "wrong";
  return read.value > 0n ? read.value : "wrong";
}

function signedAmountOf(text: string): bigint | "wrong" | "two-readings" {
  const read = parseTypedDecimal(text.replace(/^-/, ""), BAHT_SCALE, "decimal");
  if (!read.ok) return read.error.code === "two-readings" ? "two-readings" : "wrong";
  return text.startsWith("-") ? -read.value : read.value;
}
