import { DateTime } from "luxon";
import { formatBaht, parseBaht } from "../../domain/money.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { ZONE } from "../clock/index.ts";
import { unstorableIn } from "../http/index.ts";
import type { PaymentsRoom } from "./room.ts";
import { type BankReport, type ReportTaken, takeReport } from "./take-report.ts";

/** What is wrong with a message of the bank. */
export type MessageFault = {
  readonly code: "bank-report-not-valid" | "transfer-ahead" | "text-not-storable" | "number-not-storable";
};

/**
 * Processes a message of the bank. Its signature must already be verified. The message is JSON with `bank`,
 * `reference`, `amount` (two decimals), `at` (ISO 8601), and optionally `ref1`, `ref2`, `payer` (`bank`,
 * `account`, `name`). If the same message comes again, the result is `known`.
 */
export async function takeMessage(
  room: PaymentsRoom,
  body: string,
): Promise<Result<ReportTaken, MessageFault>> {
  const report = reportOf(body);
  if (report === null) return fail({ code: "bank-report-not-valid" });
  const unstorable = unstorableIn({ ...report, at: null }, "");
  if (unstorable !== null) return fail({ code: unstorable.code });
  if (report.at > room.clock.now()) return fail({ code: "transfer-ahead" });
  return ok(await room.db.transaction().execute((tx) => takeReport(room, tx, report, "bank")));
}

function reportOf(body: string): BankReport | null {
  const given = objectIn(body);
  if (given === null) return null;
  const bank = textOf(given.bank, 20);
  const reference = textOf(given.reference, 40);
  const amount = parseBaht(typeof given.amount === "string" ? given.amount : "");
  const at = DateTime.fromISO(typeof given.at === "string" ? given.at : "", { zone: ZONE });
  if (bank === null || reference === null || !amount.ok || amount.value <= 0n || !at.isValid) return null;
  const payer = (given.payer ?? {}) as Record<string, unknown>;
  return {
    bank,
    reference,
    amount: formatBaht(amount.value),
    at: at as DateTime<true>,
    ref1: textOf(given.ref1, 40),
    ref2: textOf(given.ref2, 40),
    payer: {
      bank: textOf(payer.bank, 20),
      account: textOf(payer.account, 20),
      name: textOf(payer.name, 200),
    },
  };
}

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOf(given: unknown, longest: number): string | null {
  return typeof given === "string" && given !== "" && given.length <= longest ? given : null;
}
