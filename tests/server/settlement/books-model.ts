/*
 * Random orders of every kind, and an independent calculation of their results in integers, without the
 * portal's arithmetic. Baht are in satang, units and NAV in ten-thousandths, rates in basis points.
 */

export const STRATEGIES = ["M-BTCA", "M-LCAP", "M-STABLE"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** NAV days, each with the morning on which its orders are allotted. */
export const DAYS = ["2026-11-23", "2026-11-24", "2026-11-25"] as const;
export const MORNINGS = ["2026-11-24", "2026-11-25", "2026-11-26"] as const;

export type MadeOrder = {
  readonly id: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly person: number;
  readonly strategy: Strategy;
  /** Index in `DAYS` of the order's NAV day. */
  readonly day: number;
  amount: bigint | null;
  readonly units: bigint | null;
  readonly all: boolean;
  readonly dust: boolean;
  readonly reserved: bigint;
  readonly counter: string | null;
  readonly feeBps: bigint;
};

/** Expected figures of an allotted order. */
export type Outcome = {
  units: bigint;
  value: bigint;
  fee: bigint;
  vat: bigint;
  cost: bigint | null;
  proceeds: bigint | null;
  forced: boolean;
};

type Holding = { units: bigint; cost: bigint; pending: bigint };

/** Returns a source of random numbers for a seed. */
export function chance(seed: number) {
  let state = BigInt(seed) * 2_654_435_761n + 88_172_645_463_325_252n;
  const next = () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    state &= 0xffffffffffffffffn;
    return state;
  };
  return {
    below: (limit: bigint) => (next() >> 11n) % limit,
    pick: <Item>(items: readonly Item[]) => items[Number((next() >> 11n) % BigInt(items.length))] as Item,
  };
}

const roundedUp = (a: bigint, b: bigint) => (2n * a + b) / (2n * b);

/** Returns the charges of a purchase, and the rest of the amount, which buys units. */
function chargesOf(order: MadeOrder) {
  const amount = order.amount as bigint;
  const fee = roundedUp(amount * order.feeBps, 10_000n);
  const vat = roundedUp(fee * 700n, 10_000n);
  return { fee, vat, net: amount - fee - vat };
}

/** Expected ledger, which changes with each order given to it. */
export class BooksModel {
  readonly holdings = new Map<string, Holding>();
  readonly outcomes = new Map<string, Outcome>();
  readonly houses = {
    "fees:front-end": 0n,
    "fees:profit": 0n,
    "fees:switch-in": 0n,
    "tax:vat": 0n,
    residues: 0n,
    transit: 0n,
  };
  readonly met = { forced: 0, cut: 0, whole: 0, profit: 0, loss: 0, exact: 0, again: 0, paid: 0 };

  of(person: number, strategy: string): Holding {
    const key = `${person} ${strategy}`;
    const held = this.holdings.get(key) ?? { units: 0n, cost: 0n, pending: 0n };
    this.holdings.set(key, held);
    return held;
  }

  /** Allots one morning: everything sold at the day's NAV, in the given order, then everything bought. */
  allot(orders: readonly MadeOrder[], navs: Readonly<Record<Strategy, bigint>>): void {
    const sorted = [...orders].sort((a, b) => (a.id < b.id ? -1 : 1));
    const sold = new Set<string>();
    for (const order of sorted)
      if (order.kind === "redemption" || order.kind === "switch-out") {
        const key = `${order.person} ${order.strategy}`;
        if (sold.has(key)) this.met.again += 1;
        sold.add(key);
        const paid = sorted
          .filter((one) => one.person === order.person && one.strategy === order.strategy)
          .reduce((sum, one) => sum + (one.reserved > 0n ? 0n : chargesOf(one).net), 0n);
        this.#sell(order, navs[order.strategy], paid);
      }
    for (const order of sorted)
      if (order.kind === "subscription" || order.kind === "switch-in") this.#buy(order, navs[order.strategy]);
  }

  #buy(order: MadeOrder, nav: bigint): void {
    const amount = order.amount as bigint;
    const { fee, vat, net } = chargesOf(order);
    const units = (net * 1_000_000n - ((net * 1_000_000n) % nav)) / nav;
    const value = roundedUp(units * nav, 1_000_000n);
    const held = this.of(order.person, order.strategy);
    held.units += units;
    if (units > 0n) held.cost += amount;
    this.houses[order.kind === "switch-in" ? "fees:switch-in" : "fees:front-end"] += fee;
    this.houses["tax:vat"] += vat;
    this.houses.residues += net - value;
    if (order.kind === "switch-in") this.houses.transit -= amount;
    this.outcomes.set(order.id, { units, value, fee, vat, cost: null, proceeds: null, forced: false });
  }

  #sell(order: MadeOrder, nav: bigint, paid: bigint): void {
    const held = this.of(order.person, order.strategy);
    held.pending -= order.reserved;
    const free = held.units - held.pending;
    let units = order.all ? free : (order.units ?? 0n);
    let gross: bigint | null = null;
    if (order.amount !== null) {
      const asked = order.amount * 1_000_000n;
      units = (asked - (asked % nav)) / nav;
      if (units <= free) gross = order.amount;
      else this.met.cut += 1;
    }
    if (units > free) units = free;
    const left = roundedUp((held.units - units) * nav, 1_000_000n);
    const isSmall = order.dust && units < free && left < 100_000n;
    const forced = isSmall && left + paid < 100_000n;
    if (isSmall && !forced) this.met.paid += 1;
    if (forced) {
      units = free;
      gross = null;
      this.met.forced += 1;
    }
    const value = roundedUp(units * nav, 1_000_000n);
    gross ??= value;
    const cost = units === held.units ? held.cost : roundedUp(held.cost * units, held.units);
    if (units === held.units) this.met.whole += 1;
    const profit = gross - cost;
    this.met[profit > 0n ? "profit" : "loss"] += 1;
    if (gross !== value) this.met.exact += 1;
    const fee = profit > 0n ? roundedUp(profit * order.feeBps, 10_000n) : 0n;
    const vat = roundedUp(fee * 700n, 10_000n);
    const proceeds = gross - fee - vat;
    held.units -= units;
    held.cost -= cost;
    this.houses["fees:profit"] += fee;
    this.houses["tax:vat"] += vat;
    this.houses.residues -= gross - value;
    if (order.kind === "switch-out") this.houses.transit += proceeds;
    this.outcomes.set(order.id, { units, value: gross, fee, vat, cost, proceeds, forced });
  }
}

/**
 * Returns the orders of one day: those of the first day only subscribe, later ones sell, switch and buy.
 * Reserves in the model the units of each sell.
 */
export function ordersOfDay(given: {
  readonly model: BooksModel;
  readonly source: ReturnType<typeof chance>;
  readonly day: number;
  readonly count: number;
  readonly people: number;
  readonly lastNavs: Readonly<Record<Strategy, bigint>> | null;
  readonly ids: () => string;
}): MadeOrder[] {
  const { model, source, day, lastNavs, ids } = given;
  const made: MadeOrder[] = [];
  while (made.length < given.count) {
    const person = Number(source.below(BigInt(given.people)));
    const strategy = source.pick(STRATEGIES);
    const held = model.of(person, strategy);
    const free = held.units - held.pending;
    if (lastNavs === null || free <= 0n || source.below(4n) === 0n) {
      const digits = source.pick([4n, 6n, 7n, 8n, 11n]);
      const amount = 10n ** (digits - 1n) + source.below(9n * 10n ** (digits - 1n));
      made.push({ ...blank, id: ids(), kind: "subscription", person, strategy, day, amount, feeBps: 100n });
      continue;
    }
    const nav = lastNavs[strategy];
    const worth = roundedUp(free * nav, 1_000_000n);
    const wish = source.pick(["amount", "amount", "almost", "units", "all"] as const);
    const some = wish === "almost" ? worth - source.below(120_000n) : 1n + source.below(worth + 1n);
    const amount = wish === "amount" || wish === "almost" ? some : null;
    // The portal has this minimum; with a smaller amount, a NAV could round to no unit.
    if (amount !== null && amount < 1_000n) continue;
    const units = wish === "units" ? 1n + source.below(free) : null;
    const needed = amount === null ? (units ?? free) : (amount * 1_000_000n + nav - 1n) / nav;
    const reserved = needed > free ? free : needed;
    const isSwitch = source.below(3n) === 0n && day < DAYS.length - 1;
    const sell = {
      ...blank,
      person,
      day,
      amount,
      units,
      all: wish === "all",
      dust: source.below(2n) === 0n,
      reserved,
    };
    held.pending += reserved;
    if (!isSwitch) {
      made.push({ ...sell, id: ids(), kind: "redemption", strategy, feeBps: 1_000n });
      continue;
    }
    const [out, into] = [ids(), ids()];
    const to = source.pick(STRATEGIES.filter((code) => code !== strategy));
    made.push({ ...sell, id: out, kind: "switch-out", strategy, feeBps: 1_000n, counter: into });
    made.push({
      ...blank,
      id: into,
      kind: "switch-in",
      person,
      strategy: to,
      day: day + 1,
      feeBps: 50n,
      counter: out,
    });
  }
  return made;
}

const blank = { amount: null, units: null, all: false, dust: false, reserved: 0n, counter: null };
