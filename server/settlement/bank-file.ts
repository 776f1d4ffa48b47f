import { createHash } from "node:crypto";
import { csvRowsOf } from "../../domain/csv.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Destination } from "./room.ts";

/** One line of a payment file, which pays one amount to one account. */
export type Transfer = {
  readonly payout: string;
  readonly amount: string;
  readonly reference: string;
} & Omit<Destination, "verified">;

/** A payment file: its bytes, their SHA-256 and the total in baht. */
export type BankFile = { readonly bytes: Buffer; readonly hash: string; readonly total: string };

/**
 * Writes the payment file for the clients' bank. To support another bank, add another function to this file.
 * The file is UTF-8 with CRLF, and values are quoted where necessary. It has one line `H` (format, value
 * date, number of lines, total), one line `D` per transfer (line, payout, bank, account number, holder, baht,
 * reference), and one line `T` (number of lines, total).
 */
export function paymentFile(of: {
  readonly valueDate: string;
  readonly transfers: readonly Transfer[];
}): BankFile {
  const total = formatBaht(of.transfers.reduce((sum, { amount }) => sum + satangOf(amount), 0n));
  const count = String(of.transfers.length);
  const bytes = Buffer.from(
    csvRowsOf([
      ["H", "SAPHAN-PAYOUT-1", of.valueDate, count, total],
      ...of.transfers.map((line, at) => [
        "D",
        String(at + 1),
        line.payout,
        line.bank,
        line.number,
        line.holder,
        line.amount,
        line.reference,
      ]),
      ["T", count, total],
    ]),
  );
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex"), total };
}

/** A transfer that the bank returned, because it could not pay it. */
export type Returned = {
  readonly line: number;
  readonly payout: string;
  readonly amount: string;
  readonly reason: string;
};

/**
 * A return file of the bank. It has the number of the payment file (`null` if not given) and the transfers
 * that were returned.
 */
export type ReturnFile = { readonly number: number | null; readonly returned: readonly Returned[] };

/**
 * Reads the bank's return file. It has a line `H` (format, number of the payment file), then a line `R` per
 * returned transfer (line, payout, baht, reason). All transfers that are not in it were paid. It can end with
 * a line `T`, which has the number and total of the `R` lines. If there is a line `T`, its values must be
 * right, because lines that a truncated file lacks would count as paid. Errors: `not-valid` with the line
 * number (unknown, incomplete or misplaced line), `twice` (a repeated payment), `empty` (neither a payment
 * file nor a transfer).
 */
export function readReturnFile(
  text: string,
): Result<
  ReturnFile,
  { readonly code: "not-valid" | "twice"; readonly line: number } | { readonly code: "empty" }
> {
  const returned: Returned[] = [];
  let number: number | null = null;
  let ended = false;
  const seen = new Set<string>();
  for (const [at, row] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (row.trim() === "") continue;
    if (ended || (row.startsWith("H,") && at > 0)) return fail({ code: "not-valid", line: at + 1 });
    if (row.startsWith("H,")) {
      const head = /^H,[^,]*,(\d{1,9})(?:,|$)/.exec(row);
      if (head !== null) number = Number(head[1]);
      continue;
    }
    if (row.startsWith("T,")) {
      const total = formatBaht(returned.reduce((sum, { amount }) => sum + satangOf(amount), 0n));
      ended = row.trim() === `T,${returned.length},${total}`;
      if (!ended) return fail({ code: "not-valid", line: at + 1 });
      continue;
    }
    const read = /^R,(\d{1,7}),([0-9a-f-]{36}),(\d{1,15}\.\d{2}),"?([^"]{1,200})"?$/.exec(row);
    if (read === null) return fail({ code: "not-valid", line: at + 1 });
    const [, line = "", payout = "", amount = "", reason = ""] = read;
    if (seen.has(payout)) return fail({ code: "twice", line: at + 1 });
    seen.add(payout);
    returned.push({ line: Number(line), payout, amount, reason });
  }
  return returned.length === 0 && number === null ? fail({ code: "empty" }) : ok({ number, returned });
}
