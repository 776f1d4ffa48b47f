import { formatBaht, satangOf } from "../../../domain/money.ts";
import { isDead, type KindRow } from "./order-kind.ts";

/**
 * Returns the amount that a buy invests, less charges; `null` if the amount is unknown or the order ended
 * without being executed.
 */
export function boughtNet(row: KindRow): string | null {
  if (row.amount === null || isDead(row)) return null;
  return formatBaht(satangOf(row.amount) - satangOf(row.fee) - satangOf(row.vat));
}

/** Returns the proceeds of a sell; `null` before its allotment. */
export function soldNet({ proceeds }: KindRow): string | null {
  return proceeds === null ? null : formatBaht(satangOf(proceeds));
}
