import { fail, ok, type Result } from "../engine/values/result.ts";
import { emvText, withCrc } from "./emv-code.ts";
import { formatBaht } from "./money.ts";

/** What a PromptPay bill-payment code asks for. */
export type BillPayment = {
  /** 15 digits: the tax number and two of ours, as registered with the bank. */
  readonly billerId: string;
  /** The order, as `billReference` writes it. */
  readonly ref1: string;
  /** The customer, as `customerNumber` writes it. */
  readonly ref2: string;
  readonly satang: bigint;
};

/** What of it cannot stand in a code. */
export type BillPaymentFault = {
  readonly code: "biller-not-valid" | "reference-not-valid" | "amount-not-valid";
};

/** Bill payment across banks, by the merchant's code. Source: Thai QR Payment Standard (Bank of Thailand, 2562), tag 30. */
const BILL_PAYMENT = "A000000677010112";
const ONE_TIME = "12";
const BAHT = "764";
const MOST_DIGITS_OF_AMOUNT = 13;

/**
 * The text of a PromptPay bill-payment QR: who is paid, which order of which customer, how much. One order, one payment.
 */
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

/** An order's reference as banks carry it: capitals and digits only, `SP-261123-000001` is `SP261123000001`. */
export function billReference(reference: string): string {
  return reference.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** The number by which a bank names a customer: the first twelve digits of the person's id. */
export function customerNumber(personId: string): string {
  return personId.replace(/-/g, "").slice(0, 12).toUpperCase();
}
