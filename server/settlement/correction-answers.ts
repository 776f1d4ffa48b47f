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

// What calls about corrected NAVs answer.

const state = {
  ...oneOf("FORWARD_ONLY", "PROPOSED", "APPROVED", "REJECTED"),
  description: "FORWARD_ONLY: the error is so small that nothing is made good",
};

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
      orders: { ...WHOLE, description: "Allotted at the NAV of before" },
      owedOrders: { ...WHOLE, description: "Whose investors lost by it" },
      owedUnits: UNITS,
      owedBaht: { ...BAHT, description: "The value of those units, and the baht of sells" },
      approvals: WHOLE,
      approvalsNeeded: WHOLE,
      mayDecide: {
        ...FLAG,
        description: "Whoever reads has not decided yet, and did not enter the correction",
      },
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
        kind: oneOf("subscription", "redemption", "switch-out", "switch-in"),
        amount: orNull(BAHT),
        allotted: UNITS,
        units: { ...UNITS, description: "More (or, negative, less) at the right NAV" },
        baht: { ...BAHT, description: "What those units come to, or the difference of a sell" },
        owed: { ...FLAG, description: "It is made good; what was too much nobody gives back" },
      }),
      "The largest differences first, no more than can be read",
    ),
  }),
);
export type NavCorrectionOrders = TypeOf<typeof NavCorrectionOrders>;

export const NavCorrectionDecided = named("NavCorrectionDecided", objectOf({ state }));
