import type { LegalDocument } from "../legal/index.ts";

/** What a person may be asked to agree to. */
export type LegalPurpose = Exclude<LegalDocument, "risk">;

/** What stands by itself: the contract is signed, with everything that it is about. */
export type ConsentPurpose = Exclude<LegalPurpose, "contract">;

/** The three that sign-up asks for. */
export const signUpPurposes = ["privacy", "terms", "publicity"] as const satisfies readonly LegalPurpose[];
