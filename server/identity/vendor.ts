import type { Result } from "../../engine/values/result.ts";
import type { Concern } from "./concerns.ts";
import type { CheckKind } from "./tables.ts";

/** A picture on its way to a vendor. */
export type Picture = { readonly bytes: Buffer; readonly type: string; readonly name: string };

/** Why a vendor cannot be asked. `unusable`: it read the picture and cannot use it. */
export type VendorFailure = { readonly code: "unavailable" | "unusable" };

/** What a vendor says of a check, in our words. */
export type CheckReport = {
  readonly check: string;
  readonly applicant: string;
  /** What was looked at; `null` while it is not complete, and where the vendor's reports do not say one thing. */
  readonly kind: CheckKind | null;
  readonly complete: boolean;
  /** `clear`, `consider`; `null` while it is not complete. */
  readonly result: string | null;
  /** `clear`, `rejected`, `suspected`, `caution`, or `null`. */
  readonly subResult: string | null;
  /** What the vendor found fault with; nothing is verified while it names any. */
  readonly concerns: readonly Concern[];
  /** What it read on the card; `null` where it does not say. */
  readonly read: CardRead | null;
};

/** What was read on a card, where it could be. */
export type CardRead = {
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly nationalId: string | null;
};

/**
 * Somebody who checks documents and faces. Answers come later by webhook; `report` asks for them. Every vendor and
 * its sandbox pass one contract suite (`tests/server/identity/vendor-contract.test.ts`).
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
  /** `null` where the vendor has no such check. */
  readonly report: (check: string) => Promise<Result<CheckReport | null, VendorFailure>>;
};

/** What is asked about an ID card. `birthDate` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, Christian era. */
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
