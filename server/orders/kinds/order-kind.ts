/** The states of an order; the ways between them stand in `order_transitions`. */
export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

/** What of an order's row a kind is asked about. Amounts are decimal text. */
export type KindRow = {
  readonly status: OrderStatus;
  readonly amount: string | null;
  readonly fee: string;
  readonly vat: string;
  readonly proceeds: string | null;
  readonly paid_out_at: Date | null;
};

/** The other leg of a switch, as far as a kind is asked about it. */
export type KindCounter = {
  readonly status: OrderStatus;
  readonly changed_at: Date;
  readonly allotment_date: string;
};

/** What follows the allotment: when it happened, and the day it is expected on. */
export type Afterwards = {
  readonly step: "paid-out" | "bought";
  readonly at: Date | null;
  readonly expectedOn: string;
};

/**
 * A kind of order: all that differs between kinds, besides its SQL. Other code asks it and never compares
 * names. Texts, letters and pictures of a kind stand in their rooms under its name.
 */
export type OrderKind = {
  /** As in the column `orders.kind` and in the API. */
  readonly name: string;
  /** What investors filter by: both legs of a switch are one. */
  readonly family: string;
  /** Whether units come to their holder or leave. */
  readonly side: "buy" | "sell";
  /** What a new order waits for: the money of its investor, or colleagues who approve it. */
  readonly waitsFor: "money" | "approval";
  /** Of an order with two legs, which one it is. The out leg carries approvals and letters of both. */
  readonly leg: "out" | "in" | null;
  /** Where its money comes from or goes to: the investor's bank account, or another strategy. */
  readonly money: "paid-in" | "paid-out" | "switched";
  /** The charge that it pays. */
  readonly fee: "front-end" | "profit" | "switch-in";
  /** The letter that is its contract note. */
  readonly contractNote: string;
  /** What is invested, or what a sell brings, after charges; `null` while it is not known. */
  readonly net: (row: KindRow) => string | null;
  /** What follows the allotment, for the timeline. */
  readonly afterwards: (
    row: KindRow & { readonly allotment_date: string },
    counter: KindCounter | null,
  ) => readonly Afterwards[];
  /** Whether an allotted order has brought its investor everything. */
  readonly isDone: (row: KindRow, counter: Pick<KindCounter, "status"> | null) => boolean;
  /** What of an open order is between two places; `null` if nothing is. */
  readonly onTheWay: (
    row: Pick<KindRow, "status" | "amount" | "paid_out_at">,
  ) => "units" | "transit" | "approval" | "allotment" | "payout" | null;
};

/** Whether an order is over without being carried out. */
export function isDead({ status }: Pick<KindRow, "status">): boolean {
  return status === "CANCELLED" || status === "EXPIRED" || status === "REJECTED";
}
