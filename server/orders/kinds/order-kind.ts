/** The states of an order. The table `order_transitions` lists which state can follow which. */
export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

/** The columns of an order that the properties of a kind use. Amounts are decimal text. */
export type KindRow = {
  readonly status: OrderStatus;
  readonly amount: string | null;
  readonly fee: string;
  readonly vat: string;
  readonly proceeds: string | null;
  readonly paid_out_at: Date | null;
};

/** The columns of the other leg of a switch that the properties of a kind use. */
export type KindCounter = {
  readonly status: OrderStatus;
  readonly changed_at: Date;
  readonly allotment_date: string;
};

/**
 * Something that happens after the allotment: the time when it happened, if it did, and the day on which it
 * is expected.
 */
export type Afterwards = {
  readonly step: "paid-out" | "bought";
  readonly at: Date | null;
  readonly expectedOn: string;
};

/**
 * A kind of order. Everything in which kinds differ is a property here, except SQL. Other code must use these
 * properties and never compare the names of kinds. The texts, letters and pictures of a kind are in other
 * folders, under its name.
 */
export type OrderKind = {
  /** Name of the kind, as stored in `orders.kind` and used in the API. */
  readonly name: string;
  /**
   * Group of kinds, by which investors filter their orders. Both legs of a switch belong to the same group.
   */
  readonly family: string;
  /** Direction of the order: `buy` adds units to the holding; `sell` removes them. */
  readonly side: "buy" | "sell";
  /** What a new order waits for first: the investor's money, or the approval of staff. */
  readonly waitsFor: "money" | "approval";
  /**
   * Which leg of a switch the order is; null for any other kind. The first leg (`out`) has the approvals and
   * letters for both.
   */
  readonly leg: "out" | "in" | null;
  /** Where the money comes from or goes to: the investor's bank account, or another strategy. */
  readonly money: "paid-in" | "paid-out" | "switched";
  /** Kind of charge that the order pays. */
  readonly fee: "front-end" | "profit" | "switch-in";
  /** Template of the letter that the investor gets as contract note. */
  readonly contractNote: string;
  /**
   * Returns, after charges, the amount that is invested or that the sell brings. Returns `null` while this is
   * unknown.
   */
  readonly net: (row: KindRow) => string | null;
  /** Returns what happens after the allotment, for the order's timeline. */
  readonly afterwards: (
    row: KindRow & { readonly allotment_date: string },
    counter: KindCounter | null,
  ) => readonly Afterwards[];
  /** Returns whether all money and units of an allotted order have reached the investor. */
  readonly isDone: (row: KindRow, counter: Pick<KindCounter, "status"> | null) => boolean;
  /**
   * Returns what is on its way because of an open order, such as units or a payout. Returns `null` if nothing
   * is.
   */
  readonly onTheWay: (
    row: Pick<KindRow, "status" | "amount" | "paid_out_at">,
  ) => "units" | "transit" | "approval" | "allotment" | "payout" | null;
};

/** Returns whether an order ended without being executed. */
export function isDead({ status }: Pick<KindRow, "status">): boolean {
  return status === "CANCELLED" || status === "EXPIRED" || status === "REJECTED";
}
