import { formatBaht, formatUnits } from "../../kit/text/format.ts";
import type { Translate } from "../../kit/text/i18n.ts";
import type { Order } from "./records.ts";

/**
 * The fields of an order that its figure needs. `gross` is the proceeds of a sale before charges, once known.
 */
type Figured = Pick<Order, "kind" | "net" | "amount" | "unitsWished" | "sellAll"> & {
  readonly gross: string | null;
};

/**
 * Returns the amount that every list shows for an order. This is the ordered amount, until the proceeds of a
 * sale are known. For a reduction, it is finally the amount sent after charges.
 */
export function orderFigure(of: Figured, words: Translate): string {
  const baht = (of.kind === "redemption" ? of.net : null) ?? of.gross ?? of.amount;
  if (baht !== null) return formatBaht(baht);
  if (of.unitsWished !== null)
    return words("my-orders:orders.unitsWished", { units: formatUnits(of.unitsWished) });
  return of.sellAll ? words("my-orders:orders.all") : "–";
}
