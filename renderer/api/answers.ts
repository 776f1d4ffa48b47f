// Made from the API's own document by tests/server/http/answers.test.ts, which says how; not to be changed by hand.

/** A sentence in both languages. */
export type Sentence = { readonly th: string; readonly en: string };

/** Any JSON: its shape is that of a definition. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

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
  /** Percent with two decimals, such as -12.50. */
  readonly day1: string | null;
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
    /** Percent with two decimals, such as -12.50. */
    readonly percent: string;
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
    /** Baht a unit with four decimals. */
    readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */
    readonly frontEndBps: number;
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
    /** Baht with two decimals, such as 10000.00. */
    readonly first: string;
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
    /** Baht a unit with four decimals. */
    readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */
    readonly frontEndBps: number;
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
    /** Baht with two decimals, such as 10000.00. */
    readonly first: string;
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
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string;
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
    /** Baht with two decimals, such as 10000.00. */
    readonly value: string;
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

/** The same whether or not the e-mail had an account before. */
export type SignedUp = { readonly email: string };

/** Who logged in; the token and the session are in cookies. */
export type LoggedIn = {
  readonly uuid: string;
  /** Seconds since 1970 until which the token is good. */
  readonly exp: number;
};

/** Whose password a link may set. */
export type LinkOwner = {
  /** Masked, such as s•••@example.com. */
  readonly email: string;
};

/** A one-time password is on its way. */
export type OtpSent = {
  readonly reference: string;
  readonly channel: "email" | "sms";
  /** The address, masked. */
  readonly to: string;
  readonly expiresAt: string;
  readonly resendAt: string;
};

/** Whether everybody has to wait. */
export type Maintenance = { readonly maintenance: boolean; readonly maintenanceText: string | null };

export type RecordStatus = "PRE_VERIFIED" | "PENDING" | "REVIEW" | "VERIFIED" | "REJECTED" | "OVERDUE";

export type VendorStatus =
  | "WAITING"
  | "PENDING"
  | "REVIEW"
  | "VERIFIED"
  | "REJECT"
  | "PENDING_REJECT"
  | "BLOCKED";

/** How a person's papers stand; what is absent has not begun. */
export type Statuses = {
  readonly kyc?: RecordStatus;
  readonly suit?: RecordStatus;
  readonly onfido?: VendorStatus;
  readonly verifio?: VendorStatus;
  readonly liveness?: VendorStatus;
};

/** A step until the account is open. */
export type OnboardingStep = {
  readonly id: string;
  readonly state: "done" | "open" | "again" | "waiting";
  readonly text: Sentence;
  /** Where it is done: a flow, as flow:kyc, or a page. */
  readonly mend: string | null;
};

/** A person as she reads herself; a status of null has not begun. */
export type User = {
  readonly uuid: string;
  readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | null;
  readonly email: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly companyName: string | null;
  readonly language: "th" | "en";
  readonly trueMoneyId: string | null;
  /** In the order in which one comes to them; empty for staff. */
  readonly onboarding: readonly OnboardingStep[];
  readonly allowInvest: boolean;
  /** Whether the e-mail is confirmed. */
  readonly isVerified: boolean;
  readonly agreeFatca: boolean;
  readonly walletAddress: string | null;
  readonly bankName: string | null;
  readonly passDopa: boolean;
  readonly hasPin: boolean;
  readonly kyc: { readonly status: RecordStatus | null; readonly contractVerified: boolean };
  readonly onfido: { readonly status: VendorStatus | null };
  readonly verifio: { readonly status: VendorStatus | null };
  readonly liveness: { readonly status: VendorStatus | null };
  readonly suit: {
    readonly status: RecordStatus | null;
    readonly level: number | null;
    readonly maxRisk: number | null;
  };
};

export type ReviewState = "open" | "approved" | "rejected" | "asked-again" | "replaced";

/** An identity that waits for a reviewer. */
export type ReviewEntry = {
  readonly id: string;
  readonly reference: string;
  readonly name: string | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly openedAt: string;
  readonly state: ReviewState;
  readonly statuses: Statuses;
};

export type ReviewList = { readonly reviews: readonly ReviewEntry[] };

/** Everything that a reviewer needs of one identity. */
export type Review = {
  readonly id: string;
  readonly reference: string;
  readonly state: ReviewState;
  readonly openedAt: string;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  /** It is the reviewer herself, so somebody else decides. */
  readonly own: boolean;
  readonly person: {
    readonly email: string;
    readonly customerType: "INDIVIDUAL" | "JURISTIC";
    readonly companyName: string | null;
  };
  /** As it was sent in, field by field. */
  readonly identity: { readonly [name: string]: Json } | null;
  readonly passDopa: boolean;
  readonly statuses: Statuses;
  readonly documents: readonly {
    readonly kind:
      | "cardFront"
      | "cardBack"
      | "selfie"
      | "identityDocument"
      | "lossOfNationality"
      | "companyCertificate"
      | "shareholderList";
    readonly file: string;
    readonly url: string;
    readonly preview: string;
  }[];
  /** What vendors were asked, the newest first. */
  readonly checks: readonly {
    readonly kind: "document" | "liveness";
    readonly vendor: "onfido" | "verifio";
    readonly state: "asking" | "asked" | "answered";
    readonly result: string | null;
    readonly subResult: string | null;
    readonly askedAt: string;
    readonly answeredAt: string | null;
  }[];
  readonly suitability: {
    readonly score: number;
    readonly level: number;
    readonly maxRisk: number;
    /** As it was sent in, field by field. */
    readonly answers: { readonly [name: string]: Json };
  } | null;
  readonly fatca: {
    readonly form: "W9" | "W8BEN" | "NONE";
    readonly agree: boolean;
    /** As it was sent in, field by field. */
    readonly answers: { readonly [name: string]: Json };
  } | null;
  readonly bank: {
    readonly bank: string;
    readonly status: "PENDING" | "VERIFIED" | "REPLACED";
    readonly accountNumber?: string;
    readonly accountName?: string;
  } | null;
  readonly interests: {
    readonly strategies: readonly string[];
    readonly depositMethods: readonly string[];
  } | null;
  readonly highRisk: boolean;
  /** How many other accounts show the same ID card. */
  readonly sameCardElsewhere: number;
};

export type ReviewDecision = { readonly state: ReviewState };

/** A message as the development mailbox shows it. */
export type MailboxMessage = {
  readonly id: number;
  readonly at: string;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly language: "th" | "en";
  readonly template: string;
  readonly subject: string;
  readonly body: string;
};

export type Mailbox = {
  /** The newest first. */
  readonly messages: readonly MailboxMessage[];
};

export type JobNames = { readonly jobs: readonly string[] };

/** A job that ran, and what it answered. */
export type JobRun = { readonly ran: string; readonly result: Json };

/** Business time, which development may move. */
export type BusinessTime = {
  readonly now: string;
  readonly today: string;
  /** The machine's own time. */
  readonly wall: string;
  readonly offsetMs: number;
};
