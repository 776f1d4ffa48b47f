import { BAHT, UNITS } from "../fund/index.ts";
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

// Answer schemas of the calls about settlement.

export const SetAside = named(
  "SetAside",
  objectOf(
    {
      order: UUID,
      reference: TEXT,
      strategy: TEXT,
      amount: BAHT,
      navDate: DAY,
      since: INSTANT,
      triedAt: INSTANT,
      tries: WHOLE,
      reason: { ...TEXT, description: "SQLSTATE and sentence of the database" },
    },
    "A paid order that the allotment could not turn into units, and why",
  ),
);
export type SetAside = TypeOf<typeof SetAside>;

export const SetAsideList = named("SetAsideList", objectOf({ setAside: listOf(SetAside) }));

export const PayoutDesk = named(
  "PayoutDesk",
  objectOf({
    byFile: FLAG,
    total: { ...WHOLE, description: "Open payouts, those that are not listed included" },
    payouts: listOf(
      objectOf({
        id: UUID,
        order: orNull(UUID),
        reference: { ...TEXT, description: "Of the order; of money that named none, the bank's" },
        strategy: orNull(TEXT),
        refund: { ...FLAG, description: "Money that goes back to whoever sent it" },
        investor: { ...orNull(TEXT), description: "E-mail" },
        name: { ...orNull(objectOf({ th: TEXT, en: TEXT })), description: "By the identity review" },
        holder: { ...orNull(TEXT), description: "Name on the account that it goes to" },
        amount: BAHT,
        account: { ...orNull(UUID), description: "Empty: the account that the money came from" },
        label: TEXT,
        dueOn: { ...orNull(DAY), description: "`null` where the bank sent it back" },
        state: oneOf("DUE", "FILED", "PAID", "RETURNED"),
        returnReason: orNull(TEXT),
        bankReference: orNull(TEXT),
        enteredBy: { ...orNull(TEXT), description: "E-mail of who says that it was paid by hand" },
        enteredByYou: FLAG,
        again: orNull(objectOf({ on: DAY, reason: TEXT }, "It was paid before, and the bank sent it back")),
        file: { ...orNull(UUID), description: "The payment file that it is in" },
        correction: { ...FLAG, description: "Owed after a corrected NAV, besides what the order brought" },
      }),
    ),
    files: listOf(
      objectOf({
        id: UUID,
        number: WHOLE,
        valueDate: DAY,
        lines: WHOLE,
        total: BAHT,
        hash: TEXT,
        state: oneOf("MADE", "RELEASED", "DISCARDED"),
        madeAt: INSTANT,
        madeBy: orNull(TEXT),
        madeByYou: FLAG,
        decidedBy: orNull(TEXT),
        decidedAt: orNull(INSTANT),
        confirmed: { ...FLAG, description: "The bank's return file was taken in" },
      }),
    ),
  }),
);
export type PayoutDesk = TypeOf<typeof PayoutDesk>;

export const MadeNow = named("MadeNow", objectOf({ id: UUID }));
export const ReturnsTaken = named("ReturnsTaken", objectOf({ returned: WHOLE }));

export const SettlementRuns = named(
  "SettlementRuns",
  objectOf({
    runs: listOf(
      objectOf({
        strategy: TEXT,
        navDate: DAY,
        side: oneOf("sell", "buy"),
        due: WHOLE,
        allotted: WHOLE,
        setAside: WHOLE,
        begunAt: INSTANT,
        doneAt: orNull(INSTANT),
      }),
    ),
  }),
);

export const TrialBalance = named(
  "TrialBalance",
  objectOf(
    {
      asOf: DAY,
      lines: listOf(
        objectOf({ asset: TEXT, account: TEXT, debits: TEXT, credits: TEXT, balance: TEXT }),
        "Of each account, and of all investors together: what was moved out and in until that day, and what is left",
      ),
    },
    "Balances of every asset add up to zero",
  ),
);

export const HoldersRegister = named(
  "HoldersRegister",
  objectOf({
    asOf: DAY,
    strategy: TEXT,
    holders: WHOLE,
    units: UNITS,
    withoutTests: { ...FLAG, description: "Test accounts are left out of number, units and lines" },
    lines: listOf(objectOf({ holder: TEXT, units: UNITS, cost: BAHT, since: orNull(DAY) })),
  }),
);
