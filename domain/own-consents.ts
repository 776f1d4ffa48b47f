/** The consents that the person who gave them can withdraw, and give again. */
export const OWN_CONSENTS = ["publicity", "biometrics"] as const;
export type OwnConsent = (typeof OWN_CONSENTS)[number];

/** Returns true for a consent that the person who gave it can withdraw. */
export function isOwnConsent(purpose: string): purpose is OwnConsent {
  return (OWN_CONSENTS as readonly string[]).includes(purpose);
}
