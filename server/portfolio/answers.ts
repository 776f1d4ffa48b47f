import { MESSAGE_CHANNELS } from "../../domain/channels.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { BAHT, DealingBody, DisplayRate, NAV, PERCENT, UNITS } from "../fund/index.ts";
import {
  DAY,
  exactly,
  exactlyOneOf,
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
import { OPTIONAL_KINDS } from "../messages/index.ts";
import { Order, OrderStatus, OrderStep, orderFees, orderKinds, PayIn } from "../orders/index.ts";

import { DOCUMENT_KINDS } from "./tables.ts";

// Answer schemas of the calls about an investor's account.

const figures = {
  value: BAHT,
  principal: { ...BAHT, description: "What was paid for what is held, fees included" },
  profit: { ...BAHT, description: "Value minus principal: on what is held, not realised yet" },
  profitPercent: orNull(PERCENT),
  fees: { ...BAHT, description: "Fees and VAT within the principal" },
  beforeFees: { ...BAHT, description: "Profit before those fees" },
  realised: { ...BAHT, description: "What sells brought before fees, less what the units had cost" },
  totalProfit: { ...BAHT, description: "On what is held and on what was sold, every fee counted" },
  feesOnSells: { ...BAHT, description: "The fee on profit and its VAT, which sells paid" },
  invested: { ...BAHT, description: "Paid in since the beginning; of one strategy switches count as well" },
  feesPaid: objectOf(
    { frontEnd: BAHT, switchIn: BAHT, profit: BAHT, vat: BAHT, total: BAHT },
    "Fees since the beginning, by kind",
  ),
};
const Figures = objectOf(figures);
export type Figures = TypeOf<typeof Figures>;

export const Holding = named(
  "Holding",
  objectOf(
    {
      ...figures,
      code: TEXT,
      nameKey: TEXT,
      riskLevel: WHOLE,
      units: UNITS,
      availableUnits: UNITS,
      availableValue: { ...BAHT, description: "Of the available units, at the last NAV" },
      pendingUnits: { ...UNITS, description: "Promised away by open orders" },
      averageCost: orNull(TEXT),
      nav: NAV,
      navDate: DAY,
      since: DAY,
      strategyReturn1y: orNull(PERCENT),
      share: { ...TEXT, description: "Of the total value, in percent" },
    },
    "One strategy that an investor holds; the strategy's return is never mixed with their profit",
  ),
);

export const SoldOut = named(
  "SoldOut",
  objectOf({ ...figures, code: TEXT, nameKey: TEXT }, "A strategy that an investor held and holds no more"),
);

export const OnTheWay = named(
  "OnTheWay",
  objectOf(
    {
      kind: {
        ...oneOf("units", "approval", "allotment", "payout", "transit", "refund"),
        description:
          "Paid, waiting for units; a sell waiting for approval; a sell waiting for its NAV; money of a sell to be paid out; between the legs of a switch; came and goes back",
      },
      order: Order,
      amount: BAHT,
      estimated: { ...FLAG, description: "The NAV is not known yet, so neither is the amount" },
      due: {
        ...orNull(DAY),
        description:
          "`null` where nobody has said yet when money goes back, and where the bank sent a payment back",
      },
      refund: {
        ...orNull(oneOf("held", "account", "due", "sent", "returned")),
        description: "Where money stands that goes back; `null` for everything else",
      },
    },
    "Money or units between two places",
  ),
);
export type OnTheWay = TypeOf<typeof OnTheWay>;

export const DayValue = named(
  "DayValue",
  objectOf(
    { date: DAY, value: BAHT, principal: BAHT, profit: BAHT, invested: BAHT },
    "An account on one day; `profit` is the total profit",
  ),
);
export type DayValue = TypeOf<typeof DayValue>;

export const Overview = named(
  "Overview",
  objectOf(
    {
      asOf: orNull(DAY),
      asOfFrom: orNull(DAY),
      demo: FLAG,
      total: {
        ...orNull(objectOf({ ...figures, strategyReturn1y: orNull(PERCENT) })),
        description: "`null` where `client-summary` is off; then `series` is empty as well",
      },
      holdings: listOf(Holding),
      soldOut: listOf(SoldOut),
      series: listOf(DayValue),
      moneyOnTheWay: {
        ...BAHT,
        description: "In no value: waiting for units, in transit, to be paid out, going back",
      },
      onTheWay: listOf(OnTheWay),
      latestOrders: listOf(Order),
      recommended: objectOf(
        {
          maxRisk: {
            ...orNull(WHOLE),
            description: "Highest fund risk that suits them, 1 to 8; `null` before the suitability test",
          },
          strategies: listOf(
            objectOf({
              code: TEXT,
              nameKey: TEXT,
              riskLevel: WHOLE,
              strategyReturn1y: orNull(PERCENT),
            }),
            "Open to orders, not held, no riskier than what suits them; the least risky first",
          ),
        },
        "What might be next, and why",
      ),
      next: exactlyOneOf(
        objectOf({
          kind: exactly("pay"),
          order: Order,
          payIn: PayIn,
          slipSent: { ...FLAG, description: "Its slip is being looked at: nothing is to be done" },
          unpaid: listOf(Order, "All that wait for money, this one among them"),
        }),
        objectOf({ kind: exactly("none") }),
      ),
      dealing: orNull(DealingBody),
    },
    "An investor's account at one glance",
  ),
);
export type Overview = TypeOf<typeof Overview>;

const Prompt = exactlyOneOf(
  objectOf({
    kind: exactly("contract"),
    version: TEXT,
    graceUntil: orNull({ ...DAY, description: "The last day on which the version signed before counts" }),
  }),
  objectOf({
    kind: exactly("consents"),
    texts: listOf(objectOf({ purpose: oneOf("privacy", "terms", "publicity", "biometrics"), version: TEXT })),
  }),
  objectOf({
    kind: exactly("verify-identity"),
    stage: { ...oneOf("begin", "again"), description: "again: to be corrected or renewed" },
  }),
  objectOf({ kind: exactly("start-invest") }),
  objectOf({ kind: exactly("bank") }),
  objectOf({ kind: exactly("pin") }),
);
export type Prompt = TypeOf<typeof Prompt>;

export const PromptShown = named(
  "PromptShown",
  objectOf({ prompt: orNull(Prompt) }, "The one thing that an investor is asked for in a dialog now"),
);

const contentLanguage = oneOf(...LANGUAGES);
const target = objectOf({ text: TEXT, href: TEXT });

export const Notices = named(
  "Notices",
  objectOf(
    {
      banner: {
        ...orNull(
          objectOf({
            text: TEXT,
            tone: oneOf("info", "warning"),
            link: orNull(target),
            language: contentLanguage,
          }),
        ),
        description: "`null` where there is none now, or `fund-banner` is off",
      },
      offering: {
        ...orNull(
          objectOf({
            layout: oneOf("new", "old"),
            items: listOf(
              objectOf({ key: TEXT, title: TEXT, text: TEXT, target, language: contentLanguage }),
            ),
          }),
        ),
        description:
          "Meant for them and open now; new by `new-exclusive-offering`, old by `exclusive-offering`",
      },
      scamWarning: {
        ...orNull(TEXT),
        description:
          "Names this log-in, so that the warning shows once in it; `null` where `scammer-alert` is off",
      },
      tier: {
        ...orNull(
          objectOf({
            tier: oneOf("standard", "plus", "prestige"),
            next: orNull(objectOf({ tier: oneOf("standard", "plus", "prestige"), from: BAHT })),
          }),
        ),
        description: "By the total value; `null` where `user-tier` is off",
      },
      rate: {
        ...orNull(DisplayRate),
        description: "For looking at only; `null` where there is none, or `currency-switcher` is off",
      },
    },
    "What stands around an investor's pages",
  ),
);
export type Notices = TypeOf<typeof Notices>;

export const SavedStrategies = named(
  "SavedStrategies",
  objectOf({ codes: listOf(TEXT, "The one followed last first") }, "Which strategies somebody follows"),
);

export const Notifications = named(
  "Notifications",
  objectOf(
    {
      waiting: listOf(
        objectOf({
          kind: oneOf("pay", "contract", "consents", "verify-identity", "bank", "pin"),
          order: {
            ...orNull(objectOf({ id: UUID, reference: TEXT, strategy: TEXT })),
            description: "What is to be paid",
          },
        }),
      ),
      letters: listOf(
        objectOf({
          id: UUID,
          title: objectOf({ th: TEXT, en: TEXT }),
          at: INSTANT,
          channel: oneOf(...MESSAGE_CHANNELS),
          unread: FLAG,
          href: { ...orNull(TEXT), description: "Where one reads on" },
        }),
        "The newest first, without those that only carried a code or a link",
      ),
      unread: WHOLE,
    },
    "What was sent to somebody, and what waits for them",
  ),
);
export type Notifications = TypeOf<typeof Notifications>;

export const LetterChoices = named(
  "LetterChoices",
  objectOf({
    choices: listOf(
      objectOf({
        kind: oneOf(...OPTIONAL_KINDS),
        byEmail: { ...FLAG, description: "Whether its e-mails are sent; the notice in the portal always is" },
      }),
      "The kinds of letters that one can decline by e-mail",
    ),
  }),
);

export const ClientSummary = named(
  "ClientSummary",
  objectOf(
    { day: DAY, value: BAHT, principal: BAHT, totalProfit: BAHT },
    "What an account was worth on a day",
  ),
);

export const Transaction = named(
  "Transaction",
  objectOf(
    {
      id: UUID,
      reference: TEXT,
      kind: oneOf(...orderKinds),
      status: OrderStatus,
      step: OrderStep,
      strategy: TEXT,
      placedAt: INSTANT,
      navDate: DAY,
      allottedOn: orNull(DAY),
      amount: { ...orNull(BAHT), description: "Before fees: what was given, or what the units brought" },
      nav: orNull(NAV),
      unitsIn: orNull(UNITS),
      unitsOut: { ...orNull(UNITS), description: "Of an open order by units, what was wished" },
      sellAll: FLAG,
      fee: BAHT,
      feeKind: oneOf(...orderFees),
      vat: BAHT,
      net: { ...orNull(BAHT), description: "After fees: what was invested, or what is paid out" },
      counter: {
        ...orNull(objectOf({ id: UUID, reference: TEXT, strategy: TEXT })),
        description: "The other leg of a switch",
      },
      paidOut: FLAG,
      corrections: listOf(
        objectOf({
          on: { ...DAY, description: "When it was booked" },
          nav: { ...NAV, description: "What the order stands at from then on" },
          units: { ...UNITS, description: "Added to the holding" },
          amount: {
            ...BAHT,
            description: "Before fees: what a sell brought more, what a switch-in bought for besides",
          },
          fee: BAHT,
          vat: BAHT,
          net: BAHT,
        }),
        "What a corrected NAV made good; the line itself stays as it was allotted",
      ),
    },
    "An order as a line of the history",
  ),
);
export type Transaction = TypeOf<typeof Transaction>;

export const TransactionPage = named(
  "TransactionPage",
  objectOf({ transactions: listOf(Transaction), total: WHOLE, next: orNull(UUID) }),
);
export type TransactionPage = TypeOf<typeof TransactionPage>;

export const AccountDocument = named(
  "AccountDocument",
  objectOf(
    {
      id: UUID,
      kind: oneOf(...DOCUMENT_KINDS),
      format: oneOf("pdf", "csv"),
      language: oneOf(...LANGUAGES),
      from: orNull(DAY),
      to: orNull(DAY),
      order: orNull(UUID),
      monthly: { ...FLAG, description: "Made after the month's end without being asked for" },
      sha256: { ...TEXT, description: "Of its bytes, in hexadecimal" },
      size: { ...WHOLE, description: "Bytes" },
      madeAt: INSTANT,
    },
    "A document as it is kept; the same bytes at every download",
  ),
);
export type AccountDocument = TypeOf<typeof AccountDocument>;

export const DocumentList = named("DocumentList", objectOf({ documents: listOf(AccountDocument) }));

export const DocumentCheck = named(
  "DocumentCheck",
  objectOf({
    known: orNull(objectOf({ kind: oneOf(...DOCUMENT_KINDS), madeAt: INSTANT })),
  }),
);

export const Stamp = named(
  "Stamp",
  objectOf(
    { number: TEXT, issuedOn: DAY, documentSha256: TEXT },
    "An electronic duty stamp: its number, its day, and what was stamped",
  ),
);

export const Contract = named(
  "Contract",
  objectOf(
    {
      version: TEXT,
      signedAt: INSTANT,
      language: oneOf(...LANGUAGES),
      textHash: { ...TEXT, description: "SHA-256 of the text that was signed" },
      words: orNull(
        objectOf({
          title: TEXT,
          mark: orNull(TEXT),
          sections: listOf(objectOf({ heading: TEXT, text: TEXT })),
        }),
      ),
    },
    "A contract as somebody signed it; `words` are `null` where no text of ours has that hash any more",
  ),
);
export type Contract = TypeOf<typeof Contract>;
export const ContractList = named("ContractList", objectOf({ contracts: listOf(Contract) }));

export const ContractDocument = named(
  "ContractDocument",
  objectOf({ document: AccountDocument, stamp: orNull(Stamp) }),
);

export const PerformanceReport = named(
  "PerformanceReport",
  objectOf(
    {
      from: DAY,
      to: DAY,
      demo: FLAG,
      before: BAHT,
      paidIn: BAHT,
      paidOut: BAHT,
      switched: BAHT,
      profit: { ...BAHT, description: "In the period, every fee counted" },
      after: BAHT,
      strategies: listOf(
        objectOf({
          code: TEXT,
          before: BAHT,
          after: BAHT,
          profit: BAHT,
          strategyReturn: {
            ...orNull(PERCENT),
            description: "Of the strategy over the period; `null` where its history does not fill it",
          },
        }),
      ),
    },
    "What an account and its strategies did in a period; before + paid in − paid out + switched + profit = after",
  ),
);
export type PerformanceReport = TypeOf<typeof PerformanceReport>;

export const StatementList = named("StatementList", objectOf({ statements: listOf(AccountDocument) }));
