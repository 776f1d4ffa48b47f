/*
 * The expected books, calculated from people's actions with whole numbers and without the fund's own
 * arithmetic. Baht are in satang, units and NAV in ten-thousandths, rates in basis points. Source: decisions,
 * "Fund".
 */

export type Kind = "subscription" | "redemption" | "switch-out" | "switch-in";

/** An order as it was placed, with its status changes. */
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

/**
 * A status change of an order, in order. `correction` means that the order was compensated after a corrected
 * NAV.
 */
export type Happening = {
  readonly order: string;
  readonly from: string | null;
  readonly to: string;
  readonly correction: string | null;
};

/** A corrected NAV whose error two people decided to compensate. */
export type Corrected = { readonly strategy: string; readonly date: string; readonly nav: bigint };

/**
 * The figures of an order (`standing`) after all compensations. For a sell order these are its units,
 * proceeds and cost.
 */
export type Standing = {
  nav: bigint;
  units: bigint;
  amount: bigint;
  gross: bigint;
  fee: bigint;
  vat: bigint;
  cost: bigint;
  proceeds: bigint;
  readonly paysAmount: boolean;
};

/** The result of an allotment. */
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
  /** Baht by person, without the payments of the banks. */
  readonly baht: Map<string, bigint>;
  readonly results: Map<string, Result>;
  readonly standings: Map<string, Standing>;
  /** Baht of each strategy: the value of the units of every order at its final NAV. */
  readonly assets: Map<string, bigint>;
};

const key = (person: string, strategy: string) => `${person} ${strategy}`;
const cut = (top: bigint, bottom: bigint) => top / bottom;
const rounded = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);
const share = (amount: bigint, bps: bigint) => rounded(amount * bps, 10_000n);
const worth = (units: bigint, nav: bigint) => rounded(units * nav, 1_000_000n);
const unitsFor = (baht: bigint, nav: bigint) => cut(baht * 1_000_000n, nav);

/** Calculates the expected books. `navOf` returns the NAV at which an order was allotted. */
export function expectedBooks(
  orders: ReadonlyMap<string, Given>,
  happenings: readonly Happening[],
  navOf: (order: string) => bigint,
  corrections: ReadonlyMap<string, Corrected>,
): Books {
  const books: Books = {
    positions: new Map(),
    baht: new Map(),
    results: new Map(),
    standings: new Map(),
    assets: new Map(),
  };
  const madeGood = new Set<string>();
  const statusOf = new Map<string, string>();
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
    if (happening.correction !== null && !madeGood.has(happening.correction)) {
      madeGood.add(happening.correction);
      const corrected = corrections.get(happening.correction);
      if (corrected === undefined) throw new Error(`expectedBooks: no correction ${happening.correction}`);
      makeGood(corrected);
    }
    statusOf.set(order.id, happening.to);
    if (happening.from === happening.to) continue;
    if (happening.from === null) {
      if (sells(order)) position(order).pending += order.reserved;
      continue;
    }
    const isOver = ["ALLOTTED", "REJECTED", "CANCELLED", "EXPIRED"].includes(happening.to);
    if (isOver && sells(order)) position(order).pending -= order.reserved;
    if (happening.to === "ALLOTTED") allot(order);
  }
  for (const [id, { units, nav }] of books.standings) {
    const order = orders.get(id) as Given;
    const has = books.assets.get(order.strategy) ?? 0n;
    books.assets.set(order.strategy, sells(order) ? has - worth(units, nav) : has + worth(units, nav));
  }
  return books;

  function makeGood({ strategy, date, nav }: Corrected): void {
    for (const [id, at] of books.standings) {
      const order = orders.get(id) as Given;
      if (order.strategy !== strategy || order.navDate !== date) continue;
      const error = at.nav > nav ? at.nav - nav : nav - at.nav;
      // An error is compensated from one satang per unit and half a percent of the right NAV.
      if (error < 100n || error * 1_000n < nav * 5n) continue;
      at.nav = nav;
      const held = position(order);
      if (!sells(order)) {
        const more = unitsFor(at.amount - at.fee - at.vat, nav) - at.units;
        if (more <= 0n) continue;
        at.units += more;
        held.units += more;
      } else if (at.paysAmount) {
        const back = at.units - unitsFor(at.gross, nav);
        if (back <= 0n) continue;
        const cost = rounded(at.cost * back, at.units);
        at.units -= back;
        at.cost -= cost;
        held.units += back;
        held.cost += cost;
      } else if (worth(at.units, nav) > at.gross) {
        at.gross = worth(at.units, nav);
        at.fee = at.gross > at.cost ? share(at.gross - at.cost, order.feeBps) : 0n;
        at.vat = share(at.fee, order.vatBps);
        const more = at.gross - at.fee - at.vat - at.proceeds;
        at.proceeds += more;
        if (order.kind === "redemption") move(order.person, more);
        else passOn(order, more);
      }
    }
  }

  /**
   * Passes the missing proceeds of a switch to its in leg. The in leg buys for them, or gets the units that
   * they would have bought.
   */
  function passOn(order: Given, more: bigint): void {
    const leg = orders.get(order.counter ?? "");
    const at = books.standings.get(order.counter ?? "");
    if (leg === undefined || at === undefined) {
      proceedsOf.set(order.id, (proceedsOf.get(order.id) ?? 0n) + more);
      return;
    }
    at.amount += more;
    at.fee = share(at.amount, leg.feeBps);
    at.vat = share(at.fee, leg.vatBps);
    const units = unitsFor(at.amount - at.fee - at.vat, at.nav);
    const held = position(leg);
    held.cost += more;
    if (units <= at.units) return;
    held.units += units - at.units;
    at.units = units;
  }

  function allot(order: Given): void {
    const nav = navOf(order.id);
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
    const bought = { nav, units, amount, fee, vat, gross: 0n, cost: 0n, proceeds: 0n };
    books.standings.set(order.id, { ...bought, paysAmount: false });
  }

  /** Returns what the holder has paid for units of the same strategy that arrive after the sell order. */
  function paidBeside(sold: Given): bigint {
    let paid = 0n;
    for (const order of orders.values()) {
      if (order.person !== sold.person || order.strategy !== sold.strategy || sells(order)) continue;
      if (statusOf.get(order.id) !== "APPROVED") continue;
      if (order.kind === "switch-in" && order.navDate > sold.navDate) continue;
      const amount = order.wish.kind === "amount" ? order.wish.amount : proceedsOf.get(order.counter ?? "");
      if (amount === undefined) continue;
      const fee = share(amount, order.feeBps);
      paid += amount - fee - share(fee, order.vatBps);
    }
    return paid;
  }

  function sell(order: Given, nav: bigint): void {
    const held = position(order);
    const available = held.units - held.pending;
    const { wish } = order;
    const wished =
      wish.kind === "amount" ? unitsFor(wish.amount, nav) : wish.kind === "units" ? wish.units : available;
    const isShort = wished > available;
    // The units that remain held include those that later orders reserve.
    const isForced =
      order.dustRule &&
      wished < available &&
      worth(held.units - wished, nav) + paidBeside(order) < order.minRemainder;
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
    const sold = { nav, units, gross: value, fee, vat, cost, proceeds, amount: 0n };
    books.standings.set(order.id, { ...sold, paysAmount: wish.kind === "amount" && !isShort && !isForced });
  }
}
