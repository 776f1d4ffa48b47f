/** The states of an order. The table `order_transitions` contains the allowed transitions. */
export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

/** The columns of an order that a kind reads. Amounts are decimal text. */
export type KindRow = {
  readonly status: OrderStatus;
  readonly amount: string | null;
  readonly fee: string;
  readonly vat: string;
  readonly proceeds: string | null;
  readonly paid_out_at: Date | null;
};

/** The columns of the other leg of a switch that a kind reads. */
export type KindCounter = {
  readonly status: OrderStatus;
  readonly changed_at: Date;
  readonly allotment_date: string;
};

/** A step after the allotment: when it happened, and when it is expected. */
export type Afterwards = {
  readonly step: "paid-out" | "bought";
  readonly at: Date | null;
  readonly expectedOn: string;
};

/**
 * An order kind: everything that differs between kinds, except SQL. Other code calls it and never compares names.
 * Texts, letters and pictures of a kind are in their own rooms, under its name.
 */
export type OrderKind = {
  /** The value in `orders.kind` and in the API. */
  readonly name: string;
  /** The value by which investors filter. Both legs of a switch have the same one. */
  readonly family: string;
  /** `buy` adds units to the holding; `sell` removes them. */
  readonly side: "buy" | "sell";
  /** What a new order waits for: the investor's money, or approval by staff. */
  readonly waitsFor: "money" | "approval";
  /** The leg of a two-leg order. The out leg has the approvals and letters of both. */
  readonly leg: "out" | "in" | null;
  /** Source or destination of the money: the investor's bank account, or another strategy. */
  readonly money: "paid-in" | "paid-out" | "switched";
  /** The charge that applies. */
  readonly fee: "front-end" | "profit" | "switch-in";
  /** The letter that serves as contract note. */
  readonly contractNote: string;
  /** The amount invested or the proceeds, after charges. `null` if not yet known. */
  readonly net: (row: KindRow) => string | null;
  /** The steps after the allotment, for the timeline. */
  readonly afterwards: (
    row: KindRow & { readonly allotment_date: string },
    counter: KindCounter | null,
  ) => readonly Afterwards[];
  /** True if the investor has received everything that an allotted order gives. */
  readonly isDone: (row: KindRow, counter: Pick<KindCounter, "status"> | null) => boolean;
  /** What an open order has in transit; `null` if nothing. */
  readonly onTheWay: (
    row: Pick<KindRow, "status" | "amount" | "paid_out_at">,
  ) => "units" | "transit" | "approval" | "allotment" | "payout" | null;
};

/** Returns whether an order ended without being executed. */
export function isDead({ status }: Pick<KindRow, "status">): boolean {
  return status === "CANCELLED" || status === "EXPIRED" || status === "REJECTED";
}
