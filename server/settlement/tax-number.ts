/**
 * Number of the company's establishment that issues tax documents. It is the head office; others are not
 * supported yet. Lawyers must still approve this.
 */
export const ESTABLISHMENT = "00000";

/**
 * Returns the number of a tax document as it is printed: `INV-00000-202611-000001`. The numbers of credit and
 * debit notes begin with CN or DN.
 */
export function taxNumber(of: {
  readonly establishment: string;
  readonly month: string;
  readonly kind: "invoice" | "credit-note" | "debit-note";
  readonly number: number;
}): string {
  const letters = { invoice: "INV", "credit-note": "CN", "debit-note": "DN" }[of.kind];
  const month = of.month.slice(0, 7).replace("-", "");
  return `${letters}-${of.establishment}-${month}-${String(of.number).padStart(6, "0")}`;
}
