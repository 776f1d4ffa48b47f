import { parse } from "csv-parse/sync";
import { DateTime } from "luxon";
import { formatBaht, parseBaht } from "../../domain/money.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { ZONE } from "../clock/index.ts";
import type { Payer } from "./receive-payment.ts";
import { plainReference } from "./transfer-names.ts";

/** A bank's statement of one account, whatever file it came in. Amounts are baht with two decimals. */
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

/** What is wrong with a file, and in which of its lines. */
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
    | "statement-balance";
  readonly line: number;
};

/** Reads the file of one bank: another bank's format is another of these. */
export type StatementReader = (file: string, now: DateTime<true>) => Result<Statement, StatementFault>;

/** The columns of our own format, in this order; `docs/fund.md` says what each holds. */
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

const HEAD_LINES = 1;

/** Reads a statement of our own format: every line is money in or out, and its balance follows from the one before. */
export const readStatement: StatementReader = (file, now) => {
  const rows = rowsOf(file);
  if (rows === null) return fail({ code: "statement-header", line: 1 });
  const [first] = rows;
  if (first === undefined) return fail({ code: "statement-empty", line: 1 });
  const references = new Set<string>();
  const lines: StatementLine[] = [];
  let before: bigint | null = null;
  let opening = 0n;
  for (const [at, row] of rows.entries()) {
    const line = at + HEAD_LINES + 1;
    if (!/^\d{3}$/.test(row.bank) || !/^\d{10,16}$/.test(row.account) || row.account !== first.account)
      return fail({ code: "statement-account", line });
    const moment = DateTime.fromISO(`${row.date}T${row.time}`, { zone: ZONE });
    if (!moment.isValid) return fail({ code: "statement-date", line });
    if (moment > now) return fail({ code: "statement-ahead", line });
    if (!/^[A-Za-z0-9-]{1,40}$/.test(row.reference)) return fail({ code: "statement-reference", line });
    const reference = plainReference(row.reference);
    if (references.has(reference)) return fail({ code: "statement-twice", line });
    references.add(reference);
    const credit = amountOf(row.credit);
    const debit = amountOf(row.debit);
    const balance = parseBaht(row.balance);
    if (credit === "wrong" || debit === "wrong" || (credit === null) === (debit === null) || !balance.ok)
      return fail({ code: "statement-amount", line });
    const moved: bigint = (credit ?? 0n) - (debit ?? 0n);
    if (before === null) opening = balance.value - moved;
    else if (before + moved !== balance.value) return fail({ code: "statement-balance", line });
    before = balance.value;
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
      balance: formatBaht(balance.value),
    });
  }
  return ok({
    bank: first.bank,
    account: first.account,
    opening: formatBaht(opening),
    closing: formatBaht(before ?? 0n),
    lines,
  });
};

function rowsOf(file: string): readonly Row[] | null {
  try {
    const [head, ...rows] = parse(normaliseDigits(file), {
      bom: true,
      trim: true,
      skip_empty_lines: true,
    }) as string[][];
    if (head?.join(",") !== STATEMENT_COLUMNS.join(",")) return null;
    return rows.map(
      (row) => Object.fromEntries(STATEMENT_COLUMNS.map((name, at) => [name, row[at] ?? ""])) as Row,
    );
  } catch {
    // Lines of unequal length, or an open quotation mark.
    return null;
  }
}

/** `null` where nothing stands there. */
function amountOf(text: string): bigint | null | "wrong" {
  if (text === "") return null;
  const read = parseBaht(text);
  return read.ok && read.value > 0n ? read.value : "wrong";
}
