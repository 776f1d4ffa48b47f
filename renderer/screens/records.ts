/** What the fund's calls answer, as far as screens read it. Baht and units are decimal text, percents too. */

/** Which NAV an order given now gets. `null` where the calendar does not reach. */
export type Dealing = {
  readonly today: string;
  readonly now: string;
  readonly navDate: string;
  readonly cutOff: string;
  readonly allotmentDate: string;
  readonly beforeCutOff: boolean;
} | null;

/** A strategy's returns in percent; `null` where its history is too short. */
export type Returns = {
  readonly day1: string | null;
  readonly days7: string | null;
  readonly months3: string | null;
  readonly months6: string | null;
  readonly year1: string | null;
  readonly yearToDate: string | null;
  readonly sinceInception: string | null;
  readonly sinceInceptionPerYear: boolean;
  readonly maxDrawdown: { readonly percent: string; readonly peak: string; readonly trough: string } | null;
};

export type Strategy = {
  readonly code: string;
  readonly nameKey: string;
  readonly riskLevel: number;
  readonly open: boolean;
  readonly demo: boolean;
  readonly nav: { readonly value: string; readonly date: string } | null;
  readonly returns: Returns;
  readonly trend: readonly string[];
  readonly fees: {
    readonly frontEndBps: number;
    readonly vatBps: number;
    readonly managementBps: number;
    readonly reductionProfitBps: number;
    readonly switchInBps: number;
  };
  readonly minimums: { readonly first: string; readonly next: string };
  readonly startedOn: string;
};

export type StrategyWithHistory = Strategy & {
  readonly history: readonly { readonly date: string; readonly nav: string }[];
  readonly dealing: Dealing;
};

export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

export type Order = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly strategy: string;
  readonly amount: string | null;
  readonly fee: string;
  readonly vat: string;
  readonly net: string | null;
  readonly method: "qr" | "transfer" | null;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly payBy: string | null;
  readonly paidAt: string | null;
  readonly nav: string | null;
  readonly units: string | null;
  readonly value: string | null;
};

export type OrderMoment = {
  readonly step: "received" | "paid" | "nav" | "allotted" | "reject" | "cancelled" | "expired";
  readonly at: string | null;
  readonly expected: string | null;
};

/** An order with what happened to it and what is expected, in order. */
export type OrderWithTimeline = Order & { readonly timeline: readonly OrderMoment[] };

type Figures = {
  readonly value: string;
  readonly principal: string;
  readonly profit: string;
  readonly profitPercent: string | null;
};

export type Holding = Figures & {
  readonly code: string;
  readonly nameKey: string;
  readonly units: string;
  readonly strategyReturn1y: string | null;
};

export type Overview = {
  readonly asOf: string | null;
  readonly demo: boolean;
  readonly total: Figures & { readonly strategyReturn1y: string | null };
  readonly holdings: readonly Holding[];
  readonly series: readonly { readonly date: string; readonly value: string; readonly principal: string }[];
  readonly waitingForUnits: string;
  readonly latestOrders: readonly Order[];
  readonly next: { readonly kind: "pay"; readonly order: Order } | { readonly kind: "none" };
  readonly dealing: Dealing;
};

/** Percent text to hundredths of a percent, as `Delta` takes them: `-12.50` → -1250. */
export function bpsOf(percent: string): number {
  return Math.round(Number(percent) * 100);
}

/** Colour of an order's badge by its status. */
export function statusTone(status: OrderStatus): "gain" | "loss" | "warn" | "info" {
  if (status === "ALLOTTED") return "gain";
  if (status === "APPROVED") return "info";
  if (status === "SUBMITTED" || status === "WAITING") return "warn";
  return "loss";
}
