import { BAHT } from "../fund/index.ts";
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
import { OrderStatus } from "../orders/index.ts";

// Answer schemas of the calls about incoming money.

const caseState = oneOf("OPEN", "HELD", "ACCOUNT_WANTED", "REFUND_DUE", "MATCHED", "REFUNDED", "KNOWN");
const refundState = oneOf("held", "account", "due", "sent", "arrived", "returned");
const slipState = oneOf("WAITING", "CONFIRMED", "REFUSED");

export const MoneyAside = named(
  "MoneyAside",
  objectOf(
    {
      id: UUID,
      amount: BAHT,
      at: { ...INSTANT, description: "When it was sent" },
      reason: oneOf(
        "unknown-order",
        "order-not-open",
        "paid-already",
        "amount-short",
        "amount-over",
        "third-party",
        "payer-partial",
        "order-ended",
      ),
      state: {
        ...refundState,
        description:
          "With us; to go back once an account is known; goes back on its day; sent to the bank; paid, as the bank confirmed; sent back by the bank",
      },
      backOn: { ...orNull(DAY), description: "When it goes back, or went; `null` where no day is set" },
      backTo: { ...orNull(TEXT), description: "Bank code and masked number of the account that it goes to" },
      wanted: { ...BAHT, description: "What the order asks for" },
      differs: { ...orNull(BAHT), description: "How much less or more came" },
      openUntil: { ...orNull(INSTANT), description: "Until when the order may still be paid" },
    },
    "Money that came for an order and is not its money",
  ),
);
export type MoneyAside = TypeOf<typeof MoneyAside>;

export const PayInCode = named(
  "PayInCode",
  objectOf(
    {
      code: { ...orNull(TEXT), description: "Text of a PromptPay bill-payment code, to be drawn as a QR" },
      maySendSlip: FLAG,
      slip: orNull(
        objectOf({
          id: UUID,
          state: slipState,
          sentAt: INSTANT,
          reason: orNull(TEXT),
          file: { ...UUID, description: "The picture, at `/api/files`" },
        }),
      ),
      ifCancelled: {
        ...orNull(objectOf({ state: refundState, backOn: orNull(DAY), backTo: orNull(TEXT) })),
        description: "How the money of a paid order would go back if it were cancelled now",
      },
      aside: listOf(MoneyAside, "Money that came for it and is not its money, the earliest first"),
    },
    "With what an order may be paid beside the account's number",
  ),
);
export type PayInCode = TypeOf<typeof PayInCode>;

export const SlipSent = named("SlipSent", objectOf({ slip: UUID, reference: TEXT }));

export const SlipOnDesk = named(
  "SlipOnDesk",
  objectOf(
    {
      id: UUID,
      order: UUID,
      reference: TEXT,
      orderStatus: OrderStatus,
      strategy: TEXT,
      amount: BAHT,
      investor: { ...orNull(TEXT), description: "E-mail" },
      placedAt: INSTANT,
      navDate: DAY,
      payBy: orNull(INSTANT),
      sentAt: INSTANT,
      code: oneOf("read", "none", "damaged"),
      bank: orNull(TEXT),
      bankReference: orNull(TEXT),
      confirmed: orNull(
        objectOf(
          {
            by: orNull(TEXT),
            byYou: FLAG,
            why: {
              ...oneOf("amount", "limit", "alike", "again", "nav"),
              description: "Why another person confirms it too",
            },
            bank: TEXT,
            bankReference: TEXT,
            amount: BAHT,
            at: INSTANT,
          },
          "What the first of two people read; who confirms second is not shown it before",
        ),
      ),
    },
    "A transfer slip that waits for finance",
  ),
);
export type SlipOnDesk = TypeOf<typeof SlipOnDesk>;

export const PaymentCase = named(
  "PaymentCase",
  objectOf(
    {
      id: UUID,
      reason: oneOf(
        "unknown-order",
        "order-not-open",
        "paid-already",
        "amount-short",
        "amount-over",
        "third-party",
        "payer-partial",
        "order-ended",
        "alike",
      ),
      state: caseState,
      amount: BAHT,
      bank: TEXT,
      bankReference: TEXT,
      source: oneOf("bank", "statement", "slip"),
      transferredAt: INSTANT,
      ref1: orNull(TEXT),
      ref2: orNull(TEXT),
      payerBank: orNull(TEXT),
      payerAccount: orNull(TEXT),
      payerName: orNull(TEXT),
      payerErased: {
        ...FLAG,
        description: "Whether what the bank said of the payer was erased with its owner",
      },
      order: orNull(objectOf({ reference: TEXT, status: OrderStatus, amount: orNull(BAHT) })),
      owner: orNull(TEXT),
      yours: FLAG,
      note: orNull(TEXT),
      investor: { ...orNull(TEXT), description: "E-mail of whose money it is" },
      investorName: {
        ...orNull(objectOf({ th: TEXT, en: TEXT })),
        description: "How they are called, where the payer's name is only a part of it",
      },
      refund: { ...orNull(refundState), description: "Where it stands if it goes back" },
      refundOn: { ...orNull(DAY), description: "When it goes back; `null` where no day is set" },
      refundTo: { ...orNull(TEXT), description: "Bank and masked number of the account that it goes to" },
      mayMatch: FLAG,
      alike: orNull(
        objectOf(
          { bank: TEXT, bankReference: TEXT, transferredAt: INSTANT, order: orNull(TEXT) },
          "The booked transfer that it looks like, with the reference of its order",
        ),
      ),
      confirmed: orNull(
        objectOf(
          { by: orNull(TEXT), byYou: FLAG, act: oneOf("match", "refund", "same"), reference: orNull(TEXT) },
          "What the first of two people said; who says so second gives the order number themselves",
        ),
      ),
    },
    "Money that is nobody's units, and what becomes of it",
  ),
);
export type PaymentCase = TypeOf<typeof PaymentCase>;

export const MoneyIn = named(
  "MoneyIn",
  objectOf(
    {
      slips: listOf(SlipOnDesk),
      slipsTotal: { ...WHOLE, description: "Slips that wait, those that are not listed included" },
      cases: listOf(PaymentCase),
      casesTotal: { ...WHOLE, description: "Cases that are open, those that are not listed included" },
    },
    "What finance decides about money in",
  ),
);
export type MoneyIn = TypeOf<typeof MoneyIn>;

export const SlipConfirmation = named(
  "SlipConfirmation",
  objectOf({ outcome: oneOf("confirmed", "second-needed", "held") }),
);

export const CaseDecided = named(
  "CaseDecided",
  objectOf({
    state: caseState,
    second: { ...FLAG, description: "Another person has to say the same" },
  }),
);

const counts = { matched: WHOLE, known: WHOLE, held: WHOLE, out: WHOLE };

export const StatementImported = named(
  "BankStatementImported",
  objectOf(counts, "How many lines paid an order, were booked before, were held, left the account"),
);

export const StatementList = named(
  "BankStatementList",
  objectOf({
    statements: listOf(
      objectOf({
        id: UUID,
        account: TEXT,
        firstOn: DAY,
        lastOn: DAY,
        closing: TEXT,
        importedAt: INSTANT,
        importedBy: orNull(TEXT),
        ...counts,
      }),
    ),
  }),
);
export type StatementList = TypeOf<typeof StatementList>;

export const ControlMade = named("ControlMade", objectOf({ differences: WHOLE }));

export const ControlList = named(
  "ControlList",
  objectOf({
    controls: listOf(
      objectOf({
        day: DAY,
        kind: oneOf("bank", "custodian"),
        signedBy: orNull(TEXT),
        breaks: listOf(
          objectOf({
            subject: TEXT,
            ours: TEXT,
            theirs: TEXT,
            owner: orNull(TEXT),
            reason: orNull(TEXT),
            closed: FLAG,
          }),
        ),
      }),
    ),
  }),
);
export type ControlList = TypeOf<typeof ControlList>;
