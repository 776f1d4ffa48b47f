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

/** The columns of a switch's other leg that a kind reads. */
export type KindCounter = {
  readonly status: OrderStatus;
  readonly changed_at: Date;
  readonly allotment_date: string;
};

/** A step after the allotment, with the time when it happened, and the time when it is expected. */
export type Afterwards = {
  readonly step: "paid-out" | "bought";
  readonly at: Date | null;
  readonly expectedOn: string;
};

/**
 * An order kind. It contains all differences between kinds, except SQL. Other code uses its properties and
 * never compares names. Texts, letters and pictures of a kind are in their own folders, under its name.
 */
export type OrderKind = {
  /** Name of the kind, as stored in `orders.kind` and used in the API. */
  readonly name: string;
  /** Group of kinds by which investors filter. Both legs of a switch have the same value. */
  readonly family: string;
  /** Direction of the order: `buy` adds units to the holding; `sell` removes them. */
  readonly side: "buy" | "sell";
  /** Condition that a new order waits for: the investor's money, or approval by staff. */
  readonly waitsFor: "money" | "approval";
  /**
   * Position within a two-leg order; null for other kinds. The first leg (`out`) has the approvals and
   * letters of both.
   */
  readonly leg: "out" | "in" | null;
  /** Source or destination of the money: the investor's bank account, or another strategy. */
  readonly money: "paid-in" | "paid-out" | "switched";
  /** Kind of charge that the order pays. */
  readonly fee: "front-end" | "profit" | "switch-in";
  /** Template of the letter that serves as contract note. */
  readonly contractNote: string;
  /** Returns the amount invested or the proceeds, after charges; `null` if not yet known. */
  readonly net: (row: KindRow) => string | null;
  /** Returns the steps after the allotment, for the timeline. */
  readonly afterwards: (
    row: KindRow & { readonly allotment_date: string },
    counter: KindCounter | null,
  ) => readonly Afterwards[];
  /** Returns whether the investor has received all money and units that an allotted order gives. */
  readonly isDone: (row: KindRow, counter: Pick<KindCounter, "status"> | null) => boolean;
  /** Returns the money or units that an open order has in transit; `null` if there are none. */
  readonly onTheWay: (
    row: Pick<KindRow, "status" | "amount" | "paid_out_at">,
  ) => "units" | "transit" | "approval" | "allotment" | "payout" | null;
};

/** Returns whether an order ended without being executed. */
export function isDead({ status }: Pick<KindRow, "status">): boolean {
  return status === "CANCELLED" || status === "EXPIRED" || status === "REJECTED";
}
