import { fail, ok, type Result } from "../engine/values/result.ts";
import { emvText, withCrc } from "./emv-code.ts";
import { formatBaht } from "./money.ts";

/** The values in a PromptPay bill-payment code. */
export type BillPayment = {
  /** Biller id of 15 digits: the company's tax number and a two-digit suffix, as registered with the bank. */
  readonly billerId: string;
  /** Reference of the order, as `billReference` writes it. */
  readonly ref1: string;
  /** Number of the customer, as `customerNumber` writes it. */
  readonly ref2: string;
  readonly satang: bigint;
};

/** The reason why a bill-payment code cannot be written. */
export type BillPaymentFault = {
  readonly code: "biller-not-valid" | "reference-not-valid" | "amount-not-valid";
};

/**
 * Application id for bill payments between different banks. Source: tag 30 of the Thai QR Payment Standard
 * (Bank of Thailand, 2562).
 */
const BILL_PAYMENT = "A000000677010112";
const ONE_TIME = "12";
const BAHT = "764";
const MOST_DIGITS_OF_AMOUNT = 13;

/** Returns the text of a PromptPay bill-payment QR code. Each code is for one payment of one order. */
export function billPaymentCode(of: BillPayment): Result<string, BillPaymentFault> {
  if (!/^\d{15}$/.test(of.billerId)) return fail({ code: "biller-not-valid" });
  if (![of.ref1, of.ref2].every((ref) => /^[A-Z0-9]{1,20}$/.test(ref)))
    return fail({ code: "reference-not-valid" });
  const amount = of.satang > 0n ? formatBaht(of.satang) : "";
  if (amount === "" || amount.length > MOST_DIGITS_OF_AMOUNT) return fail({ code: "amount-not-valid" });
  const biller = emvText([
    ["00", BILL_PAYMENT],
    ["01", of.billerId],
    ["02", of.ref1],
    ["03", of.ref2],
  ]);
  const code = emvText([
    ["00", "01"],
    ["01", ONE_TIME],
    ["30", biller],
    ["53", BAHT],
    ["58", "TH"],
    ["54", amount],
  ]);
  return ok(withCrc(code, "63"));
}

/**
 * Returns an order's reference in the form that banks accept, capitals and digits only: `SP-261123-000001`
 * becomes `SP261123000001`.
 */
export function billReference(reference: string): string {
  return reference.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** Returns the customer number for banks: the first twelve digits of the person's id. */
export function customerNumber(personId: string): string {
  return personId.replace(/-/g, "").slice(0, 12).toUpperCase();
}
