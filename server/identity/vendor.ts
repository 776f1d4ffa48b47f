import type { Result } from "../../engine/values/result.ts";
import type { Concern } from "./concerns.ts";
import type { CheckKind } from "./tables.ts";

/** A picture that is sent to a vendor. */
export type Picture = { readonly bytes: Buffer; readonly type: string; readonly name: string };

/** Reason why a call to a vendor failed. `unusable`: the vendor cannot use the picture. */
export type VendorFailure = { readonly code: "unavailable" | "unusable" };

/** A vendor's report about a check, translated to the portal's values. */
export type CheckReport = {
  readonly check: string;
  readonly applicant: string;
  /**
   * Kind of check; `null` while the check is incomplete, or if the vendor's reports are of different kinds.
   */
  readonly kind: CheckKind | null;
  readonly complete: boolean;
  /** Result of the check: `clear` or `consider`; `null` while it is incomplete. */
  readonly result: string | null;
  /** Detailed result: `clear`, `rejected`, `suspected`, `caution`, or `null`. */
  readonly subResult: string | null;
  /** Problems that the vendor reported. Any problem prevents verification without a person. */
  readonly concerns: readonly Concern[];
  /** Card data that the vendor read; `null` if it reported none. */
  readonly read: CardRead | null;
};

/** The data that a vendor can read from a card. */
export type CardRead = {
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly nationalId: string | null;
};

/**
 * A vendor that checks documents and faces. Its answers come by webhook; `report` requests them. Every vendor
 * and its sandbox pass the same contract tests (`tests/server/identity/vendor-contract.test.ts`).
 */
export type IdentityVendor = {
  readonly createApplicant: (person: {
    readonly email: string;
  }) => Promise<Result<{ readonly applicant: string }, VendorFailure>>;
  readonly checkDocument: (input: {
    readonly applicant: string;
    readonly front: Picture;
    readonly back: Picture;
  }) => Promise<Result<{ readonly check: string }, VendorFailure>>;
  readonly checkLiveness: (input: {
    readonly applicant: string;
    readonly selfie: Picture;
  }) => Promise<Result<{ readonly check: string }, VendorFailure>>;
  /** Returns the vendor's report about a check; `null` if the vendor does not know the check. */
  readonly report: (check: string) => Promise<Result<CheckReport | null, VendorFailure>>;
};

/**
 * The data of a card, for the card register. `birthDate` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, Christian era.
 */
export type CardData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly nationalId: string;
  readonly laserCode: string;
};

/** Client of the register of ID cards (Department of Provincial Administration, DOPA). */
export type CardRegister = {
  /** Checks a card. The codes are 0 good, 1 chip, 2 void, 4 no match, 5 missing. */
  readonly check: (card: CardData) => Promise<Result<{ readonly code: number }, VendorFailure>>;
};
