/*
 * What the books must say, worked out from what people did: whole numbers, no line of the fund's own arithmetic.
 * Baht in satang, units and NAV in ten-thousandths, rates in basis points. Source: decisions, "Fund".
 */

export type Kind = "subscription" | "redemption" | "switch-out" | "switch-in";

/** An order as it was given, and when its status changed. */
export type Given = {
  readonly id: string;
  readonly reference: string;
  readonly kind: Kind;
  readonly person: string;
  readonly strategy: string;
  readonly counter: string | null;
  readonly wish:
    | { readonly kind: "amount"; readonly amount: bigint }
    | { readonly kind: "units"; readonly units: bigint }
    | { readonly kind: "all" }
    | { readonly kind: "proceeds" };
  readonly feeBps: bigint;
  readonly vatBps: bigint;
  readonly minRemainder: bigint;
  readonly dustRule: boolean;
  readonly reserved: bigint;
  readonly navDate: string;
};

/** How an order went on; they come in order. */
export type Happening = { readonly order: string; readonly from: string | null; readonly to: string };

/** What an allotment comes to. */
export type Result = {
  readonly units: bigint;
  readonly value: bigint;
  readonly fee: bigint;
  readonly vat: bigint;
  readonly cost: bigint | null;
  readonly proceeds: bigint | null;
};

export type Position = { units: bigint; cost: bigint; pending: bigint };

export type Books = {
  readonly positions: Map<string, Position>;
  /** Baht by person, beside what banks brought and took. */
  readonly baht: Map<string, bigint>;
  readonly results: Map<string, Result>;
};

const key = (person: string, strategy: string) => `${person} ${strategy}`;
const cut = (top: bigint, bottom: bigint) => top / bottom;
const rounded = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);
const share = (amount: bigint, bps: bigint) => rounded(amount * bps, 10_000n);
const worth = (units: bigint, nav: bigint) => rounded(units * nav, 1_000_000n);
const unitsFor = (baht: bigint, nav: bigint) => cut(baht * 1_000_000n, nav);

/** Works them out. `navOf` answers the approved NAV of a strategy and day. */
export function expectedBooks(
  orders: ReadonlyMap<string, Given>,
  happenings: readonly Happening[],
  navOf: (strategy: string, day: string) => bigint,
): Books {
  const books: Books = { positions: new Map(), baht: new Map(), results: new Map() };
  const proceedsOf = new Map<string, bigint>();
  const position = (order: Given) => {
    const at = key(order.person, order.strategy);
    const found = books.positions.get(at) ?? { units: 0n, cost: 0n, pending: 0n };
    books.positions.set(at, found);
    return found;
  };
  const move = (person: string, amount: bigint) =>
    books.baht.set(person, (books.baht.get(person) ?? 0n) + amount);
  const sells = ({ kind }: Given) => kind === "redemption" || kind === "switch-out";

  for (const happening of happenings) {
    const order = orders.get(happening.order);
    if (order === undefined) throw new Error(`expectedBooks: no order ${happening.order}`);
    if (happening.from === happening.to) continue;
    if (happening.from === null) {
      if (sells(order)) position(order).pending += order.reserved;
      continue;
    }
    const isOver = ["ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"].includes(happening.to);
    if (isOver && sells(order)) position(order).pending -= order.reserved;
    if (happening.to === "ALLOTTED") allot(order);
  }
  return books;

  function allot(order: Given): void {
    const nav = navOf(order.strategy, order.navDate);
    if (sells(order)) {
      sell(order, nav);
      return;
    }
    const amount =
      order.wish.kind === "amount" ? order.wish.amount : (proceedsOf.get(order.counter ?? "") ?? 0n);
    const fee = share(amount, order.feeBps);
    const vat = share(fee, order.vatBps);
    const units = unitsFor(amount - fee - vat, nav);
    const held = position(order);
    held.units += units;
    held.cost += amount;
    if (order.kind === "subscription") move(order.person, -amount);
    books.results.set(order.id, { units, value: worth(units, nav), fee, vat, cost: null, proceeds: null });
  }

  function sell(order: Given, nav: bigint): void {
    const held = position(order);
    const available = held.units - held.pending;
    const { wish } = order;
    const wished =
      wish.kind === "amount" ? unitsFor(wish.amount, nav) : wish.kind === "units" ? wish.units : available;
    const isShort = wished > available;
    // What stays held, also for orders that have it promised: they come after this one.
    const isForced =
      order.dustRule && wished < available && worth(held.units - wished, nav) < order.minRemainder;
    const units = isShort || isForced ? available : wished;
    const value = wish.kind === "amount" && !isShort && !isForced ? wish.amount : worth(units, nav);
    const cost = units === held.units ? held.cost : rounded(held.cost * units, held.units);
    const profit = value - cost;
    const fee = profit > 0n ? share(profit, order.feeBps) : 0n;
    const vat = share(fee, order.vatBps);
    held.units -= units;
    held.cost -= cost;
    const proceeds = value - fee - vat;
    proceedsOf.set(order.id, proceeds);
    if (order.kind === "redemption") move(order.person, proceeds);
    books.results.set(order.id, { units, value, fee, vat, cost, proceeds });
  }
}
