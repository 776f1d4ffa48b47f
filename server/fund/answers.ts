import {
  DAY,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  type TypeOf,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { BAHT, BPS, NAV, PERCENT, UNITS } from "./amount-types.ts";
import { TermsValues } from "./term-values.ts";
import { TermsTexts } from "./terms-texts.ts";

// Answer schemas of the fund's calls.

export const Returns = named(
  "Returns",
  objectOf(
    {
      day1: orNull(PERCENT),
      days7: orNull(PERCENT),
      months3: orNull(PERCENT),
      months6: orNull(PERCENT),
      year1: orNull(PERCENT),
      yearToDate: orNull(PERCENT),
      sinceInception: orNull(PERCENT),
      sinceInceptionPerYear: FLAG,
      maxDrawdown: orNull(objectOf({ percent: PERCENT, peak: DAY, trough: DAY })),
    },
    "A strategy's returns; null where its history is too short",
  ),
);
export type Returns = TypeOf<typeof Returns>;

const strategy = {
  code: TEXT,
  nameKey: TEXT,
  riskLevel: { ...WHOLE, description: "1 to 8" },
  open: { ...FLAG, description: "Whether it takes increases" },
  reducible: { ...FLAG, description: "Whether it takes reductions" },
  dealingStatus: oneOf("OPEN", "NO_IN", "NO_OUT", "SUSPENDED"),
  demo: { ...FLAG, description: "Demonstration values stand in its history" },
  nav: orNull(objectOf({ value: NAV, date: DAY })),
  returns: Returns,
  trend: listOf(NAV, "About once a week over the last year"),
  fees: objectOf({
    frontEndBps: BPS,
    vatBps: BPS,
    managementBps: BPS,
    reductionProfitBps: BPS,
    switchInBps: BPS,
    performanceBps: BPS,
    totalCostBps: { ...BPS, description: "What a year costs in all" },
  }),
  minimums: objectOf({ first: BAHT, next: BAHT, reduction: BAHT, remainder: BAHT }),
  largestOrder: { ...BAHT, description: "Online; above it somebody calls" },
  typeKey: TEXT,
  currencyPolicyKey: TEXT,
  dividendPolicyKey: TEXT,
  startingNav: NAV,
  registeredOn: DAY,
  startedOn: { ...DAY, description: "Since when it is managed" },
  texts: TermsTexts,
  netAssets: orNull(BAHT),
};

export const Dealing = named(
  "Dealing",
  objectOf(
    {
      today: DAY,
      now: INSTANT,
      navDate: DAY,
      cutOff: INSTANT,
      allotmentDate: DAY,
      payBy: INSTANT,
      beforeCutOff: FLAG,
    },
    "Which NAV an order given now gets, by the server's clock",
  ),
);

const dealing = orNull(Dealing);

export const Strategy = named("Strategy", objectOf(strategy, "A strategy with what it did, costs and asks"));
export type Strategy = TypeOf<typeof Strategy>;

export const StrategyList = named("StrategyList", objectOf({ strategies: listOf(Strategy), dealing }));

export const StrategyWithHistory = named(
  "StrategyWithHistory",
  objectOf(
    { ...strategy, history: listOf(objectOf({ date: DAY, nav: NAV })), dealing },
    "A strategy with its whole NAV history",
  ),
);

export const NavEntry = named(
  "NavEntry",
  objectOf(
    {
      id: UUID,
      strategy: TEXT,
      date: DAY,
      nav: NAV,
      status: oneOf("ENTERED", "APPROVED", "REJECTED", "REPLACED"),
      demo: FLAG,
      corrects: { ...orNull(NAV), description: "The NAV that it replaces, where it is a correction" },
      reason: orNull(TEXT),
      enteredBy: { ...orNull(TEXT), description: "E-mail of the colleague" },
      enteredByYou: FLAG,
      decidedBy: orNull(TEXT),
      decidedAt: orNull(INSTANT),
      decisionReason: { ...orNull(TEXT), description: "Why it was sent back" },
    },
    "A NAV that somebody of finance entered; another approves or rejects it",
  ),
);

export const NavEntered = named("NavEntered", objectOf({ id: UUID }));

export const NavDecided = named("NavDecided", objectOf({ status: oneOf("APPROVED", "REJECTED") }));
export type NavDecided = TypeOf<typeof NavDecided>;

const navLine = { strategy: TEXT, date: TEXT, nav: TEXT, reason: TEXT };

export const NavFile = named(
  "NavFile",
  objectOf(
    {
      lines: listOf(
        objectOf({
          ...navLine,
          line: { ...WHOLE, description: "Its number in the file, from 1" },
          fault: orNull(objectOf({ code: TEXT, field: TEXT })),
        }),
      ),
    },
    "NAVs as a file has them, each with what is wrong with it; nothing is entered yet",
  ),
);

export const NavsEntered = named("NavsEntered", objectOf({ entered: WHOLE }));

export const NavDay = named(
  "NavDay",
  objectOf(
    {
      date: DAY,
      businessDay: FLAG,
      calendarLoaded: FLAG,
      from: { ...INSTANT, description: "From when the day's NAV may be entered" },
      strategies: listOf(
        objectOf({
          code: TEXT,
          nameKey: TEXT,
          before: orNull(objectOf({ date: DAY, nav: NAV })),
          entry: orNull(NavEntry),
          correction: {
            ...orNull(NavEntry),
            description: "Waits for an approval; until then the entry counts",
          },
          sentBack: {
            ...orNull(NavEntry),
            description: "Entered last and sent back; null once a new one is entered",
          },
          jumpBps: { ...BPS, description: "A change beyond it is explained in a sentence" },
          affects: objectOf(
            { orders: WHOLE, baht: BAHT, units: UNITS, holders: WHOLE },
            "Orders that wait for this NAV, and who is told it",
          ),
          replaced: listOf(NavEntry, "What counted before it was corrected"),
        }),
      ),
      waiting: listOf(NavEntry, "Of any day, until somebody else decides"),
      open: listOf(
        objectOf({ date: DAY, strategies: listOf(TEXT) }),
        "Earlier business days without a NAV, of at most the ten before, the earliest first",
      ),
    },
    "NAVs of one day, and those that wait for an approval",
  ),
);

const proposal = {
  id: UUID,
  state: oneOf("PROPOSED", "APPROVED", "REJECTED"),
  note: TEXT,
  enteredBy: { ...orNull(TEXT), description: "E-mail of the colleague; null: the program" },
  enteredAt: INSTANT,
  own: { ...FLAG, description: "Whoever reads entered it, so that somebody else has to decide" },
  decidedBy: orNull(TEXT),
  decidedAt: orNull(INSTANT),
  decisionNote: orNull(TEXT),
};

export const TermsVersion = named(
  "TermsVersion",
  objectOf(
    {
      ...proposal,
      from: { ...DAY, description: "The first NAV day of which orders get them" },
      terms: TermsValues,
    },
    "Terms of a strategy as somebody entered them",
  ),
);
export type TermsVersion = TypeOf<typeof TermsVersion>;

const DealingChange = named(
  "DealingChange",
  objectOf({ ...proposal, status: oneOf("OPEN", "NO_IN", "NO_OUT", "SUSPENDED") }, "What a strategy takes"),
);

export const StrategyDesk = named(
  "StrategyDesk",
  objectOf({
    today: DAY,
    after: { ...DAY, description: "The NAV day of an order given now: new terms begin after it" },
    strategies: listOf(
      objectOf({
        code: TEXT,
        nameKey: TEXT,
        holders: WHOLE,
        openOrders: { ...WHOLE, description: "They keep the terms that they were given with" },
        inForce: TermsVersion,
        coming: listOf(TermsVersion, "Approved, by their first day"),
        waiting: orNull(TermsVersion),
        earlier: listOf(TermsVersion, "The latest first, rejected ones as well"),
        dealing: objectOf({
          now: DealingChange,
          waiting: orNull(DealingChange),
          earlier: listOf(DealingChange, "The latest first, rejected ones as well"),
        }),
      }),
    ),
  }),
);
export type StrategyDesk = TypeOf<typeof StrategyDesk>;

const rate = {
  currency: oneOf("USD"),
  baht: { ...TEXT, description: "Baht for one of it, four decimals" },
  date: { ...DAY, description: "The day that the source gives it for" },
  source: objectOf({ th: TEXT, en: TEXT }),
};

export const DisplayRate = named(
  "DisplayRate",
  objectOf(rate, "By what amounts are shown in another currency; nothing is owed by it"),
);
export type DisplayRate = TypeOf<typeof DisplayRate>;

const RateEntry = named("RateEntry", objectOf({ ...proposal, ...rate }, "A rate as somebody entered it"));

export const RateDesk = named(
  "RateDesk",
  objectOf({
    today: DAY,
    now: { ...orNull(DisplayRate), description: "`null` where there is none of the last 31 days" },
    waiting: orNull(RateEntry),
    earlier: listOf(RateEntry, "The last ones decided, the latest first"),
  }),
);
export type RateDesk = TypeOf<typeof RateDesk>;

export const MovedOrders = named(
  "MovedOrders",
  objectOf(
    {
      orders: WHOLE,
      investors: WHOLE,
      baht: { ...BAHT, description: "What buyers gave and sellers asked for in baht" },
      units: { ...UNITS, description: "What sellers asked for in units" },
      days: listOf(
        objectOf({ what: oneOf("nav", "allotment", "pay-by"), from: DAY, to: DAY, orders: WHOLE }),
        "Which day becomes which; money of a reduction leaves on the day of its allotment",
      ),
    },
    "Open orders that a holiday moves forward",
  ),
);

const UnsettledYear = named(
  "UnsettledYear",
  objectOf({ year: WHOLE, loaded: FLAG }, "A year whose holidays should be confirmed by now"),
);

const calendarChange = {
  ...proposal,
  kind: oneOf("CONFIRM_YEAR", "ADD_HOLIDAY", "WITHDRAW_HOLIDAY"),
  year: WHOLE,
  date: orNull(DAY),
  name: orNull(objectOf({ th: TEXT, en: TEXT })),
  moved: { ...WHOLE, description: "Orders that it moved" },
};

export const CalendarChange = named(
  "CalendarChange",
  objectOf(calendarChange, "A change of the business calendar as somebody entered it"),
);
export type CalendarChange = TypeOf<typeof CalendarChange>;

export const CalendarDesk = named(
  "CalendarDesk",
  objectOf({
    today: DAY,
    years: listOf(
      objectOf({
        year: WHOLE,
        confirmed: { ...FLAG, description: "Announced by the central bank; otherwise computed ahead" },
        businessDays: WHOLE,
        holidays: listOf(objectOf({ date: DAY, name: objectOf({ th: TEXT, en: TEXT }), over: FLAG })),
      }),
      "Loaded years; outside them everything is refused",
    ),
    lastNavDay: { ...orNull(DAY), description: "The last NAV day of which orders can be taken" },
    unsettled: listOf(UnsettledYear),
    waiting: listOf(
      objectOf({
        ...calendarChange,
        affects: { ...orNull(MovedOrders), description: "What its approval would move now" },
        refusal: { ...orNull(TEXT), description: "Why it can only be rejected" },
      }),
    ),
    earlier: listOf(CalendarChange, "The latest first, rejected ones as well"),
  }),
);
export type CalendarDesk = TypeOf<typeof CalendarDesk>;

export const CalendarTasks = named(
  "CalendarTasks",
  objectOf({ toDecide: WHOLE, unsettled: listOf(UnsettledYear) }),
);
export type CalendarTasks = TypeOf<typeof CalendarTasks>;

export const ProposalEntered = named("ProposalEntered", objectOf({ id: UUID }));

export const ProposalDecided = named("ProposalDecided", objectOf({ id: UUID, state: TEXT }));
