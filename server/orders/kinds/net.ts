import { formatBaht, satangOf } from "../../../domain/money.ts";
import { isDead, type KindRow } from "./order-kind.ts";

/** What a buy invests: its amount less charges. `null` while the amount is not known, and for an order that is over. */
export function boughtNet(row: KindRow): string | null {
  if (row.amount === null || isDead(row)) return null;
  return formatBaht(satangOf(row.amount) - satangOf(row.fee) - satangOf(row.vat));
}

/** What a sell brings: known from its allotment on. */
export function soldNet({ proceeds }: KindRow): string | null {
  return proceeds === null ? null : formatBaht(satangOf(proceeds));
}
