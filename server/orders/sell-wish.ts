import { satangOf } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";

/**
 * How much to sell: an amount in baht with two decimals, a number of units with four decimals, or everything.
 */
export type SellWish =
  | { readonly kind: "amount"; readonly amount: string }
  | { readonly kind: "units"; readonly units: string }
  | { readonly kind: "all" };

/**
 * Returns how much to sell, as columns of an order. @throws if a number is not in canonical form, which the
 * schema of the flow or call should have prevented.
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
