import { formatBaht, formatUnits } from "../../kit/text/format.ts";

/** Formats a ledger amount, which has four decimals. Baht are shown with two decimals, units with four. */
export function bookedAmount(amount: string, of: "baht" | "units"): string {
  return of === "baht" ? formatBaht(amount.replace(/00$/, "")) : formatUnits(amount);
}
