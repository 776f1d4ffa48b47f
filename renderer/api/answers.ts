// Made from the API's own document by tests/server/http/answers.test.ts, which says how; not to be changed by hand.

/** What the server says about itself. */
export type Settings = {
  readonly brand: "saphan" | "nava";
  /** Beginning of the cookies' names. */
  readonly slug: string;
  readonly env: "development" | "runtime";
  /** Whether figures and people are demonstration data. */
  readonly demo: boolean;
};

/** A file as it was stored; pictures have a width and a height. */
export type StoredFile = {
  readonly id: string;
  /** What the bytes are, not what was claimed. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly name: string;
};

/** Which NAV an order given now gets, by the server's clock. */
export type Dealing = {
  readonly today: string;
  readonly now: string;
  readonly navDate: string;
  readonly cutOff: string;
  readonly allotmentDate: string;
  readonly payBy: string;
  readonly beforeCutOff: boolean;
};

/** A strategy's returns; null where its history is too short. */
export type Returns = {
  /** Percent with two decimals, such as -12.50. */ readonly day1: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly days7: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly months3: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly months6: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly year1: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly yearToDate: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly sinceInception: string | null;
  readonly sinceInceptionPerYear: boolean;
  readonly maxDrawdown: {
    /** Percent with two decimals, such as -12.50. */ readonly percent: string;
    readonly peak: string;
    readonly trough: string;
  } | null;
};

/** A strategy with what it did, costs and asks. */
export type Strategy = {
  readonly code: string;
  readonly nameKey: string;
  /** 1 to 8. */
  readonly riskLevel: number;
  /** Whether it takes orders. */
  readonly open: boolean;
  /** Demonstration values stand in its history. */
  readonly demo: boolean;
  readonly nav: {
    /** Baht a unit with four decimals. */ readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */ readonly frontEndBps: number;
    /** Hundredths of a percent. */
    readonly vatBps: number;
    /** Hundredths of a percent. */
    readonly managementBps: number;
    /** Hundredths of a percent. */
    readonly reductionProfitBps: number;
    /** Hundredths of a percent. */
    readonly switchInBps: number;
  };
  readonly minimums: {
    /** Baht with two decimals, such as 10000.00. */ readonly first: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly next: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly reduction: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly remainder: string;
  };
  /** Baht a unit with four decimals. */
  readonly startingNav: string;
  readonly startedOn: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly netAssets: string | null;
};

export type StrategyList = { readonly strategies: readonly Strategy[]; readonly dealing: Dealing | null };

/** A strategy with its whole NAV history. */
export type StrategyWithHistory = {
  readonly code: string;
  readonly nameKey: string;
  /** 1 to 8. */
  readonly riskLevel: number;
  /** Whether it takes orders. */
  readonly open: boolean;
  /** Demonstration values stand in its history. */
  readonly demo: boolean;
  readonly nav: {
    /** Baht a unit with four decimals. */ readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */ readonly frontEndBps: number;
    /** Hundredths of a percent. */
    readonly vatBps: number;
    /** Hundredths of a percent. */
    readonly managementBps: number;
    /** Hundredths of a percent. */
    readonly reductionProfitBps: number;
    /** Hundredths of a percent. */
    readonly switchInBps: number;
  };
  readonly minimums: {
    /** Baht with two decimals, such as 10000.00. */ readonly first: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly next: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly reduction: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly remainder: string;
  };
  /** Baht a unit with four decimals. */
  readonly startingNav: string;
  readonly startedOn: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly netAssets: string | null;
  readonly history: readonly {
    readonly date: string;
    /** Baht a unit with four decimals. */
    readonly nav: string;
  }[];
  readonly dealing: Dealing | null;
};

export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

/** An order as its investor sees it. */
export type Order = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly step: "confirm" | "waiting" | "approved" | "success" | "reject" | "cancelled" | "expired";
  readonly strategy: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly fee: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly vat: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly net: string | null;
  readonly method: "qr" | "transfer" | null;
  readonly riskAcknowledged: boolean;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly payBy: string | null;
  readonly paidAt: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string | null;
  /** Units with four decimals. */
  readonly units: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string | null;
  readonly allottedOn: string | null;
};

export type OrderPage = {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly next: string | null;
};

/** One line of an order's life: when it happened, or when it is expected. */
export type OrderMoment = {
  readonly step: "received" | "paid" | "nav" | "allotted" | "reject" | "cancelled" | "expired";
  readonly at: string | null;
  readonly expected: string | null;
};

/** An order with what happened to it and what is expected, in order. */
export type OrderWithTimeline = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly step: "confirm" | "waiting" | "approved" | "success" | "reject" | "cancelled" | "expired";
  readonly strategy: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly fee: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly vat: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly net: string | null;
  readonly method: "qr" | "transfer" | null;
  readonly riskAcknowledged: boolean;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly payBy: string | null;
  readonly paidAt: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string | null;
  /** Units with four decimals. */
  readonly units: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string | null;
  readonly allottedOn: string | null;
  readonly timeline: readonly OrderMoment[];
};

/** One strategy that an investor holds; the strategy's return is never mixed with her profit. */
export type Holding = {
  /** Baht with two decimals, such as 10000.00. */ readonly value: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly principal: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly profit: string;
  /** Percent with two decimals, such as -12.50. */
  readonly profitPercent: string | null;
  readonly code: string;
  readonly nameKey: string;
  readonly riskLevel: number;
  /** Units with four decimals. */
  readonly units: string;
  /** Units with four decimals. */
  readonly availableUnits: string;
  readonly averageCost: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string;
  readonly navDate: string;
  readonly since: string;
  /** Percent with two decimals, such as -12.50. */
  readonly strategyReturn1y: string | null;
  /** Of the total value, in percent. */
  readonly share: string;
};

/** An investor's account at one glance. */
export type Overview = {
  readonly asOf: string | null;
  readonly demo: boolean;
  readonly total: {
    /** Baht with two decimals, such as 10000.00. */ readonly value: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly principal: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly profit: string;
    /** Percent with two decimals, such as -12.50. */
    readonly profitPercent: string | null;
    /** Percent with two decimals, such as -12.50. */
    readonly strategyReturn1y: string | null;
  };
  readonly holdings: readonly Holding[];
  readonly series: readonly {
    readonly date: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly value: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly principal: string;
  }[];
  /** Baht with two decimals, such as 10000.00. */
  readonly waitingForUnits: string;
  readonly latestOrders: readonly Order[];
  readonly next: { readonly kind: "pay"; readonly order: Order } | { readonly kind: "none" };
  readonly dealing: Dealing | null;
};

/** A NAV that somebody of finance entered; another approves or rejects it. */
export type NavEntry = {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  /** Baht a unit with four decimals. */
  readonly nav: string;
  readonly status: "ENTERED" | "APPROVED" | "REJECTED";
  readonly demo: boolean;
  readonly reason: string | null;
  /** E-mail of the colleague. */
  readonly enteredBy: string | null;
  readonly enteredByYou: boolean;
  readonly decidedBy: string | null;
};

/** NAVs of one day, and those that wait for an approval. */
export type NavDay = {
  readonly date: string;
  readonly businessDay: boolean;
  readonly calendarLoaded: boolean;
  /** From when the day's NAV may be entered. */
  readonly from: string;
  readonly strategies: readonly {
    readonly code: string;
    readonly nameKey: string;
    readonly before: {
      readonly date: string;
      /** Baht a unit with four decimals. */
      readonly nav: string;
    } | null;
    readonly entry: NavEntry | null;
  }[];
  /** Of any day, until somebody else decides. */
  readonly waiting: readonly NavEntry[];
};

/** Whether everybody has to wait. */
export type Maintenance = { readonly maintenance: boolean; readonly maintenanceText: string | null };
