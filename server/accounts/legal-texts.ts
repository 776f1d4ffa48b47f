import type { LegalDocument } from "../legal/index.ts";

/** A legal text to which a person can consent. */
export type LegalPurpose = Exclude<LegalDocument, "risk">;

/** A text to which a person gives a separate consent. The contract is left out, because it is signed. */
export type ConsentPurpose = Exclude<LegalPurpose, "contract">;

/** The three texts to which a person answers at sign-up. */
export const signUpPurposes = ["privacy", "terms", "publicity"] as const satisfies readonly LegalPurpose[];
