import { BAHT, NAV, UNITS } from "../fund/index.ts";
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
import { orderKinds } from "../orders/index.ts";

// Answer schemas of the calls about corrected NAVs.

const state = {
  ...oneOf("FORWARD_ONLY", "PROPOSED", "APPROVED", "REJECTED", "REPLACED"),
  description:
    "FORWARD_ONLY: the error is so small that nothing is made good; REPLACED: the next correction of that day came before a decision",
};

const madeGood = {
  orders: { ...WHOLE, description: "Allotted at another NAV of that day" },
  lost: { ...WHOLE, description: "Whose investors got too little" },
  gained: { ...WHOLE, description: "Whose investors got too much, and keep it" },
  forward: { ...WHOLE, description: "Whose error is so small that nothing is made good" },
  units: { ...UNITS, description: "To be given, of this strategy" },
  baht: { ...BAHT, description: "The value of all units to be given, and the baht of sells" },
  payouts: { ...BAHT, description: "Of these, to be paid out" },
  borne: { ...BAHT, description: "The company pays it to the strategy; negative: it gets it back" },
};

/** The amounts that the correction of a NAV pays, or would pay if it were approved. */
export const MadeGoodFigures = named(
  "MadeGoodFigures",
  objectOf(madeGood, "What making orders good at a NAV comes to; nothing is entered or booked by asking"),
);
export type MadeGoodFigures = TypeOf<typeof MadeGoodFigures>;

export const NavCorrection = named(
  "NavCorrection",
  objectOf(
    {
      id: UUID,
      strategy: TEXT,
      date: DAY,
      nav: NAV,
      before: NAV,
      reason: TEXT,
      state,
      approvals: WHOLE,
      approvalsNeeded: WHOLE,
      mayDecide: {
        ...FLAG,
        description: "Whoever reads has not decided yet, and did not enter the correction",
      },
      figures: objectOf(madeGood),
      postedAt: { ...orNull(INSTANT), description: "When it was booked" },
      decisions: listOf(
        objectOf({ by: orNull(TEXT), decision: oneOf("APPROVED", "REJECTED"), reason: TEXT, at: INSTANT }),
      ),
    },
    "A corrected NAV, and what it means for orders that were allotted at the one before",
  ),
);
export type NavCorrection = TypeOf<typeof NavCorrection>;

export const NavCorrections = named("NavCorrections", objectOf({ corrections: listOf(NavCorrection) }));

export const NavCorrectionOrders = named(
  "NavCorrectionOrders",
  objectOf({
    orders: listOf(
      objectOf({
        reference: TEXT,
        kind: oneOf(...orderKinds),
        amount: orNull(BAHT),
        allotted: UNITS,
        units: { ...UNITS, description: "More (or, negative, less) at the right NAV" },
        baht: { ...BAHT, description: "What those units come to, or the difference of a sell" },
        owed: { ...FLAG, description: "It is made good; what was too much nobody gives back" },
        nextLeg: { ...FLAG, description: "Those baht go on: its in leg has a line of its own" },
        borne: { ...BAHT, description: "What the company pays the strategy for it" },
      }),
      "The largest differences first, no more than can be read",
    ),
  }),
);
export type NavCorrectionOrders = TypeOf<typeof NavCorrectionOrders>;

/** An entry of the ledger. It has the names of the accounts. */
export const NavCorrectionEntries = named(
  "NavCorrectionEntries",
  objectOf({
    entries: listOf(
      objectOf({
        reference: { ...orNull(TEXT), description: "The order; null: the management fee of a day" },
        debit: { ...TEXT, description: "A house account, or investors" },
        credit: TEXT,
        asset: TEXT,
        amount: TEXT,
        bookedOn: DAY,
      }),
      "In the order in which they were posted, no more than can be read",
    ),
  }),
);
export type NavCorrectionEntries = TypeOf<typeof NavCorrectionEntries>;

export const NavCorrectionDecided = named("NavCorrectionDecided", objectOf({ state }));
