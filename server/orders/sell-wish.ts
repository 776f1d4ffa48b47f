import { satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";

/** The quantity to sell: baht with two decimals, units with four decimals, or everything. */
export type SellWish =
  | { readonly kind: "amount"; readonly amount: string }
  | { readonly kind: "units"; readonly units: string }
  | { readonly kind: "all" };

/**
 * Returns the quantity to sell as columns of an order.
 * @throws if a text is no canonical decimal, which the schema of the flow or call should have rejected.
 */
export function wishColumns(wish: SellWish): {
  readonly amount: string | null;
  readonly units: string | null;
  readonly all: boolean;
} {
  switch (wish.kind) {
    case "amount":
      satangOf(wish.amount);
      return { amount: wish.amount, units: null, all: false };
    case "units":
      tenThousandthsOf(wish.units);
      return { amount: null, units: wish.units, all: false };
    case "all":
      return { amount: null, units: null, all: true };
  }
}
