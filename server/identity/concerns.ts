/** Problems that a vendor can report, translated to the portal's codes. */
export const CONCERNS = [
  "expired",
  "under-age",
  "mismatch",
  "quality",
  "authenticity",
  "compromised",
  "unsupported",
  "other",
] as const;
export type Concern = (typeof CONCERNS)[number];
