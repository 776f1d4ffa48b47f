import { createHash } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { newId } from "../fund/index.ts";
import type { PaymentsRoom } from "./room.ts";
import { readStatement, type StatementFault, type StatementLine, type StatementReader } from "./statement.ts";
import { takeReport } from "./take-report.ts";
import "./tables.ts";

/** The result of importing a bank statement: how many lines had each outcome. */
export type ImportedStatement = {
  readonly statement: string;
  readonly matched: number;
  readonly known: number;
  readonly held: number;
  readonly out: number;
};

/**
 * Imports a bank statement as a whole, or nothing of it. Each incoming amount is booked only once, even if a
 * message of the bank or a slip has reported it before.
 */
export async function importStatement(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly file: string; readonly by: string; readonly read?: StatementReader },
): Promise<Result<ImportedStatement, StatementFault | { readonly code: "statement-known" }>> {
  const now = room.clock.now();
  const read = (given.read ?? readStatement)(given.file, now);
  if (!read.ok) return read;
  const { bank, account, opening, closing, lines } = read.value;
  // Money on an account that is no pay-in account of this company must not be booked, whatever its reference
  // says.
  const ours = await tx.selectFrom("pay_in_accounts").select("number").execute();
  if (!ours.some(({ number }) => number.replace(/\D/g, "") === account))
    return fail({ code: "statement-not-ours", line: lines[0]?.line ?? 1 });
  const days = lines.map((line) => line.at.toISODate()).sort();
  const id = newId();
  const written = await tx
    .insertInto("bank_statements")
    .values({
      id,
      bank,
      account,
      sha256: createHash("sha256").update(given.file).digest("hex"),
      first_on: days[0] ?? "",
      last_on: days.at(-1) ?? "",
      opening,
      closing,
      imported_by: given.by,
      imported_at: now.toJSDate(),
    })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) return fail({ code: "statement-known" });
  const counts = { matched: 0, known: 0, held: 0, out: 0 };
  for (const line of lines) counts[await bookLine(room, tx, { id, bank }, line)] += 1;
  await record(tx, room.clock, {
    actor: `person:${given.by}`,
    action: "payments.importStatement",
    subject: `statement:${id}`,
    to: "IMPORTED",
    detail: counts,
  });
  return ok({ statement: id, ...counts });
}

/** Books the amount of one line if it is incoming, and stores the line with its outcome. */
async function bookLine(
  room: PaymentsRoom,
  tx: Tx,
  statement: { readonly id: string; readonly bank: string },
  line: StatementLine,
): Promise<"matched" | "known" | "held" | "out"> {
  const taken =
    line.credit === null
      ? ({ outcome: "out", payment: null } as const)
      : await takeReport(room, tx, { ...line, bank: statement.bank, amount: line.credit }, "statement");
  await tx
    .insertInto("bank_statement_lines")
    .values({
      statement_id: statement.id,
      line: line.line,
      at: line.at.toJSDate(),
      reference: line.reference,
      credit: line.credit,
      debit: line.debit,
      balance: line.balance,
      outcome: taken.outcome,
      payment_id: taken.payment,
    })
    .execute();
  return taken.outcome;
}
