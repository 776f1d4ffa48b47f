import type { LegalDocument } from "../legal/index.ts";

/** A legal text to which a person can consent. */
export type LegalPurpose = Exclude<LegalDocument, "risk">;

/** A text with a separate consent. The contract is signed instead. */
export type ConsentPurpose = Exclude<LegalPurpose, "contract">;

/** The three texts of sign-up. */
export const signUpPurposes = ["privacy", "terms", "publicity"] as const satisfies readonly LegalPurpose[];
