import type { Result } from "../../engine/values/result.ts";
import type { Concern } from "./concerns.ts";
import type { CheckKind } from "./tables.ts";

/** A picture for a vendor. */
export type Picture = { readonly bytes: Buffer; readonly type: string; readonly name: string };

/** Why a vendor call failed. `unusable`: the vendor cannot use the picture. */
export type VendorFailure = { readonly code: "unavailable" | "unusable" };

/** A vendor's report about a check, in our terms. */
export type CheckReport = {
  readonly check: string;
  readonly applicant: string;
  /** The kind of check; `null` while incomplete, or if the vendor's reports differ. */
  readonly kind: CheckKind | null;
  readonly complete: boolean;
  /** `clear`, `consider`; `null` while incomplete. */
  readonly result: string | null;
  /** `clear`, `rejected`, `suspected`, `caution`, or `null`. */
  readonly subResult: string | null;
  /** The problems the vendor reported. Any of them prevents verification. */
  readonly concerns: readonly Concern[];
  /** The card data it read; `null` if not reported. */
  readonly read: CardRead | null;
};

/** The readable data of a card. */
export type CardRead = {
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly nationalId: string | null;
};

/**
 * A vendor that checks documents and faces. Answers come by webhook; `report` requests them. Every vendor and its
 * sandbox pass one contract suite (`tests/server/identity/vendor-contract.test.ts`).
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
  /** Returns `null` if the vendor does not know the check. */
  readonly report: (check: string) => Promise<Result<CheckReport | null, VendorFailure>>;
};

/** The card data for the register. `birthDate` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, Christian era. */
export type CardData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly nationalId: string;
  readonly laserCode: string;
};

/** The register of ID cards (Department of Provincial Administration). */
export type CardRegister = {
  /** 0 good, 1 chip, 2 void, 4 no match, 5 missing. */
  readonly check: (card: CardData) => Promise<Result<{ readonly code: number }, VendorFailure>>;
};
