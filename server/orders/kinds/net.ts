import { formatBaht, satangOf } from "../../../domain/money.ts";
import { isDead, type KindRow } from "./order-kind.ts";

/**
 * Returns the amount that a buy invests after charges. Returns `null` if the amount is unknown, or if the
 * order ended without being executed.
 */
export function boughtNet(row: KindRow): string | null {
  if (row.amount === null || isDead(row)) return null;
  return formatBaht(satangOf(row.amount) - satangOf(row.fee) - satangOf(row.vat));
}

/** Returns the money that a sell brings. It is `null` before the allotment. */
export function soldNet({ proceeds }: KindRow): string | null {
  return proceeds === null ? null : formatBaht(satangOf(proceeds));
}
