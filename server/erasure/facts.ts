import type { FactProvider } from "../flows/index.ts";
import { type Hindrance, KEPT_YEARS, outlookOf } from "./outlook.ts";

/**
 * Provides the fact `closing`: the reasons why the person cannot close the account yet, and for how many
 * years law requires keeping data. Watch-list hits are left out, because telling a person that they are under
 * examination is an offence (Anti-Money Laundering Act).
 */
export const erasureFacts: readonly FactProvider[] = [
  {
    id: "closing",
    load: async ({ db, personId }) => {
      if (personId === null) return null;
      const { hindrances, kept } = await outlookOf(db, personId);
      const stands = (kind: Hindrance) => hindrances.some((one) => one.kind === kind);
      const keepsIdentity = kept.includes("identity") || kept.includes("watch-list");
      return {
        ...{ hasUnits: stands("units"), hasMoney: stands("money"), hasOrders: stands("orders") },
        ...{ hasPayouts: stands("payouts"), hasUnmatchedMoney: stands("payment-cases") },
        ...{ hasCases: stands("cases"), hasIdentityCheck: stands("identity"), isStaff: stands("staff") },
        ...(keepsIdentity ? { identityYears: KEPT_YEARS.identity } : {}),
        ...(kept.includes("contracts") ? { contractYears: KEPT_YEARS.contracts } : {}),
        ...(kept.includes("books") ? { bookYears: KEPT_YEARS.books } : {}),
      };
    },
  },
];
