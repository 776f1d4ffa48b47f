import { formatBaht, formatUnits } from "../../kit/text/format.ts";

/** Formats an amount of the ledger, which has four decimals: baht with two, units with four. */
export function bookedAmount(amount: string, of: "baht" | "units"): string {
  return of === "baht" ? formatBaht(amount.replace(/00$/, "")) : formatUnits(amount);
}
