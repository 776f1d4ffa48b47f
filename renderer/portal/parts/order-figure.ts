import { formatBaht, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import type { Order } from "./records.ts";

/** What of an order its figure is made of. `gross`: what a sell brought before charges, once it is known. */
type Figured = Pick<Order, "kind" | "net" | "amount" | "unitsWished" | "sellAll"> & {
  readonly gross: string | null;
};

/**
 * The figure of an order in every list: what a sell brought once that is known (a reduction: what is sent to its investor, charges
 * taken off), or else what was wished.
 */
export function orderFigure(of: Figured, words: Translate): string {
  const baht = (of.kind === "redemption" ? of.net : null) ?? of.gross ?? of.amount;
  if (baht !== null) return formatBaht(baht);
  if (of.unitsWished !== null)
    return words("my-orders:orders.unitsWished", { units: formatUnits(of.unitsWished) });
  return of.sellAll ? words("my-orders:orders.all") : "–";
}
