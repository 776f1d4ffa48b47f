import type { Dealing as KnownDealing, Order, Overview } from "../../kit/api/answers.ts";

export type {
  Holding,
  OnTheWay,
  Order,
  OrderMoment,
  OrderStatus,
  OrderWithTimeline,
  Overview,
  Returns,
  Strategy,
  StrategyWithHistory,
  Transaction,
} from "../../kit/api/answers.ts";

/** An overview with totals. An overview has no totals if the switch `client-summary` is off. */
export type WholeOverview = Overview & { readonly total: NonNullable<Overview["total"]> };

/** Whether an overview has its totals. */
export function hasTotals(of: Overview): of is WholeOverview {
  return of.total !== null;
}

/** The NAV date of an order placed now; `null` if the date is beyond the loaded calendar. */
export type Dealing = KnownDealing | null;

/** Whether an amount in decimal text is zero. */
export function isZero(amount: string): boolean {
  return /^-?[0.]*$/.test(amount);
}

/** Returns the badge colour for the step that an order has reached. */
export function stepTone(step: Order["step"]): "gain" | "loss" | "warn" | "info" {
  if (step === "success") return "gain";
  if (step === "approved") return "info";
  if (step === "confirm" || step === "waiting") return "warn";
  return "loss";
}
