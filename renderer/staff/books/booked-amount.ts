import { formatBaht, formatUnits } from "../../kit/text/format.ts";

/** An amount of the books, which keep four places of everything, as people read it: baht with two, units with four. */
export function bookedAmount(amount: string, of: "baht" | "units"): string {
  return of === "baht" ? formatBaht(amount.replace(/00$/, "")) : formatUnits(amount);
}
